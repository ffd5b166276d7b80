import { readFileSync } from 'node:fs'

const EVERY_MS = 50

/** The resident memory of a process, in bytes. */
export class Memory {
  /** The most that a single watched action added while it ran. */
  growth = 0
  /** The most that all of them together added. */
  growthInAll = 0
  readonly #pid: number
  readonly #atFirst: number

  constructor(pid: number) {
    this.#pid = pid
    this.#atFirst = residentBytes(pid)
  }

  async watch<T>(act: () => Promise<T>): Promise<T> {
    const before = residentBytes(this.#pid)
    const timer = setInterval(() => this.#look(before), EVERY_MS)
    try {
      return await act()
    } finally {
      clearInterval(timer)
      this.#look(before)
    }
  }

  #look(before: number): void {
    const resident = residentBytes(this.#pid)
    this.growth = Math.max(this.growth, resident - before)
    this.growthInAll = Math.max(this.growthInAll, resident - this.#atFirst)
  }
}

/** The current memory of a process. */
export function residentBytes(pid: number): number {
  const [, kibibytes] = /VmRSS:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) * 1_024
}
