import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Job } from './jobs.ts'

const FILE = join(import.meta.dirname, '../../node_modules/.cache/test-durations.json')
/** Milliseconds for each file, by its path: what a fresh clone goes by until it has measured a run. The first that fits. */
const ESTIMATES: readonly [path: RegExp, milliseconds: number][] = [
  [/^src\//, 300],
  [/failover|pgbouncer|power-cut/, 60_000],
  [/long|model|races|serve|static|store\/postgres/, 20_000],
  [/browser|limits|types|hostile|first-minute/, 10_000],
  [/./, 2_500],
]

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
    return this.#known.get(nameOf(job)) ?? job.files.reduce((sum, file) => sum + estimateOf(file), 0)
  }
}

function estimateOf(file: string): number {
  return ESTIMATES.find(([path]) => path.test(file))?.[1] ?? 0
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
