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

  /** @param keyed the request that asks for it; one that made a template before adds none, and that one is returned */
  add(
    { accountId, ...template }: NewTemplate,
    cap: number,
    keyed?: IdempotentRequest,
  ): Promise<'added' | 'limit_reached' | IdempotencyMatch> {
    const { id, name, createdAt, updatedAt, questions } = template
    return this.#engine.write(async db => {
      await lockAccount(this.#engine, db, accountId)
      const earlier = keyed && (await findIdempotencyKey(db, accountId, keyed))
      if (earlier !== undefined) return earlier
      const { held, touched } = await countAndLastUpdate(db, accountId)
      if (Number(held) >= cap) return 'limit_reached'
      const times = { created_at: createdAt, updated_at: updatedAt, touched: Number(touched ?? 0) + 1 }
      await db
        .insertInto('template')
        .values({ id, account_id: accountId, name, questions, ...times })
        .execute()
      if (keyed !== undefined) await storeIdempotencyKey(db, accountId, keyed, id)
      return 'added'
    })
  }

  /** Most recently updated first. */
  list(accountId: string): Promise<Template[]> {
    return this.#select().where('account_id', '=', accountId).orderBy('touched', 'desc').execute()
  }

  /** A template of the account's own; another's is not found. */
  find(accountId: string, id: string): Promise<Template | undefined> {
    return this.#select().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()
  }

  #select() {
    return this.#engine.reader
      .selectFrom('template')
      .select(['id', 'name', 'created_at as createdAt', 'updated_at as updatedAt', 'questions'])
  }
}

/** How many templates the account holds, and the highest `touched` among them. */
function countAndLastUpdate(db: Kysely<Tables>, accountId: string) {
  return db
    .selectFrom('template')
    .where('account_id', '=', accountId)
    .select(({ fn }) => [fn.countAll<number>().as('held'), fn.max<number | null>('touched').as('touched')])
    .executeTakeFirstOrThrow()
}
