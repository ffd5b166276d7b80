import type { Question } from '../../../src/domain/question.ts'
import { type Draft, type Drafted, optionsOf, placeOf, putIn, questionOf, remove } from './draft.ts'
import { listed, named, quoted, TYPES } from './words.ts'

/** Why a draft cannot be saved as it is, in plain words. */
export interface Fault {
  /** The question that it stands at; undefined where that is gone. */
  readonly key: number | undefined
  readonly text: string
}

/** What was answered, and so stays. */
export interface Answered {
  readonly responses: number
  /** The places of the boards on which something was asked. */
  readonly boards: ReadonlySet<number>
}

export const NOTHING: Answered = { responses: 0, boards: new Set() }

/** The places in the stored list of all that stays in its place, type and options. */
export function answeredPlaces({ stored }: Draft, { responses, boards }: Answered): ReadonlySet<number> {
  return responses > 0 ? new Set(stored.keys()) : boards
}

/** What of a draft would change the meaning of answers, or lose them. */
export function harmsOf(draft: Draft, answered: Answered): readonly Fault[] {
  if (draft.questions.length === 0) return [{ key: undefined, text: 'A survey has at least one question.' }]
  return [...answeredPlaces(draft, answered)].flatMap(key => {
    const before = draft.stored[key]
    return before === undefined
      ? []
      : harmsTo(draft, key, before, answered).map(text => ({ key: hereOr(draft, key), text }))
  })
}

/**
 * Why a step cannot be offered: what it would do to answers, and is not done yet; undefined where it can.
 * @param next the draft that it would make
 */
export function whyNot(draft: Draft, next: Draft, answered: Answered): string | undefined {
  const already = new Set(harmsOf(draft, answered).map(({ text }) => text))
  return harmsOf(next, answered).find(({ text }) => !already.has(text))?.text
}

/** Whether a stored question keeps its place, type and options. */
export function isAnswered(draft: Draft, key: number, answered: Answered): boolean {
  return answeredPlaces(draft, answered).has(key)
}

/** Whether an option can have been chosen. */
export function isChoosable(draft: Draft, key: number, option: string, answered: Answered): boolean {
  return isAnswered(draft, key, answered) && draft.stored[key]?.options.has(option) === true
}

/** The draft with all that answers need where and how it was; the rest of the edit stays. */
export function putBack(draft: Draft, answered: Answered): Draft {
  const kept = [...answeredPlaces(draft, answered)].toSorted((one, other) => one - other)
  let next = kept.reduce(remove, draft)
  for (const key of kept) {
    const before = draft.stored[key]
    if (before === undefined) continue
    next = putIn(filled(next, kept, key), key, restored(questionOf(draft, key), before, key))
  }
  return next
}

/** Before what has its place there may be too little left: what was removed comes back. */
function filled(draft: Draft, kept: readonly number[], length: number): Draft {
  const isLeft = (key: number) => !kept.includes(key) && placeOf(draft, key) < 0
  const gone = [...draft.stored.keys()].filter(isLeft).slice(0, Math.max(0, length - draft.questions.length))
  return gone.reduce((next, key) => putIn(next, length, asStored(draft.stored[key], key)), draft)
}

function restored(question: Drafted | undefined, before: Question, key: number): Drafted {
  if (question === undefined) return asStored(before, key)
  const { type } = before
  if (question.type !== type) return { ...question, type, options: [...before.options.keys()] }
  const lost = [...before.options.keys()].filter(option => !optionsOf(question).includes(option))
  return lost.length === 0 ? question : { ...question, options: [...optionsOf(question), ...lost] }
}

function asStored(question: Question | undefined, index: number): Drafted {
  return { ...question?.sent, index }
}

function harmsTo(draft: Draft, key: number, before: Question, { responses }: Answered): string[] {
  const question = questionOf(draft, key)
  const name = named(before.sent)
  const so = responses > 0 ? 'The survey has answers, so' : `Something was asked on ${name}, so`
  if (question === undefined) return [`${so} ${name} cannot be removed.`]
  const isRetyped = question.type !== before.type
  const lost = [...before.options.keys()].filter(option => !optionsOf(question).includes(option)).map(quoted)
  return [
    ...(placeOf(draft, key) === key ? [] : [`${so} ${name} stays question ${key + 1}.`]),
    ...(isRetyped ? [`${so} the type of ${name} stays: ${TYPES[before.type]}.`] : []),
    ...(isRetyped || lost.length === 0 ? [] : [`${so} ${name} keeps the ${optionsNamed(lost)}.`]),
  ]
}

function optionsNamed(options: readonly string[]): string {
  return `${options.length === 1 ? 'option' : 'options'} ${listed(options, 'and')}`
}

function hereOr(draft: Draft, key: number): number | undefined {
  return placeOf(draft, key) < 0 ? undefined : key
}
