import { addedBytes, type BatchOutcome, type ResponseBatch, type UsedIds } from '../response-batch.ts'
import type { Connection } from './connection.ts'

const SURVEY = `select last_sequence, response_count from survey where id = ? and revision = ? and taken_down = 0`
const RESPONSE = `select id, submitted_at, answers from response where survey_id = ? and id = ?`
const REMOVED = `select id from removed_response where survey_id = ? and id = ?`
const INSERT = `insert into response (survey_id, sequence, id, submitted_at, answers) values (?, ?, ?, ?, ?)`
const COUNT = `insert into tally (survey_id, question, slot, count) values (?, ?, ?, ?)
  on conflict (survey_id, question, slot) do update set count = count + excluded.count`
const UPDATE_SURVEY = `update survey set response_count = response_count + ?, last_sequence = ?,
  stored_bytes = stored_bytes + ? where id = ?`
const UPDATE_ACCOUNT = `update account set revision = revision + 1 where id = ?`

/**
 * Stores a batch of responses, inside a transaction that nothing else writes to. The statements run one after the other
 * without a turn of the event loop between them, which would cost more than most of them.
 */
export function storeBatch(connection: Connection, batch: ResponseBatch): BatchOutcome {
  const { survey, responses, counts } = batch
  const [row] = connection.selectRows(SURVEY, survey.id, survey.revision) as [lastSequence: number, count: number][]
  if (row === undefined) return 'survey_changed'
  const [lastSequence, responseCount] = row
  const repeats = findRepeats(connection, batch, responseCount < lastSequence)
  if (repeats.stored.length + repeats.removedIds.length > 0) return repeats
  if (responses.length === 0) return 'stored'
  for (const [index, { id, submittedAt, answers }] of responses.entries())
    connection.run(INSERT, survey.id, lastSequence + index + 1, id, submittedAt, answers)
  for (const { question, slot, count } of counts) connection.run(COUNT, survey.id, question, slot, count)
  connection.run(UPDATE_SURVEY, responses.length, lastSequence + responses.length, addedBytes(batch), survey.id)
  connection.run(UPDATE_ACCOUNT, survey.accountId)
  return 'stored'
}

function findRepeats(
  connection: Connection,
  { survey, responses, refusedIds }: ResponseBatch,
  someRemoved: boolean,
): UsedIds {
  const ids = [...responses.map(({ id }) => id), ...refusedIds]
  const find = (sql: string) => ids.flatMap(id => connection.selectRows(sql, survey.id, id)) as string[][]
  return {
    stored: find(RESPONSE).map(([id = '', submittedAt = '', answers = '']) => ({ id, submittedAt, answers })),
    removedIds: someRemoved ? find(REMOVED).map(([id = '']) => id) : [],
  }
}
