/** Time limits of a connection, in milliseconds. */
export interface TimeLimits {
  /** Of a statement, kept by the database. */
  readonly statement: number
  /**
   * How long a statement may stay without a reply, kept by this process; 0 for no limit. A connection whose packets
   * vanish, as after a failover, never fails by itself. Longer than `statement`, so that a database that can be reached
   * is the first to give up.
   */
  readonly reply: number
  /** Of a new connection, and of waiting for a free one. */
  readonly connect: number
  /** Of waiting for a lock. */
  readonly lock: number
  /** How long a transaction keeps its locks while its process is silent. No longer than `reply`: a repeat needs them. */
  readonly idleInTransaction: number
}

/** A process serves again at most `reply` and one new connection after its connections have died. */
export const TIME_LIMITS: TimeLimits = {
  statement: 10_000,
  reply: 11_000,
  connect: 5_000,
  lock: 5_000,
  idleInTransaction: 10_000,
}
