/** An act that is asked for often: run one at a time, a gap apart, and once for all who asked meanwhile. */
export class Paced {
  readonly #act: () => Promise<void>
  readonly #gap: () => number
  #asked = false
  #running = false
  #began = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param gap between two beginnings at least, in milliseconds; looked at anew whenever it is asked for */
  constructor(act: () => Promise<void>, gap: () => number) {
    this.#act = act
    this.#gap = gap
  }

  /** Has it run soon, from its beginning: it will see all that has happened by now. */
  ask(): void {
    this.#asked = true
    clearTimeout(this.#timer)
    if (this.#running) return
    const wait = this.#began + this.#gap() - performance.now()
    if (wait > 0) this.#timer = setTimeout(() => this.#run(), wait)
    else this.#run()
  }

  async #run(): Promise<void> {
    this.#asked = false
    this.#running = true
    this.#began = performance.now()
    await this.#act()
    this.#running = false
    if (this.#asked) this.ask()
  }
}
