import { Type } from 'typebox'
import { listOf, named, shape } from '../api/schema.ts'
import type { EditedQuestion as Edited } from '../domain/results/edit-history/asked.ts'

/** The schemas of what edits between responses mean for results. */

const asked = Type.Integer({ minimum: 0, description: 'The number of responses that were asked.' })
const addedAfter = Type.Integer({ minimum: 0, description: 'The number of responses before it was added.' })
export const EditedOption = shape('EditedOption', 'An option that was added later than its question.', {
  position: Type.Integer({ minimum: 0, description: 'Of the option in its question, from 0.' }),
  asked,
  added_after: addedAfter,
})
export const EditedQuestion = shape(
  'EditedQuestion',
  'What edits between responses mean for the results of a question.',
  {
    index: Type.Integer({ minimum: 0, description: 'The index of the question.' }),
    asked,
    added_after: addedAfter,
    reworded_after: Type.Integer({
      minimum: 0,
      description: 'The number of responses before it was last reworded; 0 if none has seen other words.',
    }),
    options: listOf(named(EditedOption), 'All others were offered whenever the question was asked.'),
  },
)

export const edited = Type.Unsafe<readonly Edited[]>(
  Type.Array(Type.Ref('EditedQuestion'), {
    description: 'Those edited since the first response. All others were asked of every response.',
  }),
)
