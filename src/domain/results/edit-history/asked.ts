import { type EditHistory, withoutMissing } from './edit-history.ts'

/**
 * What edits between responses mean for a question's results. A question without an entry, and an option that its entry
 * does not name, was asked of all responses.
 */
export interface EditedQuestion {
  readonly index: number
  /** Number of responses that could answer the question. */
  readonly asked: number
  /** Number of responses before the question was added; 0 if it was asked of all. */
  readonly added_after: number
  /** Number of responses before the question was last reworded; 0 if it was not. */
  readonly reworded_after: number
  readonly options: readonly EditedOption[]
}

interface EditedOption {
  /** Of the option in its question, from 0. */
  readonly position: number
  /** Number of responses that could choose the option. */
  readonly asked: number
  readonly added_after: number
}

/**
 * The questions that were edited between responses, in order. What no stored response has seen otherwise is left out, as
 * an option that is as old as its question.
 */
export function editedQuestions(history: EditHistory, responseCount: number): EditedQuestion[] {
  const questions = new Map<number, Changeable>()
  const entry = (index: number) => {
    const found = questions.get(index) ?? {
      index,
      asked: responseCount,
      added_after: 0,
      reworded_after: 0,
      options: [],
    }
    questions.set(index, found)
    return found
  }
  for (const { responses, questions: added, options, reworded } of withoutMissing(history, responseCount)) {
    const since = { asked: responseCount - responses, added_after: responses }
    const isLater = (index: number) => responses > (questions.get(index)?.added_after ?? 0)
    for (const index of added.filter(isLater)) Object.assign(entry(index), since)
    for (const [index, position] of options) if (isLater(index)) entry(index).options.push({ position, ...since })
    for (const index of reworded.filter(isLater)) entry(index).reworded_after = responses
  }
  for (const { options } of questions.values()) options.sort((a, b) => a.position - b.position)
  return [...questions.values()].sort((a, b) => a.index - b.index)
}

type Changeable = { -readonly [Name in keyof EditedQuestion]: EditedQuestion[Name] } & {
  readonly options: EditedOption[]
}

/** Of how many responses a question was asked. */
export function askedOf(edited: readonly EditedQuestion[], index: number, responseCount: number): number {
  return editedQuestion(edited, index)?.asked ?? responseCount
}

/** Of how many responses an option was asked. */
export function askedOfOption(
  edited: readonly EditedQuestion[],
  { index, position }: { readonly index: number; readonly position: number },
  responseCount: number,
): number {
  const option = editedQuestion(edited, index)?.options.find(one => one.position === position)
  return option?.asked ?? askedOf(edited, index, responseCount)
}

export function editedQuestion(edited: readonly EditedQuestion[], index: number): EditedQuestion | undefined {
  return edited.find(one => one.index === index)
}

/**
 * For the response with each sequence number, how many of some questions it was asked. Questions are only added at the
 * end while there are responses, so these are the first ones.
 * @param indexes of the questions, in order
 */
export function questionsAsked(history: EditHistory, indexes: readonly number[]): (sequence: number) => number {
  const addedAfter = new Map(history.flatMap(({ sequence, questions }) => questions.map(index => [index, sequence])))
  const bounds = indexes.map(index => addedAfter.get(index) ?? 0)
  return sequence => {
    const first = bounds.findIndex(bound => sequence <= bound)
    return first < 0 ? bounds.length : first
  }
}

/** For the response with each sequence number, the indexes of the questions that were added later, in order. */
export function questionsNotAsked(history: EditHistory): (sequence: number) => readonly number[] {
  const additions = history.filter(({ questions }) => questions.length > 0)
  return sequence => additions.filter(edit => sequence <= edit.sequence).flatMap(({ questions }) => questions)
}

/** Whether a question was added once there were responses. */
export function hasAddedQuestions(history: EditHistory): boolean {
  return history.some(({ questions }) => questions.length > 0)
}
