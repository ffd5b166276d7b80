import { type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { PENDING_ID_CACHE_BYTES } from '../../domain/values/cache-limits.ts'
import type { StoredResponse } from '../responses/stored-response.ts'
import type { Tables } from '../tables.ts'
import type { Connection } from './connection.ts'
import { type IdEntry, NOTHING_INDEXED, PendingIds } from './pending-ids.ts'

/**
 * Number of an id's characters stored in the index. Ids with the same beginning are distinguished by reading the
 * responses.
 */
const PREFIX_LENGTH = 8

/** Index entries are deleted with their responses, and the progress with its survey. */
export const RESPONSE_ID_INDEX: readonly string[] = [
  `create table response_id_index (
    survey_id integer not null,
    id_prefix text not null,
    sequence integer not null,
    primary key (survey_id, id_prefix, sequence)
  ) strict, without rowid`,
  `create table response_id_progress (
    survey_id integer not null primary key references survey (id) on delete cascade,
    indexed integer not null,
    moving integer not null,
    moved_id text not null
  ) strict, without rowid`,
  `create trigger response_deleted after delete on response begin
    delete from response_id_index
    where survey_id = old.survey_id and id_prefix = substr(old.id, 1, ${PREFIX_LENGTH}) and sequence = old.sequence;
  end`,
]

/** Approximate bytes of a cached survey without ids, and of each id. */
const SURVEY_BYTES = 500
const ID_BYTES = 100

const PROGRESS = 'select indexed, moving, moved_id from response_id_progress where survey_id = ?'
const SET_PROGRESS = `insert into response_id_progress (survey_id, indexed, moving, moved_id) values (?, ?, ?, ?)
  on conflict (survey_id) do update set indexed = excluded.indexed, moving = excluded.moving,
  moved_id = excluded.moved_id`
const NEWER = `select id, sequence from response where survey_id = ? and sequence > ?`
/** One statement for all ids, because a call takes longer than the lookup. */
const FIND = `select sequence from response_id_index
  where survey_id = ? and id_prefix in (select value from json_each(?))`
const INSERT = 'insert or ignore into response_id_index (survey_id, id_prefix, sequence) values (?, ?, ?)'
const RESPONSE = 'select id, submitted_at, answers from response where survey_id = ? and sequence = ?'

/** A survey as read by a transaction that stores responses. */
export interface SurveyRow {
  readonly id: number
  readonly lastSequence: number
  readonly responseCount: number
}

interface CachedIds {
  readonly ids: PendingIds
  /** Number of the survey's responses that had been removed when its ids were read. */
  readonly removed: number
  /** Whether the index has entries of the survey. */
  isIndexed: boolean
}

/**
 * Finds responses by id. Ids are random, so a unique index would write a page for almost every response, which takes
 * longer than the rest of a commit. Instead, the ids of a survey's newest responses are pending: they are kept in
 * memory, and read from `response` after a restart. When there are many, commits move them to the index, several
 * hundred at a time and in the order of the index, so that a page receives several at once.
 */
export class ResponseIdIndex {
  readonly #connection: Connection
  /** By survey. Surveys that have not been written to for a long time are dropped and read again when needed. */
  readonly #cache = new LRUCache<number, CachedIds>({ maxSize: PENDING_ID_CACHE_BYTES })

  /** @param connection the writing one. Everything runs in its transaction */
  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The responses of a survey that have one of these ids. */
  find(survey: SurveyRow, ids: readonly string[]): StoredResponse[] {
    const { ids: pending, isIndexed } = this.#cachedIds(survey)
    const pendingSequences = ids.map(id => pending.find(id)).filter(sequence => sequence !== undefined)
    const sequences = isIndexed ? [...pendingSequences, ...this.#indexed(survey.id, ids)] : pendingSequences
    if (sequences.length === 0) return []
    const sought = new Set(ids)
    return sequences.flatMap(sequence => this.#responses(survey.id, sequence)).filter(({ id }) => sought.has(id))
  }

  /** Adds the ids of the next responses, which the same transaction stores. */
  add(survey: SurveyRow, ids: readonly string[]): void {
    const cached = this.#cachedIds(survey)
    const entries = cached.ids.add(ids)
    this.#keep(survey.id, cached)
    if (entries.length === 0) return
    cached.isIndexed = true
    for (const [id, sequence] of entries) this.#connection.run(INSERT, survey.id, prefixOf(id), sequence)
    const { indexed, moving, movedId } = cached.ids.progress
    this.#connection.run(SET_PROGRESS, survey.id, indexed, moving, movedId)
  }

  /** The responses whose ids begin like one of these. */
  #indexed(surveyId: number, ids: readonly string[]): number[] {
    const rows = this.#connection.selectRows(FIND, surveyId, JSON.stringify(ids.map(prefixOf))) as [number][]
    return rows.map(([sequence]) => sequence)
  }

  #responses(surveyId: number, sequence: number): StoredResponse[] {
    const rows = this.#connection.selectRows(RESPONSE, surveyId, sequence) as [string, string, string][]
    return rows.map(([id, submittedAt, answers]) => ({ id, submittedAt, answers }))
  }

  /**
   * Reads the ids again if they do not match the current state of the survey: after a failed commit, or a removed
   * response.
   */
  #cachedIds({ id, lastSequence, responseCount }: SurveyRow): CachedIds {
    const removed = lastSequence - responseCount
    const cached = this.#cache.get(id)
    if (cached?.ids.lastSequence === lastSequence && cached.removed === removed) return cached
    const [row] = this.#connection.selectRows(PROGRESS, id) as [number, number, string][]
    const progress = row === undefined ? NOTHING_INDEXED : { indexed: row[0], moving: row[1], movedId: row[2] }
    const newer = this.#connection.selectRows(NEWER, id, progress.indexed) as IdEntry[]
    const read = { ids: new PendingIds(progress, lastSequence, newer), removed, isIndexed: row !== undefined }
    this.#keep(id, read)
    return read
  }

  #keep(surveyId: number, cached: CachedIds): void {
    this.#cache.set(surveyId, cached, { size: SURVEY_BYTES + ID_BYTES * cached.ids.size })
  }
}

/** Indexes the ids of all responses, within a transaction, for a database that was filled without `ResponseIdIndex`. */
export function fillResponseIdIndex(connection: Connection): void {
  connection.run(`insert into response_id_index (survey_id, id_prefix, sequence)
    select survey_id, substr(id, 1, ${PREFIX_LENGTH}), sequence from response order by 1, 2, 3`)
  connection.run(`insert into response_id_progress (survey_id, indexed, moving, moved_id)
    select id, last_sequence, last_sequence, '' from survey where last_sequence > 0`)
}

/** Like `Engine.findSequences`, for committed rows: pending ids are looked up among the newest responses. */
export async function findSequences(db: Kysely<Tables>, surveyId: number, ids: readonly string[]): Promise<number[]> {
  const list = sql.join(ids)
  const prefixes = sql.join(ids.map(prefixOf))
  const { rows } = await sql<{ sequence: number }>`
    select sequence from response where survey_id = ${surveyId} and id in (${list}) and sequence in
      (select sequence from response_id_index where survey_id = ${surveyId} and id_prefix in (${prefixes}))
    union
    select sequence from response where survey_id = ${surveyId} and id in (${list}) and sequence >
      (select coalesce(max(indexed), 0) from response_id_progress where survey_id = ${surveyId})`.execute(db)
  return rows.map(({ sequence }) => sequence)
}

function prefixOf(id: string): string {
  return id.slice(0, PREFIX_LENGTH)
}
