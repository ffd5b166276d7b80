import { findInvalidColumn } from '../../domain/moving/row-check.ts'
import { settingsMember } from '../../domain/moving/survey-file.ts'
import type { SurveyPart } from '../../domain/moving/survey-parts.ts'
import type { SharingMode } from '../../domain/results/sharing.ts'
import type { StoredStatus } from '../../domain/surveys/lifecycle.ts'
import { type Json, readJson } from '../../domain/values/json.ts'
import { DumpError, type DumpPart } from '../../store/moving/dump-source.ts'
import { readGroups, readQuestionSettings, readTexts } from '../../store/surveys/stored-content.ts'
import { readEditHistory } from '../../store/surveys/stored-edit-history.ts'
import { readProjectedTexts } from '../../store/surveys/stored-projected-texts.ts'
import { formatTimestamp } from '../timestamp.ts'

type Row = Readonly<Record<string, string | number | null>>

/**
 * Extracts one survey from a dump, in the form in which `SurveyParts` reads it from an export.
 * @throws DumpError if the dump has no such survey, or one that this program would not have written
 */
export async function* readDumpedSurvey(dump: AsyncIterable<DumpPart>, slug: string): AsyncGenerator<SurveyPart> {
  let survey: Row | undefined
  let first = 1
  for await (const part of dump) {
    if (part.table === 'survey' && survey === undefined) {
      survey = rowsOf(part).find(row => row.slug === slug)
      if (survey !== undefined) checkRow(part.table, survey, slug)
      if (survey !== undefined) yield { kind: 'survey', file: fileOf(survey) }
    }
    if (part.table !== 'response' && part.table !== 'board_item') continue
    const own = rowsOf(part).filter(row => row.survey_id === survey?.id)
    for (const row of own) checkRow(part.table, row, slug)
    if (part.table === 'board_item') for (const board of boardsOf(own)) yield { kind: 'board', board }
    else if (own.length > 0) {
      yield { kind: 'responses', list: own.map(responseOf), first }
      first += own.length
    }
  }
  if (survey === undefined) throw notInDump(slug)
  yield { kind: 'settings', file: fileOf(survey) }
}

/** The e-mail address of a dumped survey's owner. @throws DumpError if the dump has no such survey */
export async function ownerOfDumped(dump: AsyncIterable<DumpPart>, slug: string): Promise<string> {
  const emails = new Map<unknown, string>()
  for await (const part of dump) {
    if (part.table === 'account') for (const { id, email } of rowsOf(part)) emails.set(id, String(email))
    if (part.table !== 'survey') continue
    const survey = rowsOf(part).find(row => row.slug === slug)
    if (survey !== undefined) return emails.get(survey.account_id) ?? ''
  }
  throw notInDump(slug)
}

function rowsOf({ columns, rows }: DumpPart): Row[] {
  return rows.map(row => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])))
}

function checkRow(table: string, row: Row, slug: string): void {
  const column = findInvalidColumn(table, Object.keys(row), Object.values(row))
  if (column !== undefined)
    throw new DumpError(
      `the survey ${slug} in the dump cannot be read: ${column} of a row of table ${table} is invalid`,
    )
}

function notInDump(slug: string): DumpError {
  return new DumpError(`the dump has no survey with the slug ${slug}`)
}

/** In the form of an export. */
function fileOf(row: Row) {
  return {
    id: row.slug ?? null,
    title: row.title ?? null,
    status: row.status ?? null,
    created_at: row.created_at ?? null,
    expires_at: formatTimestamp(row.expires_at as number | null),
    questions: readJson(String(row.questions)),
    response_count: row.response_count ?? null,
    theme: row.theme === null ? 'default' : readJson(String(row.theme)),
    settings: settingsMember({
      archived: row.archived === 1,
      shareResults: row.share_results as SharingMode,
      resultsRevealed: row.results_revealed === 1,
      sharedDevice: row.shared_device === 1,
      shareRecord: row.share_record === 1,
      // A dump of an earlier version has no columns for these, nor for edits.
      paced: row.paced === 1,
      revealedAtOnce: row.revealed_at_once === 1,
      status: row.status as StoredStatus,
      opensAt: (row.opens_at ?? null) as number | null,
      responseLimit: (row.response_limit ?? null) as number | null,
      language: (row.language ?? null) as string | null,
      expiryAutomatic: row.expiry_automatic === 1,
      projectedTexts: readProjectedTexts(row.projected_texts as string | null),
      editHistory: readEditHistory((row.edit_history ?? null) as string | null),
      questionSettings: readQuestionSettings((row.question_settings ?? null) as string | null),
      texts: readTexts((row.texts ?? null) as string | null),
      groups: readGroups((row.groups ?? null) as string | null),
      session: typeof row.session_record === 'string' ? JSON.parse(row.session_record) : null,
    }),
  }
}

function responseOf({ id = null, submitted_at = null, answers }: Row): Json {
  return { id, submitted_at, answers: readJson(String(answers)) }
}

function boardsOf(rows: readonly Row[]): Json[] {
  const boards = Map.groupBy(rows, row => row.question ?? null)
  return [...boards].map(([index, items]) => ({
    index,
    items: items.map(({ id = null, text = null, votes = null, state = null }) => ({ id, text, votes, state })),
  }))
}
