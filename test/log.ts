import { pino } from 'pino'

/** The log of resources opened by tests. Set the level to see why a store retries or refuses. */
export const log = pino({ level: process.env.SOUNDINGS_TEST_LOG ?? 'silent' })
