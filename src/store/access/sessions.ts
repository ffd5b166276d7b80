import type { Engine } from '../engine.ts'
import { prepareRead } from '../prepared-statement.ts'

/** A browser signed in to a dashboard. The id that it sends is stored only as a hash. */
export interface Session {
  readonly idHash: string
  /** The survey whose dashboard it opens. */
  readonly surveyId: number
  /**
   * Id of the secret from which the admin link was derived. The session ends when links of that secret stop working.
   */
  readonly secretId: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Hours since the epoch. */
  readonly lastUsedHour: number
}

type SessionColumns = [string, number, string, number, number]

/** Browser sessions for dashboards. */
export class Sessions {
  readonly #engine: Engine
  readonly #byIdHash: (idHash: string) => Promise<readonly SessionColumns[]>

  constructor(engine: Engine) {
    this.#engine = engine
    const sessions = engine.reader
      .selectFrom('session')
      .select(['id_hash', 'survey_id', 'secret_id', 'created_at', 'last_used_hour'])
    this.#byIdHash = prepareRead(engine, sessions.where('id_hash', '=', ''))
  }

  async find(idHash: string): Promise<Session | undefined> {
    const [columns] = await this.#byIdHash(idHash)
    if (columns === undefined) return undefined
    const [hash, surveyId, secretId, createdAt, lastUsedHour] = columns
    return { idHash: hash, surveyId, secretId, createdAt, lastUsedHour }
  }

  /**
   * Adds a session, and ends the survey's oldest sessions beyond the maximum.
   * @param replaced hash of the browser's previous session
   * @returns false if the survey has been deleted, or its admin link replaced, meanwhile
   */
  add(
    { idHash, surveyId, secretId, createdAt, lastUsedHour }: Session,
    { adminNonce, replaced, max }: { adminNonce: string; replaced: string | undefined; max: number },
  ): Promise<boolean> {
    return this.#engine.write(async db => {
      const valid = db
        .selectFrom('survey')
        .select('id')
        .where('id', '=', surveyId)
        .where('admin_nonce', '=', adminNonce)
      if ((await this.#engine.lockRows(valid).executeTakeFirst()) === undefined) return false
      const ofSurvey = db.deleteFrom('session').where('survey_id', '=', surveyId)
      if (replaced !== undefined) await ofSurvey.where('id_hash', '=', replaced).execute()
      const times = { created_at: createdAt, last_used_hour: lastUsedHour }
      const row = { id_hash: idHash, survey_id: surveyId, secret_id: secretId, ...times }
      await db.insertInto('session').values(row).execute()
      const newest = db.selectFrom('session').select('id_hash').where('survey_id', '=', surveyId)
      const surplus = newest.orderBy('created_at', 'desc').orderBy('id_hash').limit(max).offset(max)
      await ofSurvey.where('id_hash', 'in', surplus).execute()
      return true
    })
  }

  /** Records the hour in which a session was used. */
  async recordUse(idHash: string, hour: number): Promise<void> {
    await this.#engine.write(db =>
      db.updateTable('session').set('last_used_hour', hour).where('id_hash', '=', idHash).execute(),
    )
  }

  /** Ends a session and its event streams. @param slug of its survey */
  async remove(idHash: string, slug: string): Promise<void> {
    await this.#engine.write(async db => {
      // Locked before its sessions, in the same order as when all of them end.
      await this.#engine.lockRows(db.selectFrom('survey').select('id').where('slug', '=', slug)).execute()
      await db.deleteFrom('session').where('id_hash', '=', idHash).execute()
      await this.#engine.notify(db, { slug, part: 'survey' })
    })
  }
}
