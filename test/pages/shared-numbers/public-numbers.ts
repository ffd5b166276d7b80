import assert from 'node:assert/strict'
import { call, type Service } from '../../harness.ts'
import { listen, stepOf } from '../event-stream.ts'
import { insides, textOf } from '../page.ts'

/** What one reading shows. Null is what too few people have answered, and what is missing is not part of the reading. */
export interface Numbers {
  readonly responses?: number | null
  /** The counts of each question by label, by its index. */
  readonly questions: ReadonlyMap<number, Counts | null>
  /** How many have chosen any option of a check-list at the presenter's pace, by the index of its first option. */
  readonly chosen: ReadonlyMap<number, number | null>
}

export type Counts = ReadonlyMap<string, number>

/** A question of the survey, as far as its numbers need it. */
interface Counted {
  readonly type: string
  readonly options?: readonly string[]
}

const POINTS = Array.from({ length: 10 }, (_, at) => `${at + 1}`)

function labelsOf({ type, options = [] }: Counted): readonly string[] {
  return type === 'rating' ? POINTS : options
}

interface ResultsEvent {
  readonly version: string
  readonly areVisible: boolean
  readonly responses: number | null
  readonly results: readonly ({ readonly counts: readonly number[] } | null)[]
  readonly chosen?: readonly (number | null)[]
}

/** The event with which a stream of results begins. */
export async function resultsEvent({ baseUrl }: Service, slug: string): Promise<ResultsEvent> {
  const stream = await listen({ baseUrl }, slug, { results: true })
  for (;;) {
    const data = await stream.next()
    if (!('areVisible' in data)) continue
    await stream.end()
    return data as unknown as ResultsEvent
  }
}

/** @param lists the first options of check-lists at the presenter's pace */
export function numbersOf(event: ResultsEvent, questions: readonly Counted[], lists: readonly number[]): Numbers {
  const counted = questions.flatMap((question, index) => (labelsOf(question).length > 0 ? [{ question, index }] : []))
  const found = counted.map(
    ({ question, index }, at) => [index, countsOf(question, event.results[at]?.counts)] as const,
  )
  const chosenAt = (index: number) => event.chosen?.[counted.findIndex(one => one.index === index)] ?? null
  return {
    responses: event.responses,
    questions: new Map(found),
    chosen: new Map(lists.map(index => [index, chosenAt(index)])),
  }
}

function countsOf(question: Counted, counts: readonly number[] | undefined): Counts | null {
  return counts === undefined ? null : new Map(labelsOf(question).map((label, at) => [label, counts[at] ?? 0]))
}

/** What the page of a shared record says. */
export async function recordedNumbers(
  service: Service,
  slug: string,
  questions: readonly Counted[],
  lists: readonly number[],
): Promise<Numbers> {
  const { status, text } = await call(service, 'GET', `/s/${slug}/record?lang=en`)
  assert.equal(status, 200)
  const sections = text.split('<section class="result record"').slice(1)
  const of = sections.map(section => ({ section, index: Number(/<h2 id="r(\d+)"/.exec(section)?.[1]) }))
  const chosen = of
    .filter(({ index }) => lists.includes(index))
    .map(({ section, index }) => [index, answersIn(section)])
  return {
    responses: numberAfter('Responses', insides(text, 'p').map(textOf).join(' ')),
    questions: new Map(of.flatMap(({ section, index }) => countedIn(section, index, questions))),
    chosen: new Map(chosen as [number, number | null][]),
  }
}

function answersIn(section: string): number | null {
  return numberAfter('Answers', textOf(section))
}

function numberAfter(name: string, text: string): number | null {
  const [, number] = new RegExp(`${name}: (\\d+)`).exec(text) ?? []
  return number === undefined ? null : Number(number)
}

/** The counts of the question of a section, or of each of its group. */
function countedIn(section: string, index: number, questions: readonly Counted[]): [number, Counts | null][] {
  const question = questions[index]
  assert.ok(question)
  const texts = /(\d+) answered in their own words/.exec(section)?.[1]
  if (texts !== undefined) return [[index, new Map([['', Number(texts)]])]]
  const rows = [...section.matchAll(/<tr data-at=(\d+)>.*?<td[^>]*>(.*?)<\/td>/gs)]
  if (rows.length === 0) return [[index, countsOf(question, countsIn(section))]]
  return rows.map(([, at, count = '']) => {
    const row = index + Number(at)
    return [row, /^\d+$/.test(count) ? new Map([[labelsOf(questions[row] ?? question)[0] ?? '', Number(count)]]) : null]
  })
}

function countsIn(section: string): number[] | undefined {
  const cells = [...section.matchAll(/<td translate=no>(?:<span>)?(\d*)(?=<)/g)].map(([, count]) => count ?? '')
  const counts = cells.filter(count => count !== '').map(Number)
  return counts.length === 0 ? undefined : counts
}

/** What the phones of a survey at the presenter's pace get of the question on the screen. */
export async function numbersOfStep(
  service: Service,
  slug: string,
  questions: readonly Counted[],
  listOf: (index: number) => readonly number[] | undefined,
): Promise<Numbers> {
  const stream = await listen(service, slug)
  const { index = null, result } = await stepOf(stream)
  await stream.end()
  const none: Numbers = { questions: new Map(), chosen: new Map() }
  const question = index === null ? undefined : questions[index]
  if (index === null || question === undefined || result === undefined) return none
  const list = listOf(index)
  if (list === undefined) return { ...none, questions: new Map([[index, countsOf(question, result?.counts)]]) }
  const { counts, chosen = null } = (result ?? {}) as { counts?: readonly number[]; chosen?: number }
  const options = list.map((one, at) => {
    const count = counts?.[at]
    return [one, count === undefined ? null : countsOf(questions[one] ?? question, [count])] as const
  })
  return { questions: new Map(options), chosen: new Map([[list[0] ?? 0, chosen]]) }
}
