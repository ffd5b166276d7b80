import type { Question } from '../../../src/domain/question.ts'
import { type Draft, type DraftQuestion, insert, optionsOf, positionOf, questionOf, remove } from './draft.ts'
import { joinList, questionLabel, quote, TYPE_NAMES } from './question-label.ts'

/** Why a draft cannot be saved as it is, in plain words. */
export interface EditProblem {
  /** The question that it stands at; undefined where that is gone. */
  readonly key: number | undefined
  readonly text: string
}

/** What was answered, and so stays. */
export interface LockedContent {
  readonly responses: number
  /** The places of the boards on which something was asked. */
  readonly boards: ReadonlySet<number>
}

export const NOTHING_LOCKED: LockedContent = { responses: 0, boards: new Set() }

/** The places in the stored list of all that stays in its place, type and options. */
export function lockedPositions({ stored }: Draft, { responses, boards }: LockedContent): ReadonlySet<number> {
  return responses > 0 ? new Set(stored.keys()) : boards
}

/** What of a draft would change the meaning of answers, or lose them. */
export function editImpact(draft: Draft, locked: LockedContent): readonly EditProblem[] {
  if (draft.questions.length === 0) return [{ key: undefined, text: 'A survey has at least one question.' }]
  return [...lockedPositions(draft, locked)].flatMap(key => {
    const before = draft.stored[key]
    return before === undefined
      ? []
      : impactOn(draft, key, before, locked).map(text => ({ key: keyIfPresent(draft, key), text }))
  })
}

/**
 * Why a step cannot be offered: what it would do to answers, and is not done yet; undefined where it can.
 * @param next the draft that it would make
 */
export function newImpact(draft: Draft, next: Draft, locked: LockedContent): string | undefined {
  const already = new Set(editImpact(draft, locked).map(({ text }) => text))
  return editImpact(next, locked).find(({ text }) => !already.has(text))?.text
}

/** Whether a stored question keeps its place, type and options. */
export function isLocked(draft: Draft, key: number, locked: LockedContent): boolean {
  return lockedPositions(draft, locked).has(key)
}

/** Whether an option can have been chosen. */
export function isLockedOption(draft: Draft, key: number, option: string, locked: LockedContent): boolean {
  return isLocked(draft, key, locked) && draft.stored[key]?.options.has(option) === true
}

/** The draft with all that answers need where and how it was; the rest of the edit stays. */
export function restoreLocked(draft: Draft, locked: LockedContent): Draft {
  const kept = [...lockedPositions(draft, locked)].toSorted((one, other) => one - other)
  let next = kept.reduce(remove, draft)
  for (const key of kept) {
    const before = draft.stored[key]
    if (before === undefined) continue
    next = insert(fillUpTo(next, kept, key), key, restoreContent(questionOf(draft, key), before, key))
  }
  return next
}

/** Before what has its place there may be too little left: what was removed comes back. */
function fillUpTo(draft: Draft, kept: readonly number[], length: number): Draft {
  const isLeft = (key: number) => !kept.includes(key) && positionOf(draft, key) < 0
  const removed = [...draft.stored.keys()].filter(isLeft).slice(0, Math.max(0, length - draft.questions.length))
  return removed.reduce((next, key) => insert(next, length, asStored(draft.stored[key], key)), draft)
}

function restoreContent(question: DraftQuestion | undefined, before: Question, key: number): DraftQuestion {
  if (question === undefined) return asStored(before, key)
  const { type } = before
  if (question.type !== type) return { ...question, type, options: [...before.options.keys()] }
  const lost = [...before.options.keys()].filter(option => !optionsOf(question).includes(option))
  return lost.length === 0 ? question : { ...question, options: [...optionsOf(question), ...lost] }
}

function asStored(question: Question | undefined, index: number): DraftQuestion {
  return { ...question?.source, index }
}

function impactOn(draft: Draft, key: number, before: Question, { responses }: LockedContent): string[] {
  const question = questionOf(draft, key)
  const name = questionLabel(before.source)
  const reason = responses > 0 ? 'The survey has answers, so' : `Something was asked on ${name}, so`
  if (question === undefined) return [`${reason} ${name} cannot be removed.`]
  const isRetyped = question.type !== before.type
  const lost = [...before.options.keys()].filter(option => !optionsOf(question).includes(option)).map(quote)
  return [
    ...(positionOf(draft, key) === key ? [] : [`${reason} ${name} stays question ${key + 1}.`]),
    ...(isRetyped ? [`${reason} the type of ${name} stays: ${TYPE_NAMES[before.type]}.`] : []),
    ...(isRetyped || lost.length === 0 ? [] : [`${reason} ${name} keeps the ${optionsNamed(lost)}.`]),
  ]
}

function optionsNamed(options: readonly string[]): string {
  return `${options.length === 1 ? 'option' : 'options'} ${joinList(options, 'and')}`
}

function keyIfPresent(draft: Draft, key: number): number | undefined {
  return positionOf(draft, key) < 0 ? undefined : key
}
