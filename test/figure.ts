import { join, relative } from 'node:path'
import type { TestContext } from 'node:test'
import { comparison, type Figure, passes, recordFigures } from '../bench/figure.ts'

const ROOT = join(import.meta.dirname, '..')

/** Figures that missed their bound, by test. */
const misses = new WeakMap<TestContext, string[]>()

/**
 * Reports a figure that a test has measured, and records it (`recordFigures`). A figure that misses its bound fails the
 * test when it ends, so that what the test measures later is reported too.
 */
export function expectFigure(t: TestContext, figure: Omit<Figure, 'id'>): void {
  const { value, bound, result } = comparison(figure)
  const line = `${figure.subject}: ${figure.measured}; ${value}, bound ${bound}${result && `: ${result}`}`
  t.diagnostic(line)
  recordFigures(relative(ROOT, t.filePath ?? ''), [figure])
  if (!passes(figure)) missesOf(t).push(line)
}

function missesOf(t: TestContext): string[] {
  const known = misses.get(t)
  if (known !== undefined) return known
  const missed: string[] = []
  misses.set(t, missed)
  t.after(() => {
    throw new Error(missed.join('\n'))
  })
  return missed
}
