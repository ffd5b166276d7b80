import { Type } from 'typebox'
import { readQuestions } from '../domain/surveys/question.ts'
import { Refusal } from '../domain/values/refusal.ts'
import { counted } from '../domain/values/text.ts'
import { namedSurvey } from './named-survey.ts'
import type { ResponseToolParts } from './response-page.ts'
import { id } from './schemas.ts'
import { READ_HINTS, type Tool, wholeNumber } from './tool.ts'
import { markUntrusted, UNTRUSTED } from './untrusted.ts'

/** Maximum number of answers in one page. */
const MAX_PAGE = 100

/** The tool that reads what respondents wrote in answer to a question. */
export function readTextAnswers({ surveys, receivedResponses }: ResponseToolParts): Tool {
  return {
    name: 'read_text_answers',
    title: 'Read text answers',
    description: `The texts that were written in answer to one question, a page at a time, oldest first. ${UNTRUSTED}`,
    scope: 'surveys:read',
    hints: READ_HINTS,
    input: Type.Object({
      id,
      question: Type.Integer({ minimum: 0, description: 'The index of a free_text question.' }),
      cursor: Type.Optional(Type.Integer({ minimum: 0, description: 'The next_cursor of the previous page.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: MAX_PAGE })),
    }),
    output: Type.Object({
      untrusted_answers: Type.Array(Type.String()),
      next_cursor: Type.Unsafe({
        type: ['integer', 'null'],
        description: 'Null at the end. A page can be empty even if more follow.',
      }),
    }),
    run: async call => {
      const { args } = call
      const question = wholeNumber(args.question, 'question', { min: 0 })
      const after = wholeNumber(args.cursor, 'cursor', { min: 0 }) ?? 0
      const limit = wholeNumber(args.limit, 'limit', { min: 1, max: MAX_PAGE }) ?? MAX_PAGE
      const editor = await namedSurvey(surveys, call)
      const { questions } = await surveys.read(editor)
      if (question === undefined || readQuestions(questions)[question]?.type !== 'free_text')
        throw new Refusal('invalid_argument', { reason: 'question must be the index of a free_text question' })
      const page = { order: 'oldest', after, limit, search: { text: undefined, question } } as const
      const { responses, next } = await receivedResponses.readPage(editor, page)
      const texts = responses.map(({ answers }) => String(JSON.parse(answers)[question]))
      const more = next === null ? 'There are no more.' : `More follow after the cursor ${next}.`
      return {
        data: { untrusted_answers: texts, next_cursor: next },
        text: markUntrusted(`${counted(texts.length, 'answer')}. ${more}`, texts),
      }
    },
  }
}
