import { type Kysely, sql, type Transaction } from 'kysely'
import { BatchedStatement } from '../batched-statement.ts'
import type { Engine } from '../engine.ts'
import type { Tables } from '../tables.ts'

/** Rows rewritten in one step: a few milliseconds of work. */
const ITEMS_PER_STEP = 64
const VOTES_PER_STEP = 512

/** The last rewritten row, by table and key. */
interface Position {
  readonly table: 'board_item' | 'board_vote'
  readonly question: number
  readonly sequence: number
  /** Empty for the table of items. */
  readonly voter: string
}

/** Of no survey: a rewrite that begins with it is repeated. */
const NO_REVISION = -1

const START: Position = { table: 'board_item', question: -1, sequence: 0, voter: '' }

/** A survey with votes that have not been rewritten since they were cast. */
export interface PendingRewrite {
  readonly surveyId: number
  /** Changes with every vote and with every step. */
  readonly state: string
  /** Where the rewrite continues; null if it has not begun. */
  readonly position: string | null
}

/**
 * Rewrites a survey's votes and the items that count them, in the order of their keys, which are hashes. Otherwise the
 * order of rows in the database files would reveal which votes were cast one after the other. A rewrite is a series of
 * short transactions, each of which locks the survey. Its position is stored, so that any process can continue it.
 */
export class VoteRewrite {
  readonly #engine: Engine
  readonly #insertItems: BatchedStatement
  readonly #insertVotes: BatchedStatement

  constructor(engine: Engine) {
    this.#engine = engine
    const item = { survey_id: 0, question: 0, sequence: 0, id: '', text: '', state: 'shown' as const, votes: 0 }
    const vote = { survey_id: 0, question: 0, sequence: 0, voter: '' }
    const { reader } = engine
    this.#insertItems = new BatchedStatement(size => reader.insertInto('board_item').values(Array(size).fill(item)))
    this.#insertVotes = new BatchedStatement(size => reader.insertInto('board_vote').values(Array(size).fill(vote)))
  }

  async pending(): Promise<PendingRewrite[]> {
    const rows = await this.#engine.reader
      .selectFrom('vote_rewrite')
      .innerJoin('survey', 'survey.id', 'vote_rewrite.survey_id')
      .select(['survey_id as surveyId', 'board_revision as revision', 'position'])
      .execute()
    return rows.map(({ surveyId, revision, position }) => ({ surveyId, state: `${revision} ${position}`, position }))
  }

  /**
   * Rewrites the next rows.
   * @param position where the caller's last step ended
   * @returns where the next step begins; undefined if nothing is left or another process made a step meanwhile
   */
  async step({ surveyId, position }: Pick<PendingRewrite, 'surveyId' | 'position'>): Promise<string | undefined> {
    const next = await this.#engine.write(async db => {
      const query = db.selectFrom('survey').select('board_revision').where('id', '=', surveyId)
      const survey = await this.#engine.lockRows(query).executeTakeFirst()
      const own = db.selectFrom('vote_rewrite').select(['position', 'revision']).where('survey_id', '=', surveyId)
      const rewrite = await own.executeTakeFirst()
      if (survey === undefined || rewrite === undefined || rewrite.position !== position) return undefined
      const revision = rewrite.revision ?? survey.board_revision
      const reached = await this.#rewrite(db, surveyId, position === null ? START : JSON.parse(position))
      if (reached === undefined) return this.#finish(db, surveyId, revision === survey.board_revision)
      const progress = { position: JSON.stringify(reached), revision }
      await db.updateTable('vote_rewrite').set(progress).where('survey_id', '=', surveyId).execute()
      return progress.position
    })
    // The write-ahead log still contains the rows in voting order.
    if (next === undefined) this.#engine.eraseDeleted()
    return next
  }

  /** @param isComplete whether nothing has changed since the rewrite began; otherwise it starts again later */
  async #finish(db: Transaction<Tables>, surveyId: number, isComplete: boolean): Promise<undefined> {
    const restart = { position: null, revision: null }
    if (isComplete) await db.deleteFrom('vote_rewrite').where('survey_id', '=', surveyId).execute()
    else await db.updateTable('vote_rewrite').set(restart).where('survey_id', '=', surveyId).execute()
  }

  /** @returns the position of the last row; undefined at the end */
  async #rewrite(db: Transaction<Tables>, surveyId: number, after: Position): Promise<Position | undefined> {
    if (after.table === 'board_vote') return this.#rewriteVotes(db, surveyId, after)
    const reached = await this.#rewriteItems(db, surveyId, after)
    return reached ?? { ...START, table: 'board_vote' }
  }

  async #rewriteItems(db: Transaction<Tables>, surveyId: number, after: Position): Promise<Position | undefined> {
    const isAfter = sql<boolean>`(question, sequence) > (${after.question}, ${after.sequence})`
    const columns = ['question', 'sequence', 'id', 'text', 'state', 'votes'] as const
    const query = db.selectFrom('board_item').select(columns).where('survey_id', '=', surveyId).where(isAfter)
    const rows = await query.orderBy('question').orderBy('sequence').limit(ITEMS_PER_STEP).execute()
    const last = rows.at(-1)
    if (last === undefined) return undefined
    const isIncluded = sql<boolean>`(question, sequence) <= (${last.question}, ${last.sequence})`
    await db.deleteFrom('board_item').where('survey_id', '=', surveyId).where(isAfter).where(isIncluded).execute()
    await this.#insertItems.run(
      db,
      rows.map(row => [surveyId, row.question, row.sequence, row.id, row.text, row.state, row.votes]),
    )
    return { table: 'board_item', question: last.question, sequence: last.sequence, voter: '' }
  }

  async #rewriteVotes(db: Transaction<Tables>, surveyId: number, after: Position): Promise<Position | undefined> {
    const isAfter = sql<boolean>`(question, sequence, voter) > (${after.question}, ${after.sequence}, ${after.voter})`
    const columns = ['question', 'sequence', 'voter'] as const
    const query = db.selectFrom('board_vote').select(columns).where('survey_id', '=', surveyId).where(isAfter)
    const inOrder = query.orderBy('question').orderBy('sequence').orderBy('voter')
    const rows = await inOrder.limit(VOTES_PER_STEP).execute()
    const last = rows.at(-1)
    if (last === undefined) return undefined
    const isIncluded = sql<boolean>`(question, sequence, voter) <= (${last.question}, ${last.sequence}, ${last.voter})`
    await db.deleteFrom('board_vote').where('survey_id', '=', surveyId).where(isAfter).where(isIncluded).execute()
    await this.#insertVotes.run(
      db,
      rows.map(({ question, sequence, voter }) => [surveyId, question, sequence, voter]),
    )
    return { table: 'board_vote', question: last.question, sequence: last.sequence, voter: last.voter }
  }
}

/**
 * Records that surveys have received votes, which must be rewritten. A rewrite under way is repeated: the vote of who asked a held
 * question is not in the survey's board revision.
 */
export async function requestVoteRewrite(db: Kysely<Tables>, surveyIds: readonly number[]): Promise<void> {
  if (surveyIds.length === 0) return
  await db
    .insertInto('vote_rewrite')
    .values(surveyIds.map(survey_id => ({ survey_id, revision: null, position: null })))
    .onConflict(conflict =>
      conflict
        .column('survey_id')
        .doUpdateSet({ revision: NO_REVISION })
        .where('vote_rewrite.position', 'is not', null),
    )
    .execute()
}
