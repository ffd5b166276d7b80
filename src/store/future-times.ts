import { type Kysely, sql } from 'kysely'
import { largestOf } from '../domain/values/largest.ts'
import type { Tables } from './tables.ts'

/**
 * Maximum number of responses whose times are read, since they are not indexed: five million, or 1 GB, take a second
 * from memory on either database.
 */
const MAX_RESPONSES = 5_000_000

/** Rows whose times are later than a given one. */
export interface FutureTimes {
  /** Number of rows, by kind. */
  readonly counts: Readonly<Record<string, number>>
  /** The latest time, in milliseconds since the epoch; undefined if there are none. */
  readonly latest: number | undefined
  /** Whether the times of all responses were read, or only those of the newest ones. */
  readonly isComplete: boolean
}

/** Times are texts in RFC 3339, or milliseconds since the epoch. All but those of responses are in small tables. */
const TIMES = [
  { what: 'surveys', table: 'survey', column: 'created_at', isText: true },
  { what: 'accounts', table: 'account', column: 'created_at', isText: true },
  { what: 'templates', table: 'template', column: 'updated_at', isText: true },
  { what: 'drafts', table: 'draft', column: 'updated_at', isText: true },
  { what: 'sessions', table: 'account_session', column: 'created_at', isText: false },
  { what: 'dashboard sessions', table: 'session', column: 'created_at', isText: false },
] as const satisfies readonly { table: keyof Tables; what: string; column: string; isText: boolean }[]

interface Found {
  readonly what: string
  readonly count: number
  readonly latest: number
}

/** @param after in milliseconds since the epoch @param maxResponses for tests */
export async function findFutureTimes(
  db: Kysely<Tables>,
  after: number,
  maxResponses = MAX_RESPONSES,
): Promise<FutureTimes> {
  const boundary = await findBoundary(db, maxResponses)
  const text = new Date(after).toISOString()
  const found = [await findResponses(db, text, boundary)]
  for (const { what, table, column, isText } of TIMES) {
    const time = sql.ref(column)
    const { rows } = await sql<CountedRow>`
      select count(*) as count, max(${time}) as latest from ${sql.table(table)} where ${time} > ${isText ? text : after}`.execute(
      db,
    )
    found.push(foundIn(what, rows[0]))
  }
  const future = found.filter(({ count }) => count > 0)
  return {
    counts: Object.fromEntries(future.map(({ what, count }) => [what, count])),
    latest: future.length === 0 ? undefined : largestOf(future.map(({ latest }) => latest)),
    isComplete: boundary === undefined,
  }
}

interface CountedRow {
  readonly count: number
  readonly latest: string | number | null
}

function foundIn(what: string, row: CountedRow | undefined): Found {
  return { what, count: Number(row?.count ?? 0), latest: new Date(row?.latest ?? 0).getTime() }
}

/** A response in the order of surveys and sequence numbers. */
interface Boundary {
  readonly surveyId: number
  readonly sequence: number
}

/**
 * The response after which at most this many follow: those of the newest surveys. Undefined if there are no more in
 * total.
 */
async function findBoundary(db: Kysely<Tables>, maxResponses: number): Promise<Boundary | undefined> {
  const { rows } = await sql<{ id: number; last_sequence: number; left_over: number }>`
    select id, last_sequence, total - response_count as left_over from (
      select id, last_sequence, response_count, sum(response_count) over (order by id desc) as total from survey
    ) as newest where total > ${maxResponses} order by id desc limit 1`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  return { surveyId: row.id, sequence: row.last_sequence - (maxResponses - Number(row.left_over)) }
}

/** In surveys before the boundary, only the last response is read. */
async function findResponses(db: Kysely<Tables>, after: string, boundary: Boundary | undefined): Promise<Found> {
  const future = sql`select submitted_at from response where submitted_at > ${after}`
  const times =
    boundary === undefined
      ? future
      : sql`${future} and (survey_id, sequence) > (${boundary.surveyId}, ${boundary.sequence})
          union all select submitted_at from survey join response on survey_id = survey.id and sequence = last_sequence
          where survey.id < ${boundary.surveyId} and submitted_at > ${after}`
  const { rows } = await sql<CountedRow>`
    select count(*) as count, max(submitted_at) as latest from (${times}) as future`.execute(db)
  return foundIn('responses', rows[0])
}
