import type { JsonObject } from '../../../../src/domain/values/json.ts'
import {
  addOption,
  change,
  type Draft,
  type DraftQuestion,
  moveOption,
  optionsOf,
  pasteOptions,
  questionOf,
  removeOption,
  renameOption,
  swapped,
  withPasted,
} from '../../../ui/questions/draft.ts'
import { OPTION_WORDS, type OptionList, type OptionListWords } from '../../../ui/questions/option-list.ts'
import { groupTexts } from '../../../words/group-words.ts'
import { changeOrdinary, choiceParts, linked, ordinaryOptions, otherPosition, partsOf } from './choices.ts'
import { changeGroup, type Entry, entryOf, replaceEntry } from './rows.ts'

/** A list whose lines are questions. What stands behind them in their entry stays there. */
interface QuestionList {
  readonly of: (entry: Entry) => readonly DraftQuestion[]
  readonly textOf: (question: DraftQuestion) => string
  /** The content of another one like `sample`. */
  readonly make: (sample: DraftQuestion, text: string) => JsonObject
  /** @param key of the question */
  readonly rename: (draft: Draft, key: number, text: string) => Draft
  /** What follows from another number or order of them. */
  readonly finish: (draft: Draft, key: number, before: Entry) => Draft
}

interface Line {
  readonly question?: DraftQuestion
  readonly text: string
}

/** The options of a question with several answers, apart from *Other*. */
export const CHECK_LIST_OPTIONS: OptionList = {
  ...listOf({
    of: entry => partsOf(entry).choices,
    textOf: question => optionsOf(question)[0] ?? '',
    make: ({ index: _, ...sample }, option) => ({ ...sample, options: [option] }),
    rename: (draft, key, text) => renameOption(draft, key, 0, text),
    finish: (draft, key, before) => withDescription(linked(draft, key, 0), key, before),
  }),
  ...forOptions(),
}

/** The options of a question with one answer, apart from *Other*. */
export const ORDINARY_OPTIONS: OptionList = {
  ...forOptions(),
  of: ordinaryOptions,
  add: (draft, key) => changeOrdinary(draft, key, options => [...options, '']),
  paste: (draft, key, at, lines) => changeOrdinary(draft, key, all => withPasted(all, at, lines, option => option)),
  remove: (draft, key, at) => changeOrdinary(draft, key, options => options.toSpliced(at, 1)),
  move: (draft, key, at, by) => changeOrdinary(draft, key, options => swapped(options, at, by)),
  rename: (draft, key, at, text) => {
    const parts = choiceParts(draft, key)
    const other = otherPosition(parts)
    const position = at < other ? at : at + 1
    return parts.other === undefined
      ? draft
      : linked(renameOption(draft, parts.other.index, position, text), key, other)
  },
}

/** The rows of a grid. */
export const GRID_ROWS: OptionList = {
  ...listOf({
    of: ({ questions }) => questions,
    textOf: ({ text }) => String(text),
    make: ({ type, options = null, requirement }, text) => ({
      type: type ?? null,
      text,
      options,
      ...(requirement !== undefined && { requirement: { mode: 'optional' } }),
    }),
    rename: (draft, key, text) => change(draft, key, { text }),
    finish: draft => draft,
  }),
  ...forRows(groupTexts.rows),
}

/** What is ranked. Its options are the ranks. */
export const RANKING_ITEMS: OptionList = {
  ...listOf({
    of: ({ questions }) => questions,
    textOf: ({ text }) => String(text),
    make: ({ type = null }, text) => ({ type, text, options: [], requirement: { mode: 'optional' } }),
    rename: (draft, key, text) => change(draft, key, { text }),
    finish: withRanks,
  }),
  ...forRows(groupTexts.items),
}

/** The columns of a grid: the options of each of its rows. */
export const GRID_COLUMNS: OptionList = {
  ...forOptions(groupTexts.columns),
  of: (draft, key) => optionsOf(entryOf(draft, key)?.questions[0] ?? {}),
  add: (draft, key) => inEach(draft, key, addOption),
  paste: (draft, key, at, lines) => inEach(draft, key, (next, row) => pasteOptions(next, row, at, lines)),
  remove: (draft, key, at) => inEach(draft, key, (next, row) => removeOption(next, row, at)),
  move: (draft, key, at, by) => inEach(draft, key, (next, row) => moveOption(next, row, at, by)),
  rename: (draft, key, at, text) => inEach(draft, key, (next, row) => renameOption(next, row, at, text)),
}

function forOptions(words: OptionListWords = OPTION_WORDS) {
  return { part: 'options', words, hasNotes: true } as const
}

function forRows(words: OptionListWords) {
  return { part: 'rows', words, hasNotes: false } as const
}

function listOf(list: QuestionList): Pick<OptionList, 'of' | 'add' | 'paste' | 'remove' | 'move' | 'rename'> {
  const linesOf = (entry: Entry | undefined): Line[] =>
    (entry ? list.of(entry) : []).map(question => ({ question, text: list.textOf(question) }))
  const change = (draft: Draft, key: number, change_: (lines: readonly Line[]) => readonly Line[]) => {
    const entry = entryOf(draft, key)
    return entry === undefined ? draft : withLines(draft, { entry, list, lines: change_(linesOf(entry)) })
  }
  return {
    of: (draft, key) => linesOf(entryOf(draft, key)).map(({ text }) => text),
    add: (draft, key) => change(draft, key, lines => [...lines, { text: '' }]),
    paste: (draft, key, at, pasted) =>
      change(draft, key, lines =>
        withPasted(
          lines,
          at,
          pasted.map(text => ({ text })),
          ({ text }) => text,
        ),
      ),
    remove: (draft, key, at) => change(draft, key, lines => lines.toSpliced(at, 1)),
    move: (draft, key, at, by) => change(draft, key, lines => swapped(lines, at, by)),
    rename: (draft, key, at, text) => {
      const question = linesOf(entryOf(draft, key))[at]?.question
      return question === undefined ? draft : list.rename(draft, question.index, text)
    },
  }
}

interface Change {
  readonly entry: Entry
  readonly list: QuestionList
  readonly lines: readonly Line[]
}

function withLines(draft: Draft, { entry, list, lines }: Change): Draft {
  const before = list.of(entry)
  const [sample] = before
  if (sample === undefined || lines.length === 0) return draft
  let { nextKey } = draft
  const own = lines.map(({ question, text }) => question ?? { ...list.make(sample, text), index: nextKey++ })
  const questions = [...own, ...entry.questions.slice(before.length)]
  return list.finish(replaceEntry(draft, entry.key, { ...entry, questions }, nextKey), entry.key, entry)
}

/** The description of a check-list is that of its first question, whichever that is. */
function withDescription(draft: Draft, key: number, before: Entry): Draft {
  const [was, is] = [before.questions[0]?.index, entryOf(draft, key)?.questions[0]?.index]
  if (was === undefined || is === undefined || was === is) return draft
  const { [was]: first = {}, [is]: second = {}, ...others } = draft.settings
  const { description: own, ...rest } = first
  const { description: other, ...more } = second
  const moved = {
    [was]: { ...rest, ...(other !== undefined && { description: other }) },
    [is]: { ...more, ...(own !== undefined && { description: own }) },
  }
  return { ...draft, settings: { ...others, ...moved } }
}

/** Ranks follow the number of what is ranked. So does the number of them that suffice. */
function withRanks(draft: Draft, key: number): Draft {
  const { questions = [], group } = entryOf(draft, key) ?? {}
  const options = questions.map((_, at) => `${at + 1}`)
  const ranked = questions.reduce((next, { index }) => change(next, index, { options }), draft)
  return group?.min === undefined ? ranked : changeGroup(ranked, key, { min: Math.min(group.min, options.length) })
}

function inEach(draft: Draft, key: number, change_: (draft: Draft, row: number) => Draft): Draft {
  const rows = entryOf(draft, key)?.questions ?? []
  return rows.reduce((next, { index }) => (questionOf(next, index) === undefined ? next : change_(next, index)), draft)
}
