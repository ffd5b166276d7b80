import type { FastifyInstance } from 'fastify'
import type { Comparisons } from '../service/results/comparisons.ts'
import type { Comparison } from './contract.ts'

export interface ComparisonParts {
  readonly comparisons: Comparisons
}

/** Results of the people who gave a certain answer. */
export function comparisonRoute(app: FastifyInstance, { comparisons }: ComparisonParts): void {
  app.get<{ Querystring: Record<string, unknown> }>('/compare', async ({ admin, query }) => {
    const { group, count, results, edited } = await comparisons.compare(admin, query)
    return { ...group, response_count: count, results, edited } satisfies Comparison
  })
}
