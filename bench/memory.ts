import { readFileSync } from 'node:fs'

const EVERY_MS = 50

/** The resident memory of a process, in bytes. */
export class Memory {
  /** The most that one watched act has added while it ran. */
  growth = 0
  /** The most that all of them together have added. */
  growthInAll = 0
  readonly #status: string
  readonly #atFirst: number

  constructor(pid: number) {
    this.#status = `/proc/${pid}/status`
    this.#atFirst = this.#resident()
  }

  async watch<T>(act: () => Promise<T>): Promise<T> {
    const before = this.#resident()
    const timer = setInterval(() => this.#look(before), EVERY_MS)
    const result = await act()
    clearInterval(timer)
    this.#look(before)
    return result
  }

  #look(before: number): void {
    const resident = this.#resident()
    this.growth = Math.max(this.growth, resident - before)
    this.growthInAll = Math.max(this.growthInAll, resident - this.#atFirst)
  }

  #resident(): number {
    const [, kibibytes] = /VmRSS:\s*(\d+) kB/.exec(readFileSync(this.#status, 'utf8')) ?? []
    return Number(kibibytes) * 1_024
  }
}
