import type { Kysely } from 'kysely'
import type { QuestionsText } from '../domain/question.ts'
import { lockAccount } from './accounts.ts'
import type { Engine } from './engine.ts'
import {
  findIdempotencyKey,
  type IdempotencyMatch,
  type IdempotentRequest,
  storeIdempotencyKey,
} from './idempotency.ts'
import { storedBytesOf } from './stored-bytes.ts'
import type { Tables } from './tables.ts'

export interface Template {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly questions: QuestionsText
}

export interface NewTemplate extends Template {
  readonly accountId: string
}

export class Templates {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** @param request if it created a template before, none is added and its match is returned */
  add(
    { accountId, ...template }: NewTemplate,
    maxTemplates: number,
    request?: IdempotentRequest,
  ): Promise<'added' | 'limit_reached' | IdempotencyMatch> {
    const { id, name, createdAt, updatedAt, questions } = template
    return this.#engine.write(async db => {
      await lockAccount(this.#engine, db, accountId)
      const match = request && (await findIdempotencyKey(db, accountId, request))
      if (match !== undefined) return match
      const { count, last } = await countAndLastUpdate(db, accountId)
      if (Number(count) >= maxTemplates) return 'limit_reached'
      const times = { created_at: createdAt, updated_at: updatedAt, update_sequence: Number(last ?? 0) + 1 }
      await db
        .insertInto('template')
        .values({ id, account_id: accountId, name, questions, ...times, stored_bytes: storedBytesOf(questions) })
        .execute()
      if (request !== undefined) await storeIdempotencyKey(db, accountId, request, id)
      return 'added'
    })
  }

  /** All templates, most recently updated first, in pages of `size`. Each page is read when it is asked for. */
  async *pages(accountId: string, size: number): AsyncGenerator<readonly Template[]> {
    const ofAccount = this.#engine.reader.selectFrom('template').where('account_id', '=', accountId)
    const rows = await ofAccount.orderBy('update_sequence', 'desc').select('id').execute()
    const ids = rows.map(({ id }) => id)
    for (let first = 0; first < ids.length; first += size) {
      const page = this.#select()
        .where('account_id', '=', accountId)
        .where('id', 'in', ids.slice(first, first + size))
      yield await page.orderBy('update_sequence', 'desc').execute()
    }
  }

  /** @returns undefined if the account does not own a template with this id */
  find(accountId: string, id: string): Promise<Template | undefined> {
    return this.#select().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()
  }

  #select() {
    return this.#engine.reader
      .selectFrom('template')
      .select(['id', 'name', 'created_at as createdAt', 'updated_at as updatedAt', 'questions'])
  }
}

/** The number of templates of an account, and the highest update sequence number among them. */
function countAndLastUpdate(db: Kysely<Tables>, accountId: string) {
  return db
    .selectFrom('template')
    .where('account_id', '=', accountId)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max<number | null>('update_sequence').as('last')])
    .executeTakeFirstOrThrow()
}
