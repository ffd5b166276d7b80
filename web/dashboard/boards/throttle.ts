/** An act that is asked for often: run one at a time, a gap apart, and once for all who asked meanwhile. */
export class Throttle {
  readonly #task: () => Promise<void>
  readonly #interval: () => number
  #isRequested = false
  #isRunning = false
  #startedAt = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param gap between two beginnings at least, in milliseconds; looked at anew whenever it is asked for */
  constructor(run: () => Promise<void>, interval: () => number) {
    this.#task = run
    this.#interval = interval
  }

  /** Has it run soon, from its beginning: it will see all that has happened by now. */
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
