import type { JsonObject } from '../../../../src/domain/values/json.ts'
import {
  type Draft,
  type DraftQuestion,
  isShuffled,
  optionsOf,
  rightOf,
  ruleOf,
  setShuffled,
} from '../../../ui/questions/draft.ts'
import { modeOf } from '../../../ui/questions/requirement.ts'
import { groupTexts } from '../../../words/group-words.ts'
import { otherPosition, partsOf, textRule } from './choices.ts'
import { type Entry, newEntry, type Row, replaceEntry, rowsOf, withRows } from './rows.ts'

const OPTIONAL = { mode: 'optional' }

/** A new entry of a kind that is a group, and the draft with the keys after it. */
export function newGroupEntry(draft: Draft, kind: 'several' | 'grid' | 'ranking') {
  const twice = (content: JsonObject) => [content, content]
  if (kind === 'several') return newEntry(draft, twice(optionQuestion({ text: '' }, '')), { kind: 'check_list' })
  const question = { type: 'multiple_choice', text: '' }
  return kind === 'grid'
    ? newEntry(draft, twice({ ...question, options: ['', ''] }), { kind, title: '' })
    : newEntry(draft, twice({ ...question, options: ['1', '2'], requirement: OPTIONAL }), { kind, title: '' })
}

function optionQuestion(content: JsonObject, option: string): JsonObject {
  return { ...content, type: 'multiple_choice', options: [option], requirement: OPTIONAL }
}

// Several answers

/** Why a question with one answer cannot have several without losing something; undefined if it can. */
export function severalBlockedBy(draft: Draft, entry: Entry): string | undefined {
  const [choice] = entry.questions
  if (choice === undefined || isTrigger(draft, entry)) return groupTexts.isTrigger
  if (modeOf(choice) === 'conditional') return groupTexts.isConditional
  return rightOf(draft, choice.index) === undefined ? undefined : groupTexts.hasRight
}

/** Why a question with several answers cannot have one without losing something; undefined if it can. */
export function oneBlockedBy(draft: Draft, entry: Entry): string | undefined {
  if (isTrigger(draft, entry)) return groupTexts.isTrigger
  const { min = 1, max } = entry.group ?? {}
  return min > 1 || max !== undefined ? groupTexts.hasNumbers : undefined
}

/** Whether a question elsewhere depends on what is answered here, or asks it again. */
function isTrigger({ questions, settings }: Draft, entry: Entry): boolean {
  const own = new Set(entry.questions.map(({ index }) => index))
  return questions
    .filter(({ index }) => !own.has(index))
    .some(
      one =>
        ruleOf(one)?.when.conditions.some(({ questionIndex }) => own.has(questionIndex)) ||
        own.has(settings[one.index]?.round_of ?? -1),
    )
}

/** An entry and the draft that it is in. */
export interface Changed {
  readonly draft: Draft
  /** Its key may be another one. */
  readonly key: number
}

/** Makes a question for each option. The first one keeps the key, and so the description. */
export function toSeveral(draft: Draft, entry: Entry): Changed {
  const { choices, text } = partsOf(entry)
  const [choice] = choices
  if (choice === undefined) return { draft, key: entry.key }
  const { index, options: _, requirement: __, ...content } = choice
  const position = text === undefined ? -1 : otherPosition(partsOf(entry))
  const all = optionsOf(choice)
  const names = position < 0 ? all : [...all.toSpliced(position, 1), all[position] ?? '']
  const keyed = names.map((name, at) => ({
    ...optionQuestion(content, name),
    index: at === 0 ? index : draft.nextKey + at,
  }))
  const last = keyed.at(-1)
  const linked = text && last && { ...text, requirement: textRule(last.index, names.at(-1) ?? '') }
  const next = draft.nextKey + names.length
  const group = {
    key: next,
    kind: 'check_list' as const,
    keys: [],
    min: modeOf(choice) === 'always' ? 1 : undefined,
    shuffled: isShuffled(draft, index) || undefined,
  }
  const questions = linked ? [...keyed, linked] : keyed
  const whole = setShuffled(draft, index, false)
  return { draft: replaceEntry(whole, entry.key, { type: 'entry', key: next, group, questions }, next + 1), key: next }
}

/** Makes one question of all options. */
export function toOne(draft: Draft, entry: Entry): Changed {
  const { choices, other, text } = partsOf(entry)
  const all = [...choices, ...(other ? [other] : [])]
  const [first] = all
  if (first === undefined) return { draft, key: entry.key }
  const { requirement: _, ...content } = first
  const names = all.map(one => optionsOf(one)[0] ?? '')
  const isOptional = entry.group?.min === undefined
  const choice = { ...content, options: names, ...(isOptional && { requirement: OPTIONAL }) } as DraftQuestion
  const whole = setShuffled(draft, first.index, entry.group?.shuffled ?? false)
  return asChoice(whole, entry, choice, text, names.at(-1) ?? '')
}

// *Other*

/** Adds the option *Other* with a text, unless the last option is called so already. */
export function addOther(draft: Draft, entry: Entry): Changed {
  const { choices } = partsOf(entry)
  const last = choices.at(-1)
  if (last === undefined) return { draft, key: entry.key }
  const isThere = optionsOf(last).at(-1) === groupTexts.other
  const text = { type: 'free_text', text: groupTexts.otherText }
  if (entry.group?.kind !== 'check_list') {
    const options = isThere ? optionsOf(last) : [...optionsOf(last), groupTexts.other]
    const added = { ...text, index: draft.nextKey }
    const next = { ...draft, nextKey: draft.nextKey + 1 }
    return asChoice(next, entry, { ...last, options }, added, groupTexts.other)
  }
  const { index: _, ...content } = last
  const other = isThere ? [] : [{ ...optionQuestion(content, groupTexts.other), index: draft.nextKey }]
  const trigger = other[0]?.index ?? last.index
  const added = { ...text, requirement: textRule(trigger, groupTexts.other), index: draft.nextKey + 1 }
  const questions = [...entry.questions, ...other, added]
  return { draft: replaceEntry(draft, entry.key, { ...entry, questions }, draft.nextKey + 2), key: entry.key }
}

/** Removes *Other* with its text. */
export function removeOther(draft: Draft, entry: Entry): Changed {
  const parts = partsOf(entry)
  const { choices, other } = parts
  if (other === undefined) return { draft, key: entry.key }
  if (entry.group?.kind === 'check_list')
    return { draft: replaceEntry(draft, entry.key, { ...entry, questions: choices }), key: entry.key }
  const options = optionsOf(other).toSpliced(otherPosition(parts), 1)
  return asChoice(draft, entry, { ...other, options }, undefined, '')
}

/** An entry as one question with one answer, and the text of one of its options, if it has one. */
function asChoice(
  draft: Draft,
  entry: Entry,
  choice: DraftQuestion,
  text: DraftQuestion | undefined,
  option: string,
): Changed {
  const key = text === undefined ? choice.index : draft.nextKey
  const group = text && { key, kind: 'other' as const, keys: [] }
  const linked = text && { ...text, requirement: textRule(choice.index, option) }
  const questions = linked ? [choice, linked] : [choice]
  return { draft: replaceEntry(draft, entry.key, { type: 'entry', key, group, questions }, draft.nextKey + 1), key }
}

// Sections

/** Puts a new section, of one entry, behind the row with a key and the section that it is in, or at the end. */
export function newSection(
  draft: Draft,
  after: number | undefined,
  { draft: next, entry }: ReturnType<typeof newEntry>,
) {
  const rows = rowsOf(draft)
  const at = rows.findIndex(row => row.key === after)
  const end = rows.findIndex((row, place) => place > at && row.type !== 'entry')
  const slot = at < 0 || end < 0 ? rows.length : end + (rows[end]?.type === 'end' ? 1 : 0)
  const section = { key: next.nextKey, kind: 'section' as const, keys: [], title: '' }
  const heading: Row = { type: 'heading', key: section.key, section }
  const added = withRows(next, rows.toSpliced(slot, 0, heading, entry, { type: 'end', key: section.key, section }))
  return { draft: { ...added, nextKey: next.nextKey + 1 }, key: section.key }
}
