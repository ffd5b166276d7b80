import type { Kysely } from 'kysely'
import type { Engine } from './engine.ts'
import type { Tables } from './tables.ts'

/** When the last backup of the installation was made, in milliseconds since the epoch. */
export class LastBackup {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  async record(madeAt: number): Promise<void> {
    await this.#engine.write(db => db.updateTable('installation').set({ last_backup_at: madeAt }).execute())
  }

  /** @returns null if none was recorded */
  find(): Promise<number | null> {
    return findLastBackup(this.#engine.reader)
  }
}

export async function findLastBackup(db: Kysely<Tables>): Promise<number | null> {
  const row = await db.selectFrom('installation').select('last_backup_at').executeTakeFirst()
  return row?.last_backup_at ?? null
}
