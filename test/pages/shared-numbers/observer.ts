import assert from 'node:assert/strict'
import type { Counts, Numbers } from './public-numbers.ts'

/** A response as the creator knows it: the indexes of the questions that it answers. */
type Answered = ReadonlySet<number>

/** The number of people that a difference may be about at least. */
const FEWEST = 5

/** Numbers that move together, in one reading: those of a question, of a check-list, or of all responses. */
interface Unit {
  readonly name: string
  /** Of every number that it can have. */
  readonly isOwn: (key: string) => boolean
  /** Those that are shown, by a key that stays the same however questions are grouped. */
  readonly numbers: ReadonlyMap<string, number>
  readonly isOf: (response: Answered) => boolean
  /** How many people some of its numbers are of at least. */
  readonly people: (numbers: readonly number[]) => number
}

/** How many responses had been added and removed when the numbers of a unit last rose and fell. */
interface Moved {
  rose: number
  fell: number
}

interface Movement {
  readonly moved: Moved
  /** How many responses have been removed since the numbers last fell. */
  readonly removed: number
}

/**
 * Somebody who reads all public numbers of a survey, knows each response that was added or removed, and compares
 * everything: no difference may be about one to four responses.
 */
export class Observer {
  readonly #added: Answered[] = []
  readonly #removed: Answered[] = []
  readonly #moved = new Map<string, Moved>()
  /** The last of each number; null once it has fallen below five. */
  readonly #known = new Map<string, number | null>()
  /** How often anything has changed. */
  changes = 0

  add(response: Answered): void {
    this.#added.push(response)
  }

  remove(response: Answered): void {
    this.#removed.push(response)
  }

  /** Of check-lists that are dissolved, how many have chosen anything may have moved unseen when they are set again. */
  regroup(lists: readonly (readonly number[])[]): void {
    const kept = lists.map(list => `chosen ${list}`)
    for (const key of this.#known.keys())
      if (key.startsWith('chosen') && !kept.includes(key)) this.#known.set(key, null)
  }

  /** @param lists check-lists at the presenter's pace, as the indexes of their options; undefined at each one's own */
  read(source: string, numbers: Numbers, together: readonly (readonly number[])[] | undefined): void {
    const { responses, questions, chosen } = numbers
    const lists = together ?? []
    if (responses !== undefined) {
      if (together === undefined) this.#compare(source, responsesUnit(responses))
      else checkRest(source, numbers, together)
    }
    for (const list of lists) {
      const first = list[0] ?? 0
      if (chosen.has(first)) this.#compare(source, listUnit(list, questions, chosen.get(first) ?? null))
    }
    for (const [index, counts] of questions)
      if (!lists.flat().includes(index)) this.#compare(source, questionUnit(index, counts))
  }

  #compare(source: string, unit: Unit): void {
    const { name, numbers, isOf } = unit
    const moved = this.#moved.get(name) ?? { rose: 0, fell: 0 }
    this.#moved.set(name, moved)
    const removed = this.#removed.slice(moved.fell).filter(isOf).length
    if (numbers.size > 0) this.#change(source, unit, { moved, removed })
    else this.#hide(source, unit, { moved, removed })
  }

  #change(source: string, { name, numbers, isOf, people }: Unit, { moved, removed }: Movement): void {
    assert.ok(people([...numbers.values()]) >= FEWEST, `${source}, ${name}: fewer than five`)
    const before = new Map(numbers.keys().map(key => [key, this.#known.has(key) ? this.#known.get(key) : 0]))
    for (const [key, number] of numbers) this.#known.set(key, number)
    const changes = [...numbers].flatMap(([key, number]) => {
      const last = before.get(key)
      return typeof last === 'number' && last !== number ? [number - last] : []
    })
    if (changes.length === 0) return
    this.changes++
    const text = `${source}, ${name}: ${[...before.values()]} → ${[...numbers.values()]}`
    assert.equal(new Set(changes.map(Math.sign)).size, 1, `${text}: additions with removals`)
    assert.ok(people(changes.map(Math.abs)) >= FEWEST, text)
    const added = this.#added.slice(moved.rose).filter(isOf).length
    const isRise = (changes[0] ?? 0) > 0
    assert.ok((isRise ? added : removed) >= FEWEST, `${text}: of ${added} added, ${removed} removed`)
    if (isRise) moved.rose = this.#added.length
    else moved.fell = this.#removed.length
  }

  /** Numbers that were shown can only be hidden by five removals. */
  #hide(source: string, { name, isOwn, people }: Unit, { moved, removed }: Movement): void {
    const own = [...this.#known].filter(([key]) => isOwn(key))
    const known = own.map(([, number]) => number ?? 0)
    if (people(known) < FEWEST) return
    assert.ok(removed >= FEWEST, `${source}, ${name}: ${known} hidden after ${removed} removals`)
    for (const [key] of own) this.#known.set(key, null)
    moved.fell = this.#removed.length
  }
}

/**
 * At a presenter's pace, each answered question or check-list is a response: all of them without those that are shown
 * are the answers to what fewer than five have answered, or to texts.
 */
function checkRest(
  source: string,
  { responses, questions, chosen }: Numbers,
  lists: readonly (readonly number[])[],
): void {
  const numbersOf = (index: number) => [...(questions.get(index)?.values() ?? [])]
  const alone = [...questions.keys()].filter(index => !lists.flat().includes(index))
  const together = lists.map(list => chosen.get(list[0] ?? 0) ?? Math.max(0, ...list.flatMap(numbersOf)))
  const rest = (responses ?? 0) - sumOf([...alone.flatMap(numbersOf), ...together])
  assert.ok(rest === 0 || rest >= FEWEST, `${source}: ${rest} of ${responses} responses are left`)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}

function responsesUnit(responses: number | null): Unit {
  return {
    name: 'responses',
    isOwn: key => key === 'responses',
    numbers: new Map(responses === null ? [] : [['responses', responses]]),
    isOf: () => true,
    people: sumOf,
  }
}

function questionUnit(index: number, counts: Counts | null): Unit {
  return {
    name: `question ${index}`,
    isOwn: key => key.startsWith(`${index} `),
    numbers: new Map(keyed(index, counts)),
    isOf: response => response.has(index),
    people: sumOf,
  }
}

function listUnit(list: readonly number[], questions: Numbers['questions'], chosen: number | null): Unit {
  const key = `chosen ${list}`
  const options = list.flatMap(index => keyed(index, questions.get(index) ?? null))
  return {
    name: `check-list ${list}`,
    isOwn: one => one === key || list.some(index => one.startsWith(`${index} `)),
    numbers: new Map([...options, ...(chosen === null ? [] : [[key, chosen] as const])]),
    isOf: response => list.some(index => response.has(index)),
    people: numbers => Math.max(0, ...numbers),
  }
}

function keyed(index: number, counts: Counts | null): [string, number][] {
  return [...(counts ?? [])].map(([label, count]) => [`${index} ${label}`, count])
}
