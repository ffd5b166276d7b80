import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Job } from './jobs.ts'

const FILE = join(import.meta.dirname, '../../node_modules/.cache/test-durations.json')
/** What a fresh clone starts with, as long as no run has measured it: what takes long by its nature. */
const LONG_BY_NATURE = /model|races|browser|types|limits|cli|serve|static/

/** How long each job took when it last ran here, in milliseconds, so that the longest can start first. */
export class Durations {
  readonly #known: Map<string, number>

  constructor() {
    this.#known = new Map(Object.entries(read()))
  }

  longestFirst(jobs: readonly Job[]): Job[] {
    return jobs.toSorted((a, b) => this.#expected(b) - this.#expected(a))
  }

  record(job: Job, milliseconds: number): void {
    this.#known.set(nameOf(job), Math.round(milliseconds))
  }

  save(): void {
    mkdirSync(dirname(FILE), { recursive: true })
    writeFileSync(FILE, JSON.stringify(Object.fromEntries(this.#known), null, 1))
  }

  #expected(job: Job): number {
    return this.#known.get(nameOf(job)) ?? (LONG_BY_NATURE.test(job.name) ? 20_000 : 5_000)
  }
}

function nameOf({ name, engine }: Job): string {
  return `${engine} ${name}`
}

function read(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'))
  } catch {
    return {}
  }
}
