/** Time limits of a connection, in milliseconds. */
export interface TimeLimits {
  /** For a statement, enforced by the database. */
  readonly statement: number
  /**
   * For the reply to a statement, enforced by this process; 0 for unlimited. Without it, a connection whose packets
   * vanish, for example after a failover, would never fail. Longer than `statement`, so that a reachable database gives
   * up first.
   */
  readonly reply: number
  /** For opening a connection, and for waiting until one is free. */
  readonly connect: number
  /** For waiting for a lock. */
  readonly lock: number
  /**
   * How long a transaction keeps its locks while its process is silent. No longer than `reply`, because a repeat needs
   * the locks.
   */
  readonly idleInTransaction: number
}

/** After its connections have died, a process serves again within `reply` plus the time to open a connection. */
export const TIME_LIMITS: TimeLimits = {
  statement: 10_000,
  reply: 11_000,
  connect: 5_000,
  lock: 5_000,
  idleInTransaction: 10_000,
}
