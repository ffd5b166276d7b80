import { Type } from 'typebox'
import type { Result } from '../domain/results/tally.ts'

const chosen = Type.Integer({
  minimum: 0,
  description:
    'Of an option of a check-list at the presenter’s pace: how many responses chose at least one of its options.',
})

/** The results of the API, with what groups add to them. */
export const results = Type.Unsafe<readonly Result[]>(
  Type.Array(Type.Intersect([Type.Ref('Result'), Type.Object({ chosen: Type.Optional(chosen) })])),
)
