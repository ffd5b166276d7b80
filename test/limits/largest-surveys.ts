// Surveys whose pages are as large as they can be.
import { parseGroups } from '../../src/domain/surveys/groups/question-group.ts'
import { PAGE_BYTES } from '../../src/domain/surveys/limits.ts'
import { pageBytes } from '../../src/domain/surveys/page-size.ts'
import { parseQuestionList } from '../../src/domain/surveys/question.ts'
import { parseQuestionSettings } from '../../src/domain/surveys/question-settings.ts'
import type { Json } from '../../src/domain/values/json.ts'
import { choice, optional } from '../api/fixtures.ts'

export interface Shape {
  readonly questions: readonly object[]
  readonly settings?: readonly object[]
  readonly groups?: readonly object[]
}

export const times = <Item>(count: number, item: (at: number) => Item) =>
  Array.from({ length: count }, (_, at) => item(at))
/** Different options of five characters. */
export const options = (count: number, letter = 'x') => times(count, at => `${at}`.padStart(5, letter))

/** Surveys of any size whose pages are as large as their parts can make them. */
export const LARGEST = {
  'many options': (size: number) => ({ questions: times(size, () => choice('Which?', options(20), optional)) }),
  'options in Chinese': (size: number) => ({
    questions: times(size, () => choice('哪一个？', options(20, '选'), optional)),
  }),
  'options of escaped letters': (size: number) => ({
    questions: times(size, () => choice('<'.repeat(20), options(20, '<'))),
  }),
  'cells of grids': (size: number): Shape => ({
    questions: times(size, () => choice('Row', options(20), optional)),
    groups: times(Math.floor(size / 5), at => ({ kind: 'grid', title: 'x', from: 5 * at, to: 5 * at + 4 })),
  }),
} satisfies Readonly<Record<string, (size: number) => Shape>>

export function partsOf({ questions, settings = [], groups = [] }: Shape) {
  return {
    questions: parseQuestionList(questions as Json),
    questionSettings: parseQuestionSettings(settings as Json),
    groups: parseGroups(groups as Json),
  }
}

/** The largest survey of a shape of which a page is allowed. */
export function largest(shape: (size: number) => Shape): Shape {
  let [fits, tooLarge] = [10, 1_010]
  while (tooLarge - fits > 10) {
    const middle = Math.floor((fits + tooLarge) / 20) * 10
    if (pageBytes(partsOf(shape(middle))) <= PAGE_BYTES) fits = middle
    else tooLarge = middle
  }
  return shape(fits)
}
