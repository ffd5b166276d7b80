import { Refusal } from '../../domain/values/refusal.ts'
import { FixedWindows, secondsLeft } from '../fixed-windows.ts'

const MAX_SURVEYS = 10_000

/**
 * Limits the requests to one survey's dashboard: those of everybody who can open it together, those through its
 * projector link, or those through its remote link.
 */
export class DashboardRateLimit {
  readonly #limit: number
  readonly #clock: () => number
  readonly #windows = new FixedWindows(MAX_SURVEYS, () => ({ requests: 0 }))

  /** @param limit requests per minute for each survey; 0 means unlimited */
  constructor(limit: number, clock: () => number) {
    this.#limit = limit
    this.#clock = clock
  }

  /** @throws Refusal `rate limit exceeded` with the seconds until the minute ends */
  consume(slug: string): void {
    const now = this.#clock()
    const window = this.#windows.findOrOpen(slug, now)
    window.requests++
    if (this.#limit > 0 && window.requests > this.#limit)
      throw new Refusal('call_limit', { retryAfter: secondsLeft(window, now) })
  }
}
