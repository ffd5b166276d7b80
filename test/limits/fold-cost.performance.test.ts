import { test } from 'node:test'
import { foldForSearch } from '../../src/domain/values/fold.ts'
import { foldCase } from '../../src/domain/values/fold-case.ts'
import { expectFigure } from '../figure.ts'

for (const fold of [foldCase, foldForSearch])
  test(`the cost of ${fold.name} grows with the length of a text, not with its square [dashboard-search-bounded]`, t => {
    const marks = (length: number) => `a${'\u0301\u0323'.repeat(length / 2)}`
    const inOne = [marks(20_000)]
    const inParts = Array(16).fill(marks(1_250))
    // The same amount of text, so that other programs delay both equally often.
    const [one, parts] = [quickest(() => inOne.map(fold)), quickest(() => inParts.map(fold))]
    expectFigure(t, {
      subject: `${fold.name} of 20,000 combining marks / of 16 texts with as many together`,
      measured: `${one.toFixed(2)} ms / ${parts.toFixed(2)} ms`,
      value: one / parts,
      gate: { sign: '<', limit: 4, unit: '×' },
    })
  })

/** The shortest of thirty runs, in milliseconds. */
function quickest(run: () => void): number {
  const times = Array.from({ length: 30 }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return Math.min(...times)
}
