import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ASKED, lectureAnswer } from './lecture.ts'

const PEOPLE = 40
/** How long somebody thinks before answering, in milliseconds. */
const SHORTEST_MS = 1_500
const LONGEST_MS = 9_000
/** Pause before a stream that has ended is opened again. */
const AGAIN_MS = 2_000

interface Question {
  readonly type: string
  readonly text: string
}

/**
 * Simulates people who follow the presenter of a survey over HTTP, as phones do, and answer what is on the screen.
 * @param url of the survey
 */
export function seatAudience(url: string): void {
  for (let person = 0; person < PEOPLE; person++) void new Person(url, person).stay()
}

class Person {
  readonly #url: string
  readonly #number: number
  readonly #voter = randomUUID()
  readonly #done = new Set<number>()

  constructor(url: string, number: number) {
    this.#url = url
    this.#number = number
  }

  async stay(): Promise<void> {
    for (;;) {
      // The server may be stopping, or the survey be deleted.
      await this.#follow().catch(() => undefined)
      await delay(AGAIN_MS, undefined, { ref: false })
    }
  }

  async #follow(): Promise<void> {
    const { body } = await fetch(`${this.#url}/events`)
    let text = ''
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (text + piece).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) this.#hear(event)
    }
  }

  #hear(event: string): void {
    const [, data] = /^event: step\ndata: (.*)$/m.exec(event) ?? []
    if (data === undefined) return
    const { state, index } = JSON.parse(data) as { state: string; index: number | null }
    if (state !== 'live' || index === null || this.#done.has(index)) return
    this.#done.add(index)
    setTimeout(() => void this.#act(index).catch(() => undefined), thinkingTime()).unref()
  }

  async #act(index: number): Promise<void> {
    const response = await fetch(this.#url, { headers: { accept: 'application/json' } })
    const { questions } = (await response.json()) as { questions: Question[] }
    const { type, text } = questions[index] ?? { type: '', text: '' }
    if (type === 'upvoted_question') return this.#number < ASKED.length ? this.#ask(index) : this.#vote(index)
    const round = questions.slice(0, index).filter(earlier => earlier.text === text).length
    const answer = lectureAnswer(this.#number, type, round)
    if (answer === undefined) return
    const answers = questions.map((_, at) => (at === index ? answer : null))
    await this.#send('POST', '/responses', { key: randomUUID(), answers })
  }

  async #ask(index: number): Promise<void> {
    await this.#send('POST', `/board/${index}`, { text: ASKED[this.#number] ?? '', key: randomUUID() })
  }

  /** For one that others like, too. */
  async #vote(index: number): Promise<void> {
    const response = await fetch(`${this.#url}/board/${index}`)
    const { items } = (await response.json()) as { items: { id: string }[] }
    const item = items[Math.floor(items.length * Math.random() ** 2)]
    if (item !== undefined) await this.#send('PUT', `/board/${index}/${item.id}/vote`, { voter: this.#voter })
  }

  async #send(method: string, path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    await fetch(`${this.#url}${path}`, { method, headers, body: JSON.stringify(body) })
  }
}

function thinkingTime(): number {
  return SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS)
}
