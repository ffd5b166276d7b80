// What the API neither does to a survey nor shows of one.
import type { ItemState } from '../../src/domain/boards/board.ts'
import type { QuestionsText } from '../../src/domain/surveys/question.ts'
import { countRows } from '../../src/store/row-count.ts'
import type { Service } from '../harness.ts'

/** Sets the number of bytes counted for each survey of an account. */
export function setStoredBytes({ engine }: Service, accountId: string, bytes: number): Promise<void> {
  return engine.write(async db => {
    await db.updateTable('survey').where('account_id', '=', accountId).set({ stored_bytes: bytes }).execute()
  })
}

/** The bytes counted as stored by a survey. */
export async function storedBytes({ context }: Service, slug: string): Promise<number | undefined> {
  return (await context.store.storedBytesAt(slug))?.survey
}

/** Replaces the questions of a survey by any others, such as those that an earlier version would have stored. */
export function setQuestions({ engine }: Service, slug: string, questions: QuestionsText): Promise<void> {
  return engine.write(async db => {
    await db
      .updateTable('survey')
      .where('slug', '=', slug)
      .set(row => ({ questions, revision: row('revision', '+', 1) }))
      .execute()
  })
}

/** A survey as it is stored. */
export async function storedSurvey({ engine }: Service, slug: string) {
  return engine.reader.selectFrom('survey').where('slug', '=', slug).selectAll().executeTakeFirstOrThrow()
}

/** The number of rows that hold a vote of somebody. */
export function countVoteRows({ engine }: Service): Promise<number> {
  return countRows(engine.reader.selectFrom('board_vote'))
}

/** The sequences of a survey's responses, in order. */
export async function sequencesOf({ engine }: Service, slug: string): Promise<number[]> {
  const ofSurvey = engine.reader.selectFrom('response').innerJoin('survey', 'survey.id', 'survey_id')
  const rows = await ofSurvey.where('slug', '=', slug).orderBy('sequence').select('sequence').execute()
  return rows.map(({ sequence }) => Number(sequence))
}

/** The ids of a board's questions in the order in which respondents first saw them. */
export async function boardItemIds({ engine }: Service, slug: string, question = 0): Promise<string[]> {
  const ofSurvey = engine.reader.selectFrom('board_item').innerJoin('survey', 'survey.id', 'survey_id')
  const rows = await ofSurvey
    .where('slug', '=', slug)
    .where('question', '=', question)
    .where('sequence', '>', 0)
    .orderBy('sequence')
    .select('board_item.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The hours (since the epoch) in which the dashboard sessions of a survey were last used. */
export async function dashboardSessionHours({ context }: Service, slug: string): Promise<number[]> {
  const { sessions = [] } = (await context.store.surveyCredentials.findOpeners(slug)) ?? {}
  return sessions.map(({ lastUsedHour }) => lastUsedHour)
}

/** Shows, holds, hides or answers a question on a board, which only its creator can do. */
export function setItemState({ engine }: Service, itemId: string, state: ItemState): Promise<void> {
  return engine.write(async db => {
    await db.updateTable('board_item').where('id', '=', itemId).set({ state }).execute()
    await db
      .updateTable('survey')
      .set(row => ({ board_revision: row('board_revision', '+', 1) }))
      .where('id', 'in', db.selectFrom('board_item').where('id', '=', itemId).select('survey_id'))
      .execute()
  })
}

export function deleteTemplate({ engine }: Service, templateId: string): Promise<void> {
  return engine.write(async db => void (await db.deleteFrom('template').where('id', '=', templateId).execute()))
}
