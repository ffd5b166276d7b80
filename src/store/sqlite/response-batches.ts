import { placesLeft } from '../../domain/surveys/survey-settings/response-limit.ts'
import { addedBytes, type BatchOutcome, type ResponseBatch, type UsedIds } from '../responses/response-batch.ts'
import type { Connection } from './connection.ts'
import type { ResponseIdIndex, SurveyRow } from './response-id-index.ts'

const SURVEY = `select last_sequence, response_count, response_limit from survey where id = ? and revision = ? and taken_down = 0`
const REMOVED = `select id from removed_response where survey_id = ? and id = ?`
const INSERT = `insert into response (survey_id, sequence, id, submitted_at, answers) values (?, ?, ?, ?, ?)`
const COUNT = `insert into tally (survey_id, question, slot, count) values (?, ?, ?, ?)
  on conflict (survey_id, question, slot) do update set count = count + excluded.count`
const UPDATE_SURVEY = `update survey set response_count = response_count + ?, last_sequence = ?,
  stored_bytes = stored_bytes + ? where id = ?`
const CLOSE = `update survey set status = 'closed', revision = revision + 1 where id = ?`
const UPDATE_ACCOUNT = `update account set revision = revision + 1 where id = ?`

type SurveyColumns = [lastSequence: number, count: number, limit: number | null]

/**
 * Stores a batch of responses, inside a transaction in which nothing else writes. The statements run one after the
 * other without a turn of the event loop in between, which would cost more than most of them.
 */
export function storeBatch(connection: Connection, index: ResponseIdIndex, batch: ResponseBatch): BatchOutcome {
  const { survey, responses, counts } = batch
  const [row] = connection.selectRows(SURVEY, survey.id, survey.revision) as SurveyColumns[]
  if (row === undefined) return 'survey_changed'
  const [lastSequence, responseCount, responseLimit] = row
  const left = placesLeft({ responseLimit, responseCount }) - responses.length
  if (responses.length > 0 && left < 0) return 'survey_changed'
  const stored = { id: survey.id, lastSequence, responseCount }
  const repeats = findRepeats(connection, index, stored, batch)
  if (repeats.stored.length + repeats.removedIds.length > 0) return repeats
  if (responses.length === 0) return 'stored'
  for (const [offset, { id, submittedAt, answers }] of responses.entries())
    connection.run(INSERT, survey.id, lastSequence + offset + 1, id, submittedAt, answers)
  index.add(
    stored,
    responses.map(({ id }) => id),
  )
  for (const { question, slot, count } of counts) connection.run(COUNT, survey.id, question, slot, count)
  connection.run(UPDATE_SURVEY, responses.length, lastSequence + responses.length, addedBytes(batch), survey.id)
  if (left === 0) connection.run(CLOSE, survey.id)
  connection.run(UPDATE_ACCOUNT, survey.accountId)
  return left === 0 ? 'stored_last' : 'stored'
}

function findRepeats(connection: Connection, index: ResponseIdIndex, survey: SurveyRow, batch: ResponseBatch): UsedIds {
  const sent = [...batch.responses.map(({ id }) => id), ...batch.refusedIds]
  const someRemoved = survey.responseCount < survey.lastSequence
  const isRemoved = (id: string) => connection.selectRows(REMOVED, survey.id, id).length > 0
  return { stored: index.find(survey, sent), removedIds: someRemoved ? sent.filter(isRemoved) : [] }
}
