import { Type } from 'typebox'
import { serializeResponses } from '../api/serialize.ts'
import type { Order, ResponseQuery } from '../domain/responses/response-query.ts'
import type { Search } from '../domain/responses/search.ts'
import { isArray, type Json, type JsonObject } from '../domain/values/json.ts'
import { Refusal } from '../domain/values/refusal.ts'
import { counted } from '../domain/values/text.ts'
import { namedSurvey } from './named-survey.ts'
import { type ResponseToolParts, responsePage } from './response-page.ts'
import { id } from './schemas.ts'
import { answerIn, isSet, READ_HINTS, searchText, type Tool, wholeNumber } from './tool.ts'
import { markUntrusted, UNTRUSTED } from './untrusted.ts'

/** Maximum number of responses in one page. */
const MAX_PAGE = 100

/** The tool that reads whole responses: each person's answers to all questions. */
export function readResponses({ surveys, receivedResponses }: ResponseToolParts): Tool {
  return {
    name: 'read_responses',
    title: 'Read responses',
    description: `Whole responses, a page at a time, oldest first, with all answers of one person in the order of the questions. To read what those wrote who rated question 2 below 5, send question 2 and answers 1 to 4. ${UNTRUSTED}`,
    scope: 'surveys:read',
    hints: READ_HINTS,
    input: Type.Object({
      id,
      search: Type.Optional(Type.String({ description: 'Only those with this in a text answer.' })),
      question: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Only those who answered the question with this index.' }),
      ),
      answers: Type.Optional(
        Type.Array(Type.Unsafe({ type: ['string', 'integer'] }), {
          minItems: 1,
          description: 'Only those who answered that question with one of these options or ratings.',
        }),
      ),
      newest_first: Type.Optional(Type.Boolean({ default: false })),
      cursor: Type.Optional(Type.Integer({ minimum: 0, description: 'The next_cursor of the previous page.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: MAX_PAGE })),
    }),
    output: Type.Object({
      untrusted_responses: Type.Array(
        Type.Object({
          id: Type.String(),
          submitted_at: Type.String({ description: 'To the minute.' }),
          answers: Type.Array(Type.Unsafe({ type: ['string', 'integer', 'null'] })),
          not_asked: Type.Optional(
            Type.Array(Type.Integer(), { description: 'Indexes of questions that were added after it.' }),
          ),
        }),
      ),
      next_cursor: Type.Unsafe({
        type: ['integer', 'null'],
        description: 'Null at the end. A page can be empty even if more follow.',
      }),
    }),
    run: async call => {
      const query = parseQuery(call.args)
      const { survey, responses, next } = await responsePage(receivedResponses, await namedSurvey(surveys, call), query)
      const rows = serializeResponses(survey, responses, query.order)
      const more = next === null ? 'There are no more.' : `More follow after the cursor ${next}.`
      return {
        data: { untrusted_responses: rows, next_cursor: next },
        text: markUntrusted(`${counted(rows.length, 'response')}. ${more}`, rows),
      }
    },
  }
}

function parseQuery({ search, question, answers, newest_first, cursor, limit }: JsonObject): ResponseQuery {
  const order: Order = isSet(newest_first, 'newest_first') ? 'newest' : 'oldest'
  const after = wholeNumber(cursor, 'cursor', { min: 0 }) ?? 0
  const size = wholeNumber(limit, 'limit', { min: 1, max: MAX_PAGE }) ?? MAX_PAGE
  const wanted = parseAnswers(answers)
  const asked = { text: searchText(search), question: wholeNumber(question, 'question', { min: 0 }) }
  const isSearch = asked.text !== undefined || asked.question !== undefined || wanted !== undefined
  const found: Search | undefined = isSearch ? { ...asked, ...(wanted && { answers: wanted }) } : undefined
  return { order, after, limit: size, search: found }
}

function parseAnswers(answers: Json | undefined): ReadonlySet<string> | undefined {
  if (answers === undefined) return undefined
  const texts = isArray(answers) ? answers.map(answerIn) : [undefined]
  if (texts.every(text => text !== undefined)) return new Set(texts)
  throw new Refusal('invalid_argument', { reason: 'answers must be a list of options or ratings' })
}
