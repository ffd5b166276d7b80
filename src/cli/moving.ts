import type { Terminal } from './terminal.ts'

/** Shown before and after data moves. */
export const STAYS_BEHIND =
  'Not moved: API tokens, connected applications, sessions, passkeys and mailed links. People sign in again and create new ones.'

/** Number of progress steps shown to people. */
const STEPS = 10

/** Shows on a terminal how many responses have moved. */
export class Progress {
  readonly #terminal: Terminal
  readonly #verb: string
  #responses = 0
  #step = 0

  constructor(terminal: Terminal, verb: string) {
    this.#terminal = terminal
    this.#verb = verb
  }

  add(table: string, rows: number, all: number): void {
    if (table !== 'response' || !this.#terminal.isInteractive) return
    this.#responses += rows
    const step = Math.floor((this.#responses / Math.max(all, 1)) * STEPS)
    if (step === this.#step) return
    this.#step = step
    this.#terminal.say(`${formatCount(this.#responses)} of ${formatCount(all)} responses ${this.#verb}\n`)
  }
}

/** @param rows number of rows by table */
export function movedText({
  account = 0,
  survey = 0,
  response = 0,
  template = 0,
}: Readonly<Record<string, number>>): string {
  const counts = { accounts: account, surveys: survey, responses: response, templates: template }
  return Object.entries(counts)
    .map(([name, count]) => `${formatCount(count)} ${name}`)
    .join(', ')
}

function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}
