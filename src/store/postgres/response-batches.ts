import type { Rows, Statement } from '../engine.ts'
import { addedBytes, type BatchOutcome, type IfLocked, type ResponseBatch } from '../responses/response-batch.ts'
import type { StoredResponse } from '../responses/stored-response.ts'
import type { Transactions } from './pool.ts'
import { isLockTimeout, isUniqueViolation } from './statement-errors.ts'

/**
 * Stores the responses of one survey, or nothing: the update takes effect only if the survey has the revision against
 * which the answers were checked and no id is in use, and everything else depends on the update. It returns a row for
 * each repeat, and one that says `stored` or, if there is no response to store, `current`. No row means that the survey
 * has changed.
 * Answers are sent as text with separators, which the database splits faster than it parses an array of quoted
 * elements. The account is locked after the survey, as in every transaction.
 *
 * The plan must not depend on statistics, which are wrong when a table has just grown. An id is looked up as the first
 * one from that id on: with `WITHOUT_SORTS`, only the index of ids gives that order, while for two equalities the index
 * of sequence numbers may look as good, and all responses of the survey would be read. The account is named wherever
 * the survey is, so that every index of surveys that leads to it has its whole key.
 */
function storeStatement(ifLocked: IfLocked): string {
  const isStorable = `${THE_SURVEY} and survey.revision = $2::bigint and survey.taken_down = 0 and $6::int > 0
    and (survey.response_limit is null or survey.response_count + $6::int <= survey.response_limit)
    and not exists (select from repeated) and not exists (select from removed)`
  const skips = ifLocked === 'skip'
  return `
with submitted as materialized (
  select * from unnest($3::uuid[], $4::timestamptz[], string_to_array($5, E'\\x1e'))
    with ordinality as submitted (id, submitted_at, answers, number)
), repeated as materialized (
  select found.* from submitted cross join lateral (
    select id, submitted_at, answers from response where survey_id = $1::bigint and id >= submitted.id order by id limit 1
  ) found where found.id = submitted.id
), removed as materialized (
  select found.* from submitted cross join lateral (
    select id from removed_response where survey_id = $1::bigint and id = submitted.id limit 1
  ) found
)${skips ? `, free as materialized (${LOCK_FREE} where ${isStorable} for no key update skip locked)` : ''}
, changed as (
  update survey set response_count = response_count + $6::int, last_sequence = last_sequence + $6::int,
    stored_bytes = stored_bytes + $11::bigint, change_count = change_count + 1,
    status = case when ${IS_FULL} then 'closed' else status end, revision = case when ${IS_FULL} then revision + 1 else revision end
  where ${isStorable} ${skips ? 'and exists (select from free)' : ''}
  returning last_sequence - $6::int as base, change_count, revision > $2::bigint as is_full
), inserted as (
  insert into response (survey_id, sequence, id, submitted_at, answers)
  select $1::bigint, base + number, id, submitted_at, answers from changed, submitted where number <= $6::int
), counted as (
  insert into tally (survey_id, question, slot, count)
  select $1::bigint, question, slot, count
  from changed, unnest($7::bigint[], $8::bigint[], $9::bigint[]) as counts (question, slot, count)
  on conflict (survey_id, question, slot) do update set count = tally.count + excluded.count
), listed as (
  update account set revision = account.revision + 1 from changed where account.id = $10
)
select case when is_full then 'stored_last' else 'stored' end, change_count, null::uuid, null::timestamptz, null from changed
union all select 'repeated', null, id, submitted_at, answers from repeated
union all select 'removed', null, id, null, null from removed
union all select 'current', null, null, null, null from survey
  where ${THE_SURVEY} and revision = $2::bigint and taken_down = 0 and $6::int = 0
${skips ? `union all select 'locked', null, null, null, null from survey where ${isStorable} and not exists (select from free)` : ''}`
}

const THE_SURVEY = 'survey.id = $1::bigint and survey.account_id = $10'

/** The responses make the survey's count reach its limit. */
const IS_FULL = 'response_count + $6::int = response_limit'

/** Neither the survey nor its account, whose list changes, may be locked. */
const LOCK_FREE = 'select from survey join account on account.id = $10'

/** For the transaction: no plan sorts if an index has the order. */
const WITHOUT_SORTS: Statement = { sql: 'set local enable_sort = off', parameters: [] }

const STATEMENTS: Readonly<Record<IfLocked, string>> = { skip: storeStatement('skip'), wait: storeStatement('wait') }

/** JSON has no control characters. */
const RECORD_SEPARATOR = '\x1e'

export interface BatchResult {
  readonly outcome: BatchOutcome
  /** The number of the change, if anything was stored. */
  readonly changeNumber?: number
}

/**
 * Stores batches in one transaction, in one round trip. If another process stores a response with one of their ids at
 * the same moment, nothing is stored, and another attempt finds that response.
 */
export async function storeBatches(
  transactions: Transactions,
  batches: readonly ResponseBatch[],
  ifLocked: IfLocked,
): Promise<BatchResult[]> {
  try {
    const statements = batches.map(batch => ({ sql: STATEMENTS[ifLocked], parameters: parametersOf(batch) }))
    const [, ...rows] = await transactions.runTransaction([WITHOUT_SORTS, ...statements])
    const results = rows.map(resultOf)
    const hasRepeats = results.some(({ outcome }) => typeof outcome === 'object')
    if (hasRepeats) await transactions.confirmCommits()
    return results
  } catch (error) {
    if (isLockTimeout(error)) return batches.map(() => ({ outcome: 'survey_locked' }))
    if (isUniqueViolation(error)) return batches.map(() => ({ outcome: 'survey_changed' }))
    throw error
  }
}

function parametersOf(batch: ResponseBatch): unknown[] {
  const { survey, responses, counts, refusedIds } = batch
  return [
    survey.id,
    survey.revision,
    unquoted([...responses.map(({ id }) => id), ...refusedIds]),
    unquoted(responses.map(({ submittedAt }) => submittedAt)),
    responses.map(({ answers }) => answers).join(RECORD_SEPARATOR),
    responses.length,
    counts.map(({ question }) => question),
    counts.map(({ slot }) => slot),
    counts.map(({ count }) => count),
    survey.accountId,
    addedBytes(batch),
  ]
}

/** An array in the database's syntax, of values that need no quotes. */
function unquoted(values: readonly string[]): string {
  return `{${values.join(',')}}`
}

type Row = readonly [
  kind: 'stored' | 'stored_last' | 'current' | 'locked' | 'repeated' | 'removed',
  changeNumber: number | null,
  ...response: (string | null)[],
]

function resultOf(rows: Rows): BatchResult {
  const stored: StoredResponse[] = []
  const removedIds: string[] = []
  for (const [kind, , id, submittedAt, answers] of rows as readonly Row[]) {
    if (kind === 'removed') removedIds.push(id ?? '')
    if (kind === 'repeated') stored.push({ id: id ?? '', submittedAt: submittedAt ?? '', answers: answers ?? '' })
  }
  if (stored.length + removedIds.length > 0) return { outcome: { stored, removedIds } }
  const [kind, changeNumber] = (rows as readonly Row[])[0] ?? []
  if (kind === undefined) return { outcome: 'survey_changed' }
  if (kind === 'locked') return { outcome: 'survey_locked' }
  return {
    outcome: kind === 'stored_last' ? kind : 'stored',
    ...(typeof changeNumber === 'number' && { changeNumber }),
  }
}
