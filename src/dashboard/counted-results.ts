import { Type } from 'typebox'
import { MultipleChoiceResult } from '../api/contract.ts'
import { named, shape } from '../api/schema.ts'
import type { Result } from '../domain/results/tally.ts'

/** The result of an option that is asked together with others. */
export const CheckListResult = shape(
  'CheckListResult',
  'The result of an option of a check-list at the presenter’s pace.',
  {
    ...MultipleChoiceResult.properties,
    chosen: Type.Integer({
      minimum: 0,
      description: 'How many responses chose at least one option of the check-list.',
    }),
  },
)

/** The results of the API, and those of check-lists. */
export const results = Type.Unsafe<readonly Result[]>(
  Type.Array(Type.Union([Type.Ref('Result'), named(CheckListResult)])),
)
