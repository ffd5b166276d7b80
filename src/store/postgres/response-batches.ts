import { addedBytes, type BatchOutcome, type ResponseBatch } from '../response-batch.ts'
import type { StoredResponse } from '../stored-response.ts'
import { CHANNEL, encodeChange } from './change-listener.ts'
import { isUniqueViolation, type PoolDriver, type Statement } from './pool.ts'

/**
 * Stores the responses of one survey, or nothing: the update takes effect only if the survey has the revision that the
 * answers were checked against and no id is in use, and everything else depends on it. The rows are the repeats, if any,
 * and one that says `stored` or, where there is no response to store, `current`. No row means that the survey has changed.
 *
 * Lists travel as text with separators, which the database splits faster than it parses an array with quoted elements.
 * The laterals make it look up each id in the unique index, whatever its statistics say.
 */
const STORE = `
with submitted as materialized (
  select * from unnest(string_to_array($3, ','), string_to_array($4, ','), string_to_array($5, E'\\x1e'))
    with ordinality as submitted (id, submitted_at, answers, number)
), repeated as materialized (
  select found.* from submitted cross join lateral (
    select id, submitted_at, answers from response where survey_id = $1::bigint and id = submitted.id limit 1
  ) found
), removed as materialized (
  select found.* from submitted cross join lateral (
    select id from removed_response where survey_id = $1::bigint and id = submitted.id limit 1
  ) found
), changed as (
  update survey set response_count = response_count + $6::int, last_sequence = last_sequence + $6::int,
    stored_bytes = stored_bytes + $11::bigint
  where id = $1::bigint and revision = $2::bigint and taken_down = 0 and $6::int > 0
    and not exists (select from repeated) and not exists (select from removed)
  returning last_sequence - $6::int as base
), inserted as (
  insert into response (survey_id, sequence, id, submitted_at, answers)
  select $1::bigint, base + number, id, submitted_at, answers from changed, submitted where number <= $6::int
), counted as (
  insert into tally (survey_id, question, slot, count)
  select $1::bigint, question, slot, count
  from changed, unnest($7::bigint[], $8::bigint[], $9::bigint[]) as counts (question, slot, count)
  on conflict (survey_id, question, slot) do update set count = tally.count + excluded.count
)
select 'stored', null, null, pg_notify('${CHANNEL}', $10)::text from changed
union all select 'repeated', id, submitted_at, answers from repeated
union all select 'removed', id, null, null from removed
union all select 'current', null, null, null from survey
  where id = $1::bigint and revision = $2::bigint and taken_down = 0 and $6::int = 0`

/** Locks the accounts in the order of their ids, after the surveys, as every transaction does. */
const UPDATE_ACCOUNTS = `
update account set revision = revision + 1
where id in (select id from account where id = any($1::text[]) order by id for no key update)`

/** JSON has no control characters. */
const RECORD_SEPARATOR = '\x1e'

/**
 * Stores batches in one transaction, with one round trip. If another process stores a response with one of their ids at
 * the same moment, nothing is stored, and another attempt finds that response.
 */
export async function storeBatches(pool: PoolDriver, batches: readonly ResponseBatch[]): Promise<BatchOutcome[]> {
  try {
    const results = await pool.runTransaction(statementsFor(batches))
    return results.slice(0, batches.length).map(outcomeOf)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return batches.map(() => 'survey_changed')
  }
}

function statementsFor(batches: readonly ResponseBatch[]): Statement[] {
  const accounts = new Set(batches.filter(hasResponses).map(({ survey }) => survey.accountId))
  const statements = batches.map(batch => ({ sql: STORE, parameters: parametersOf(batch) }))
  return accounts.size === 0 ? statements : [...statements, { sql: UPDATE_ACCOUNTS, parameters: [[...accounts]] }]
}

function hasResponses({ responses }: ResponseBatch): boolean {
  return responses.length > 0
}

function parametersOf(batch: ResponseBatch): unknown[] {
  const { survey, responses, counts, refusedIds } = batch
  return [
    survey.id,
    survey.revision,
    [...responses.map(({ id }) => id), ...refusedIds].join(','),
    responses.map(({ submittedAt }) => submittedAt).join(','),
    responses.map(({ answers }) => answers).join(RECORD_SEPARATOR),
    responses.length,
    counts.map(({ question }) => question),
    counts.map(({ slot }) => slot),
    counts.map(({ count }) => count),
    encodeChange({ slug: survey.slug, part: 'responses' }),
    addedBytes(batch),
  ]
}

type Row = readonly [kind: 'stored' | 'current' | 'repeated' | 'removed', ...(string | null)[]]

function outcomeOf(rows: readonly (readonly unknown[])[]): BatchOutcome {
  const stored: StoredResponse[] = []
  const removedIds: string[] = []
  for (const [kind, id, submittedAt, answers] of rows as readonly Row[]) {
    if (kind === 'removed') removedIds.push(id ?? '')
    if (kind === 'repeated') stored.push({ id: id ?? '', submittedAt: submittedAt ?? '', answers: answers ?? '' })
  }
  if (stored.length + removedIds.length > 0) return { stored, removedIds }
  return rows.length > 0 ? 'stored' : 'survey_changed'
}
