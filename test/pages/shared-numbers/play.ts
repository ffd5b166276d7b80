import assert from 'node:assert/strict'
import fc from 'fast-check'
import { bodyOf, choice, freeText, optional, rating } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { call, type Service } from '../../harness.ts'
import { Observer } from './observer.ts'
import { numbersOf, numbersOfStep, recordedNumbers, resultsEvent } from './public-numbers.ts'

interface Question {
  readonly type: string
  readonly options?: readonly string[]
  readonly [property: string]: unknown
}

interface Group {
  readonly kind: string
  readonly from: number
  readonly to: number
}

/** One thing that respondents or the creator do; numbers choose among what there is. */
export type Step =
  | { readonly act: 'submit' | 'remove'; readonly picks: readonly number[] }
  | { readonly act: 'add option' | 'add question' | 'reword' | 'reveal' | 'hide' | 'second round' | 'restart' }
  | { readonly act: 'share record' | 'unshare record' }
  | { readonly act: 'group'; readonly groups: readonly Group[] }
  | { readonly act: 'show'; readonly pick: number }

const pick = fc.nat(999)
const picks = fc.array(pick, { minLength: 1, maxLength: 7 })
const just = <Name extends Step['act']>(act: Name) => fc.constant({ act })
const list = (from: number, to: number) => ({ act: 'group' as const, groups: [{ kind: 'check_list', from, to }] })

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ act: fc.constant('submit' as const), picks }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('remove' as const), picks }) },
  { weight: 1, arbitrary: just('add option') },
  { weight: 1, arbitrary: just('add question') },
  { weight: 1, arbitrary: just('reword') },
  { weight: 2, arbitrary: just('reveal') },
  { weight: 2, arbitrary: just('hide') },
  { weight: 2, arbitrary: just('share record') },
  { weight: 1, arbitrary: just('unshare record') },
  { weight: 1, arbitrary: just('second round') },
  { weight: 1, arbitrary: just('restart') },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('show' as const), pick }) },
  { weight: 2, arbitrary: fc.constantFrom(list(2, 4), list(2, 3), { act: 'group' as const, groups: [] }) },
)
export const steps = fc.array(step, { minLength: 15, maxLength: 30 })

const day = (name: string) => choice('Which days?', [name], optional)
const QUESTIONS: readonly Question[] = [
  choice('Which?', ['Tea', 'Coffee']) as Question,
  rating('How?', optional),
  ...(['Monday', 'Tuesday', 'Friday'].map(day) as Question[]),
  freeText('Why?', optional),
]

interface Parts {
  readonly service: () => Service
  /** Starts the service again with what it has stored. */
  readonly restart: () => Promise<void>
  readonly paced: boolean
  /** Whether results are shown as they come in. */
  readonly revealed_at_once: boolean
}

/** A survey with shared results, and all that is seen of it from outside. */
export class Play {
  readonly observer = new Observer()
  readonly #parts: Parts
  readonly #admin: AdminClient
  readonly #responses: { readonly id: string; readonly answered: ReadonlySet<number> }[] = []
  #questions = QUESTIONS
  #groups: readonly Group[] = []
  #isShared = false
  #isRecordShared = false
  #reads = 0
  /** Pages in the last reading, and the version of the results that they showed. */
  #page = { version: '', text: '' }

  static async begin(parts: Parts): Promise<Play> {
    const admin = await newAdminClient(parts.service(), QUESTIONS)
    const play = new Play(parts, admin)
    const { paced, revealed_at_once } = parts
    await play.#patch({ paced, revealed_at_once, share_results: 'when_revealed' })
    for (const index of QUESTIONS.keys()) await play.#showOnScreen(index)
    return play
  }

  private constructor(parts: Parts, admin: AdminClient) {
    this.#parts = parts
    this.#admin = admin
  }

  async act(step: Step): Promise<void> {
    switch (step.act) {
      case 'submit':
        for (const pick of step.picks) await this.#submit(pick)
        return
      case 'remove':
        for (const pick of step.picks) await this.#remove(pick)
        return
      case 'group':
        this.#groups = step.groups
        this.observer.regroup(this.#lists())
        return this.#patch({ groups: step.groups })
      case 'reveal':
      case 'hide':
        this.#isShared = step.act === 'reveal'
        return this.#patch({ results_revealed: this.#isShared })
      case 'share record':
      case 'unshare record':
        this.#isRecordShared = step.act === 'share record'
        return this.#patch({ share_record: this.#isRecordShared })
      case 'show':
        return this.#showOnScreen(step.pick % this.#questions.length)
      case 'second round':
        return this.#askAgain()
      case 'restart':
        return this.#parts.restart()
      default:
        return this.#edit(step.act)
    }
  }

  /** Reads all public numbers until nothing moves any more. */
  async read(): Promise<void> {
    for (let changes = -1; changes < this.observer.changes; ) {
      changes = this.observer.changes
      const { id } = this.#admin
      const service = this.#parts.service()
      const event = await resultsEvent(service, id)
      assert.equal(event.areVisible, this.#isShared)
      if (event.areVisible) this.#observe('event', numbersOf(event, this.#questions, this.#firsts()))
      else assert.deepEqual([event.responses, ...event.results.filter(one => one !== null)], [null])
      // A page with the results of an earlier moment is sent for a quarter of a second, and a record for longer.
      service.clock.advance(250)
      await this.#readPage(event.version)
      await this.#patch({ shared_device: this.#reads++ % 2 === 0 })
      if (this.#isRecordShared)
        this.#observe('record', await recordedNumbers(service, id, this.#questions, this.#firsts()))
      if (this.#parts.paced)
        this.#observe('step', await numbersOfStep(service, id, this.#questions, index => this.#listOf(index)))
    }
  }

  #observe(source: string, numbers: Parameters<Observer['read']>[1]): void {
    this.observer.read(source, numbers, this.#parts.paced ? this.#lists() : undefined)
  }

  /** What it shows is in the events. */
  async #readPage(version: string): Promise<void> {
    const { status, text } = await call(this.#parts.service(), 'GET', `/s/${this.#admin.id}/thanks?lang=en`)
    assert.equal(status, 200)
    if (!text.includes(`data-version="${version}"`)) return
    if (this.#page.version === version) assert.equal(text, this.#page.text)
    this.#page = { version, text }
  }

  /** At the presenter's pace, the options of check-lists are answered together. */
  #lists(): readonly (readonly number[])[] {
    if (!this.#parts.paced) return []
    return this.#groups.map(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
  }

  #firsts(): readonly number[] {
    return this.#lists().map(([first = 0]) => first)
  }

  #listOf(index: number): readonly number[] | undefined {
    return this.#lists().find(list => list.includes(index))
  }

  async #submit(pick: number): Promise<void> {
    const asked = this.#parts.paced ? this.#askedAtOnce(pick) : [...this.#questions.keys()]
    const answers = this.#questions.map((question, index) => {
      // Another digit for each question; what must be answered is.
      const own = Math.floor((pick * (index + 7)) / 3) % 10
      const isSkipped = asked.length > 1 && index > 0 && own < 5 && index !== asked[0]
      return asked.includes(index) && !isSkipped ? answerTo(question, own) : null
    })
    const { id } = bodyOf<{ id: string }>(
      await call(this.#parts.service(), 'POST', `/s/${this.#admin.id}/responses`, { body: { answers } }),
      201,
    )
    const answered = new Set(answers.flatMap((answer, index) => (answer === null ? [] : [index])))
    this.#responses.push({ id, answered })
    this.observer.add(answered)
  }

  #askedAtOnce(pick: number): readonly number[] {
    const index = pick % this.#questions.length
    return this.#listOf(index) ?? [index]
  }

  async #remove(pick: number): Promise<void> {
    const [response] = this.#responses.splice(pick % Math.max(1, this.#responses.length), 1)
    if (response === undefined) return
    assert.equal((await this.#admin.send('DELETE', `/responses/${response.id}`)).status, 204)
    this.observer.remove(response.answered)
  }

  async #edit(act: 'add option' | 'add question' | 'reword'): Promise<void> {
    const [first, ...others] = this.#questions
    if (first === undefined || this.#questions.length > 10) return
    const { options = [] } = first
    const edits = {
      'add option': [{ ...first, options: [`Drink ${options.length}`, ...options.toReversed()] }, ...others],
      'add question': [...this.#questions, choice('And then?', ['Home', 'Dancing'], optional) as Question],
      reword: [{ ...first, text: `${first.text}?` }, ...others],
    }
    const known = this.#questions.length
    this.#questions = edits[act]
    const withIndex = (question: Question, index: number) => (index < known ? { ...question, index } : question)
    await this.#patch({ questions: this.#questions.map(withIndex) })
    if (act === 'add question') await this.#showOnScreen(this.#questions.length - 1)
  }

  async #askAgain(): Promise<void> {
    if (!this.#parts.paced || this.#questions.length > 10) return
    const { questions } = await this.#admin.get<{ questions: unknown[] }>()
    bodyOf(await this.#admin.send('POST', '/presentation/rounds', { index: 0 }))
    const after = await this.#admin.get<{ questions: Question[] }>()
    this.#questions = [...this.#questions, ...after.questions.slice(questions.length)]
  }

  async #showOnScreen(index: number): Promise<void> {
    const { paced, revealed_at_once } = this.#parts
    if (!paced) return
    const revealed = !revealed_at_once && { revealed: true }
    bodyOf(await this.#admin.send('PATCH', '/presentation', { screen: `${index + 1}`, ...revealed }))
  }

  async #patch(body: object): Promise<void> {
    bodyOf(await this.#admin.send('PATCH', '', body))
  }
}

function answerTo({ type, options = [] }: Question, pick: number): string | number {
  if (type === 'rating') return pick + 1
  return type === 'free_text' ? 'Because' : (options[pick % options.length] ?? '')
}
