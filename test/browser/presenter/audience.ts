import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { bodyOf } from '../../api/fixtures.ts'
import { call, type Service } from '../../harness.ts'
import { until } from '../../until.ts'

/** Pause before a stream that has ended is opened again, in milliseconds. */
const AGAIN_MS = 100

interface Step {
  readonly state: string
  readonly index: number | null
}

/** People without a browser, who follow a paced survey by its stream and answer over HTTP, as pages on phones do. */
export class Audience {
  readonly #people: readonly Person[]
  readonly #leaving = new AbortController()
  readonly #stays: readonly Promise<void>[]

  /** @param processes at which they are, in turn */
  constructor(size: number, processes: readonly Service[], slug: string) {
    this.#people = Array.from({ length: size }, (_, at) => {
      const { baseUrl } = processes[at % processes.length] as Service
      return new Person(baseUrl, slug)
    })
    this.#stays = this.#people.map(person => person.stay(this.#leaving.signal))
  }

  /** Resolves when everyone has been told of this step. */
  told(isTold: (step: Step) => boolean): Promise<void> {
    return until(() => this.#people.every(({ step }) => step !== undefined && isTold(step)))
  }

  /**
   * Waits until everyone is asked a question; then they answer it.
   * @param answerOf what the person at this place answers; undefined for nothing
   */
  async answer(index: number, answerOf: (place: number) => unknown): Promise<void> {
    await this.told(step => step.state === 'live' && step.index === index)
    await Promise.all(this.#people.map((person, place) => person.answer(index, answerOf(place))))
  }

  async leave(): Promise<void> {
    this.#leaving.abort()
    await Promise.all(this.#stays)
  }
}

class Person {
  readonly #process: Pick<Service, 'baseUrl'>
  readonly #path: string
  /** The last of which the stream has told. */
  step: Step | undefined

  constructor(baseUrl: string, slug: string) {
    this.#process = { baseUrl }
    this.#path = `/s/${slug}`
  }

  /** Follows the stream until they leave. A process may stop meanwhile; then it is opened again. */
  async stay(leaving: AbortSignal): Promise<void> {
    while (!leaving.aborted) {
      await this.#follow(leaving).catch(() => {
        this.step = undefined
      })
      await delay(AGAIN_MS)
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { body } = await fetch(`${this.#process.baseUrl}${this.#path}/events`, { signal })
    let text = ''
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (text + piece).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const [, data] = /^event: step\ndata: (.*)$/m.exec(event) ?? []
        if (data !== undefined) this.step = JSON.parse(data)
      }
    }
  }

  async answer(index: number, value: unknown): Promise<void> {
    if (value === undefined) return
    const headers = { accept: 'application/json' }
    const { questions } = bodyOf<{ questions: object[] }>(await call(this.#process, 'GET', this.#path, { headers }))
    const answers = questions.map((_, at) => (at === index ? value : null))
    const body = { key: randomUUID(), answers }
    const { status, text } = await call(this.#process, 'POST', `${this.#path}/responses`, { body })
    assert.equal(status, 201, text)
  }
}
