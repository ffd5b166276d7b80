import type { JsonObject } from '../../../../src/domain/values/json.ts'
import {
  change,
  changeOptions,
  type Draft,
  type DraftQuestion,
  optionsOf,
  renameOption,
  ruleOf,
} from '../../../ui/questions/draft.ts'
import { type Entry, entryOf } from './rows.ts'

/** A question with one or several answers among options, of which one may have a text. */
export interface ChoiceParts {
  /** Of a check-list, a question for each option but *Other*; otherwise the question itself. */
  readonly choices: readonly DraftQuestion[]
  /** The question that *Other* is an option of. */
  readonly other: DraftQuestion | undefined
  readonly text: DraftQuestion | undefined
}

export function partsOf({ group, questions }: Entry): ChoiceParts {
  const last = questions.at(-1)
  const text = last?.type === 'free_text' && questions.length > 1 ? last : undefined
  const choices = text === undefined ? questions : questions.slice(0, -1)
  const other = text === undefined ? undefined : choices.at(-1)
  return group?.kind === 'check_list' && other !== undefined
    ? { choices: choices.slice(0, -1), other, text }
    : { choices, other, text }
}

/** The position of *Other* among the options of its question: the last one, unless the rule of its text names another one. */
export function otherPosition({ other, text }: ChoiceParts): number {
  const options = optionsOf(other ?? {})
  const [value = ''] = (text && ruleOf(text)?.when.conditions[0]?.values) ?? []
  const named = options.lastIndexOf(value)
  return named < 0 ? options.length - 1 : named
}

/** Requires a text exactly if an option of the question with a key is chosen. */
export function textRule(questionIndex: number, option: string): JsonObject {
  return { mode: 'conditional', when: { op: 'all', conditions: [{ questionIndex, values: [option] }] } }
}

/** Lets the text of *Other* follow the option at a position, also while that is empty. */
export function linked(draft: Draft, key: number, position: number): Draft {
  const { other, text } = choiceParts(draft, key)
  if (other === undefined || text === undefined) return draft
  const option = optionsOf(other)[position] ?? ''
  return change(draft, text.index, { requirement: textRule(other.index, option) })
}

/** Renames *Other*. */
export function renameOther(draft: Draft, key: number, name: string): Draft {
  const parts = choiceParts(draft, key)
  if (parts.other === undefined) return draft
  const position = otherPosition(parts)
  return linked(renameOption(draft, parts.other.index, position, name), key, position)
}

/** The options without *Other*. */
export function ordinaryOptions(draft: Draft, key: number): readonly string[] {
  const parts = choiceParts(draft, key)
  return optionsOf(parts.other ?? {}).toSpliced(otherPosition(parts), 1)
}

/** Changes the options of a question without *Other*, which stays the last one if it was. */
export function changeOrdinary(
  draft: Draft,
  key: number,
  change_: (options: readonly string[]) => readonly string[],
): Draft {
  const parts = choiceParts(draft, key)
  if (parts.other === undefined) return draft
  const options = optionsOf(parts.other)
  const position = otherPosition(parts)
  const ordinary = change_(options.toSpliced(position, 1))
  const at = position === options.length - 1 ? ordinary.length : Math.min(position, ordinary.length)
  const changed = changeOptions(draft, parts.other.index, () => ordinary.toSpliced(at, 0, options[position] ?? ''))
  return linked(changed, key, at)
}

/** The text of a question, which each option of a check-list has. */
export function changeText(draft: Draft, key: number, text: string): Draft {
  const { choices, other } = choiceParts(draft, key)
  const keys = new Set([...choices, ...(other ? [other] : [])].map(({ index }) => index))
  const questions = draft.questions.map(one => (keys.has(one.index) ? { ...one, text } : one))
  return { ...draft, questions }
}

export function choiceParts(draft: Draft, key: number): ChoiceParts {
  const entry = entryOf(draft, key)
  return entry === undefined ? { choices: [], other: undefined, text: undefined } : partsOf(entry)
}
