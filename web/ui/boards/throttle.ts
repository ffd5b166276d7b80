/** Runs a task one at a time, at intervals, and once for all requests that arrive meanwhile. */
export class Throttle {
  readonly #task: () => Promise<void>
  readonly #interval: () => number
  #isRequested = false
  #isRunning = false
  #startedAt = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param interval minimum time between two starts, in milliseconds; read at each request */
  constructor(run: () => Promise<void>, interval: () => number) {
    this.#task = run
    this.#interval = interval
  }

  /** Schedules a run that starts after this call, and so sees everything up to now. */
  request(): void {
    this.#isRequested = true
    clearTimeout(this.#timer)
    if (this.#isRunning) return
    const wait = this.#startedAt + this.#interval() - performance.now()
    if (wait > 0) this.#timer = setTimeout(() => this.#run(), wait)
    else this.#run()
  }

  async #run(): Promise<void> {
    this.#isRequested = false
    this.#isRunning = true
    this.#startedAt = performance.now()
    await this.#task()
    this.#isRunning = false
    if (this.#isRequested) this.request()
  }
}
