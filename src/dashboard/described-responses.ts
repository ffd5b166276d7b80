import { Type } from 'typebox'
import { named, oneOf } from '../api/schema.ts'
import { MAX_RESPONSES_PER_PAGE, SEARCH_TEXT_LENGTH } from '../domain/responses/limits.ts'
import type { DescribedError, Reference } from '../transport/reference.ts'
import { Arrivals, Comparison, NewestTexts, ResponsePage, SurveyFile } from './contract.ts'

const CSV_FILES = ['text/csv', 'text/csv; charset=utf-16le']
const XLSX_FILE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const USE_CSV = 'Use CSV.'
/** Their error texts name the parameter. */
const PARAMETERS: readonly DescribedError[] = [
  {
    refusal: 'invalid_page',
    reason: 'after must be a whole number',
    advice: 'Errors of parameters name what they must be.',
  },
  {
    refusal: 'invalid_page',
    reason: `limit must be a whole number from 1 to ${MAX_RESPONSES_PER_PAGE}`,
    advice: 'Read further pages.',
  },
]
const NO_GROUP: readonly DescribedError[] = [
  {
    refusal: 'invalid_page',
    reason: 'question and answer must name an option or a rating of this survey',
    advice: 'Send an option as it is written, or a number from 1 to 10.',
  },
  { refusal: 'not_comparable', advice: 'Compare in a survey that people answer at their own pace.' },
  { refusal: 'group_too_small', advice: 'Compare larger groups.' },
]
const NO_ROOM: readonly DescribedError[] = [
  { refusal: 'too_many_responses', advice: USE_CSV },
  { refusal: 'too_large', advice: USE_CSV },
]
const csv = Type.Object({
  for: Type.Optional(
    oneOf(['spreadsheet'], 'For a double click: no text runs as a formula. Otherwise every text is as it was written.'),
  ),
  bom: Type.Optional(oneOf(['1'], 'Puts a byte-order mark in front.')),
})

/** Reading, searching and comparing responses. */
export const RESPONSES: Reference['routes'] = {
  'GET /admin/api/{slug}/responses': {
    id: 'listResponses',
    summary: 'List responses',
    description: `In the order of arrival, or the newest first. In a search, a page may be empty and have a \`next\`: one request looks through at most 2,000 responses. Pages follow one another by \`after\` alone: \`page\`, \`offset\`, \`since\` and \`sort\` are ignored.`,
    query: Type.Object({
      after: Type.Optional(Type.Integer({ minimum: 0, description: 'Continues after this `next` or `cursor`.' })),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_RESPONSES_PER_PAGE,
          description: 'Responses on a page; 100 without it. A page has fewer where answers are very long.',
        }),
      ),
      order: Type.Optional(
        oneOf(['newest'], 'The newest first; `after` then leads to older ones, and there is no `cursor`.'),
      ),
      text: Type.Optional(
        Type.String({
          maxLength: SEARCH_TEXT_LENGTH,
          description: 'Only responses with this text in a free-text answer, whatever its case and accents.',
        }),
      ),
      question: Type.Optional(
        Type.Integer({
          minimum: 0,
          description:
            'With `text`: in the answer to the question with this index. Without: only responses that answer it.',
        }),
      ),
    }),
    answer: { status: 200, description: 'A page.', schema: named(ResponsePage) },
    errors: PARAMETERS,
  },
  'GET /admin/api/{slug}/arrivals': {
    id: 'readArrivals',
    summary: 'Read arrivals',
    description: 'How many responses had arrived by when.',
    answer: { status: 200, description: 'Points in order.', schema: named(Arrivals) },
  },
  'GET /admin/api/{slug}/texts': {
    id: 'readNewestTexts',
    summary: 'Read the newest texts',
    description: 'The newest five answers to each free-text question, newest first.',
    answer: { status: 200, description: 'The texts.', schema: named(NewestTexts) },
  },
  'GET /admin/api/{slug}/compare': {
    id: 'compareResults',
    summary: 'Compare a group',
    description:
      'The results of the people who gave one answer. A group of fewer than five people, or one that would reveal such a group, is refused.',
    query: Type.Object({
      question: Type.Integer({ minimum: 0, description: 'The index of a multiple-choice question or a rating.' }),
      answer: Type.String({ description: 'An option of it, or a number from 1 to 10.' }),
    }),
    answer: { status: 200, description: 'Their results.', schema: named(Comparison) },
    errors: NO_GROUP,
  },
}

export const EXPORTS: Reference['routes'] = {
  'GET /admin/api/{slug}/export.csv': {
    id: 'exportCsv',
    summary: 'Export responses as CSV',
    description: 'A row per response.',
    query: csv,
    answer: { status: 200, description: 'The file.', files: CSV_FILES },
  },
  'GET /admin/api/{slug}/export-boards.csv': {
    id: 'exportBoards',
    summary: 'Export boards as CSV',
    description: 'A row per question on a board.',
    query: csv,
    answer: { status: 200, description: 'The file.', files: CSV_FILES },
  },
  'GET /admin/api/{slug}/export.xlsx': {
    id: 'exportXlsx',
    summary: 'Export as XLSX',
    description: 'Responses, boards and counts as sheets; up to 20,000 responses.',
    answer: { status: 200, description: 'The file.', files: [XLSX_FILE] },
    errors: NO_ROOM,
  },
  'GET /admin/api/{slug}/export.json': {
    id: 'exportJson',
    summary: 'Export as JSON',
    description: 'The survey with all responses, its boards and its settings. It can be restored.',
    answer: { status: 200, description: 'The file.', schema: named(SurveyFile), isFile: true },
  },
}
