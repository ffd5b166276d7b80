import type { Question } from '../../../src/domain/surveys/question.ts'
import { words } from '../../words/words.ts'
import { type Draft, type DraftQuestion, insert, optionsOf, positionOf, questionOf, remove } from './draft.ts'
import { questionLabel } from './question-label.ts'

/** Something that prevents a draft from being saved. */
export interface EditProblem {
  /** The key of the question concerned; undefined if it was deleted, or none is. */
  readonly key: number | undefined
  readonly text: string
  /**
   * The part of the form that is not filled in yet. Shown once that part has been left; shown immediately if undefined.
   */
  readonly part?: FormPart
}

/** A part of a form that can be left unfinished; all except the title belong to a question or a group of questions. */
export type FormPart = 'title' | 'text' | 'options' | 'rule' | 'rows' | 'numbers' | 'other'

/** What has been answered and therefore cannot be changed freely. */
export interface LockedContent {
  readonly responses: number
  /** Positions of boards with questions on them. */
  readonly boards: ReadonlySet<number>
}

export const NOTHING_LOCKED: LockedContent = { responses: 0, boards: new Set() }

/** Stored positions of the questions that must keep their position, type and options. */
export function lockedPositions({ stored }: Draft, { responses, boards }: LockedContent): ReadonlySet<number> {
  return responses > 0 ? new Set(stored.keys()) : boards
}

/** The changes of a draft that would lose answers or alter their meaning. */
export function editImpact(draft: Draft, locked: LockedContent): readonly EditProblem[] {
  if (draft.questions.length === 0) return [{ key: undefined, text: words.questions.problem.noQuestions }]
  return [...lockedPositions(draft, locked)].flatMap(key => {
    const before = draft.stored[key]
    return before === undefined
      ? []
      : impactOn(draft, key, before, locked).map(text => ({ key: keyIfPresent(draft, key), text }))
  })
}

/**
 * Why a step is not offered: the additional impact on answers; undefined if there is none.
 * @param next the draft after the step
 */
export function newImpact(draft: Draft, next: Draft, locked: LockedContent): string | undefined {
  const already = new Set(editImpact(draft, locked).map(({ text }) => text))
  return editImpact(next, locked).find(({ text }) => !already.has(text))?.text
}

/** Whether a stored question must keep its position, type and options. */
export function isLocked(draft: Draft, key: number, locked: LockedContent): boolean {
  return lockedPositions(draft, locked).has(key)
}

/** Whether someone may have chosen the option. */
export function isLockedOption(draft: Draft, key: number, option: string, locked: LockedContent): boolean {
  return isLocked(draft, key, locked) && draft.stored[key]?.options.has(option) === true
}

/** The draft with everything that is locked restored; other changes stay. */
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

/** Restores deleted questions if too few are left before a locked position. */
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
  const { problem } = words.questions
  const question = questionOf(draft, key)
  const name = questionLabel(before.source)
  const cause = problem.cause(name, responses > 0)
  if (question === undefined) return [problem.keepsQuestion(cause, name)]
  const isRetyped = question.type !== before.type
  const lost = [...before.options.keys()].filter(option => !optionsOf(question).includes(option))
  return [
    ...(positionOf(draft, key) === key ? [] : [problem.keepsPosition(cause, name, key + 1)]),
    ...(isRetyped ? [problem.keepsType(cause, name, words.common.questionTypes[before.type])] : []),
    ...(isRetyped || lost.length === 0 ? [] : [problem.keepsOptions(cause, name, lost)]),
  ]
}

function keyIfPresent(draft: Draft, key: number): number | undefined {
  return positionOf(draft, key) < 0 ? undefined : key
}
