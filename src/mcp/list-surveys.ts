import { Type } from 'typebox'
import type { SurveySerializer } from '../api/serialize.ts'
import { foldForSearch } from '../domain/values/fold.ts'
import type { Json } from '../domain/values/json.ts'
import { Refusal } from '../domain/values/refusal.ts'
import { counted } from '../domain/values/text.ts'
import type { Listed, Surveys } from '../service/surveys/surveys.ts'
import { isSet, READ_HINTS, searchText, type Tool, wholeNumber } from './tool.ts'

/** Surveys in one page: about 3,000 tokens, so that a client can read many pages before its context is full. */
const DEFAULT_PAGE = 50
const MAX_PAGE = 100

interface ListParts {
  readonly surveys: Surveys
  readonly serializer: SurveySerializer
}

/** The tool that lists the account's surveys, a page at a time, or finds some of them. */
export function listSurveys({ surveys, serializer }: ListParts): Tool {
  return {
    name: 'list_surveys',
    title: 'List surveys',
    description:
      'The open surveys of the account, newest first and a page at a time, with their number of responses and their links.',
    scope: 'surveys:read',
    hints: READ_HINTS,
    input: Type.Object({
      include_closed: Type.Optional(Type.Boolean({ default: false, description: 'Closed surveys too.' })),
      search: Type.Optional(Type.String({ description: 'Only surveys with this in their title or id.' })),
      cursor: Type.Optional(Type.String({ description: 'The next_cursor of the previous page.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: DEFAULT_PAGE })),
    }),
    output: Type.Object({
      surveys: Type.Array(Type.Ref('SurveyListItem')),
      next_cursor: Type.Unsafe({ type: ['string', 'null'], description: 'Null at the end.' }),
    }),
    run: async ({ caller, args }) => {
      const openOnly = !isSet(args.include_closed, 'include_closed')
      const limit = wholeNumber(args.limit, 'limit', { min: 1, max: MAX_PAGE }) ?? DEFAULT_PAGE
      const matches = surveyMatcher(searchText(args.search))
      // The survey of the cursor may have been closed since, so closed ones are read too.
      const all = await surveys.list(caller, { openOnly: false, withAdmin: false })
      const found = behind(all, args.cursor).filter(one => (!openOnly || one.status === 'open') && matches(one))
      const page = found.slice(0, limit)
      const next_cursor = found.length > limit ? (page.at(-1)?.slug ?? null) : null
      const data = { ...serializer.list(page), next_cursor }
      const lines = data.surveys.map(
        one => `${one.id}: "${one.title}", ${one.status}, ${counted(one.response_count, 'response')}`,
      )
      if (next_cursor !== null) lines.push(`${found.length - limit} more follow after the cursor ${next_cursor}.`)
      return { data, text: lines.join('\n') || 'There are no such surveys.' }
    },
  }
}

function surveyMatcher(search = ''): (survey: Listed) => boolean {
  const part = foldForSearch(search).trim()
  return ({ slug, title }) => foldForSearch(title).includes(part) || foldForSearch(slug).includes(part)
}

/** @param cursor id of the last survey of the previous page @throws Refusal if that survey no longer exists */
function behind(surveys: readonly Listed[], cursor: Json | undefined): readonly Listed[] {
  if (cursor === undefined) return surveys
  const at = surveys.findIndex(({ slug }) => slug === cursor)
  if (at < 0)
    throw new Refusal('invalid_argument', { reason: 'the survey of this cursor is gone; begin again without a cursor' })
  return surveys.slice(at + 1)
}
