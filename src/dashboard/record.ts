import type { FastifyInstance } from 'fastify'
import { recordMarkdown } from '../domain/results/record/record-markdown.ts'
import type { Records } from '../service/results/records.ts'
import type { SessionRecord } from './record-schemas.ts'

export interface RecordParts {
  readonly records: Records
}

const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'

/** The record of a survey, as JSON or as Markdown. */
export function recordRoute(app: FastifyInstance, { records }: RecordParts): void {
  app.get('/record', async (request, reply) => {
    const record: SessionRecord = await records.read(request.admin)
    reply.header('vary', 'Accept, Authorization, Cookie')
    if (!/\btext\/markdown\b/.test(request.headers.accept ?? '')) return record
    return reply.type(MARKDOWN_TYPE).send(recordMarkdown(record))
  })
}
