import { words } from '../../words/words.ts'
import {
  addOption,
  type Draft,
  moveOption,
  optionsOf,
  pasteOptions,
  questionOf,
  removeOption,
  renameOption,
} from './draft.ts'

/** A list of texts that is edited line by line: the options of a question, or the rows of a grid. */
export interface OptionList {
  /** Of the form, and the beginning of the ids of its fields. */
  readonly part: 'options' | 'rows'
  readonly words: OptionListWords
  /** Whether two that look alike are noted. */
  readonly hasNotes: boolean
  of(draft: Draft, key: number): readonly string[]
  add(draft: Draft, key: number): Draft
  /** Pasted lines replace an empty one, or follow one that has a text. Empty and repeated ones are left out. */
  paste(draft: Draft, key: number, at: number, lines: readonly string[]): Draft
  remove(draft: Draft, key: number, at: number): Draft
  move(draft: Draft, key: number, at: number, by: -1 | 1): Draft
  rename(draft: Draft, key: number, at: number, text: string): Draft
}

export interface OptionListWords {
  readonly title: string
  readonly one: (position: number) => string
  readonly unnamed: (position: number) => string
  readonly add: string
  readonly pasted: (count: number) => string
  /** The last one cannot be removed. */
  readonly needsOne: string
  readonly isFirst: string
  readonly isLast: string
  readonly moved: (name: string, position: number, count: number) => string
}

export const OPTION_WORDS: OptionListWords = {
  title: words.questions.options,
  one: words.questions.option,
  unnamed: words.questions.unnamedOption,
  add: words.questions.addOption,
  pasted: words.questions.optionsPasted,
  needsOne: words.questions.needsOption,
  isFirst: words.questions.firstOption,
  isLast: words.questions.lastOption,
  moved: words.questions.optionMoved,
}

/** The options of a multiple-choice question. */
export const QUESTION_OPTIONS: OptionList = {
  part: 'options',
  words: OPTION_WORDS,
  hasNotes: true,
  of: (draft, key) => optionsOf(questionOf(draft, key) ?? {}),
  add: addOption,
  paste: pasteOptions,
  remove: removeOption,
  move: moveOption,
  rename: renameOption,
}
