import { type Kysely, sql } from 'kysely'
import { type RateLimitResult, WINDOW_MS } from '../engine.ts'
import type { Tables } from '../tables.ts'

/**
 * Counts a call with one statement on an unlogged table, without waiting for the disk. If the clock was set back, a
 * window neither restarts nor ends later than an hour from now.
 */
export async function consume(db: Kysely<Tables>, key: string, limit: number, now: number): Promise<RateLimitResult> {
  const hasEnded = sql<boolean>`rate_limit.window_start + ${WINDOW_MS} <= ${now}`
  const { rows } = await sql<{ window_start: number; count: number }>`
    insert into rate_limit (key, window_start, count) values (${key}, ${now}, 1)
    on conflict (key) do update set
      window_start = case
        when ${hasEnded} then excluded.window_start
        else least(rate_limit.window_start, excluded.window_start)
      end,
      count = case when ${hasEnded} then 1 else rate_limit.count + 1 end
    where ${hasEnded} or rate_limit.count < ${limit}
    returning window_start, count`.execute(db)
  const [row] = rows
  if (row === undefined)
    return { allowed: false, left: 0, millisecondsLeft: (await windowStart(db, key, now)) + WINDOW_MS - now }
  return { allowed: true, left: limit - row.count, millisecondsLeft: row.window_start + WINDOW_MS - now }
}

/** Subtracts a call, if its window has not ended. */
export async function refund(db: Kysely<Tables>, key: string, now: number): Promise<void> {
  await db
    .updateTable('rate_limit')
    .set(row => ({ count: row('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .where('window_start', '>', now - WINDOW_MS)
    .execute()
}

/** The start of a window whose limit is reached; `now` if the clock has been set back since. */
async function windowStart(db: Kysely<Tables>, key: string, now: number): Promise<number> {
  const { rows } = await sql<{ window_start: number }>`
    update rate_limit set window_start = least(window_start, ${now}) where key = ${key}
    returning window_start`.execute(db)
  return rows[0]?.window_start ?? now
}
