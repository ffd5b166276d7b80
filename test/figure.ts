import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type Figure, passes } from '../bench/figure.ts'

/** Reports a figure, and fails the test if it does not pass its gate. */
export function expectFigure(t: TestContext, figure: Omit<Figure, 'id'>): void {
  const { subject, measured, gate } = figure
  const text = `${subject}: ${measured}`
  t.diagnostic(text)
  const limit = gate === undefined ? '' : ` (${gate.sign} ${gate.limit} ${gate.unit ?? ''})`
  assert.ok(passes({ id: '', ...figure }), text + limit)
}
