import { parseQuestionList, type Question, type QuestionType } from '../../../src/domain/surveys/question.ts'
import {
  NO_QUESTION_SETTINGS,
  type QuestionSettings,
  type RightAnswer,
} from '../../../src/domain/surveys/question-settings.ts'
import type { ScaleWords } from '../../../src/domain/surveys/scale-words.ts'
import { canonicalJson } from '../../../src/domain/values/canonical-json.ts'
import { isArray, type Json, type JsonObject } from '../../../src/domain/values/json.ts'
import { type DraftGroup, NO_DRAFT_GROUPS } from './draft-groups.ts'
import {
  type DraftSettings,
  rekeyed,
  settingsByKey,
  settingsOf,
  withDescription,
  withOptions,
  withRight,
  withScaleWords,
  withShuffled,
} from './draft-settings.ts'

/**
 * A survey's questions while they are being edited. The `index` of each is its key: the stored position of a stored
 * question, a higher number for a new one. Rules refer to their triggers by key, so they follow them to any position. A
 * draft starts as the stored list, and an edit changes only what it touches.
 */
export interface Draft {
  readonly stored: readonly Question[]
  readonly storedSettings: QuestionSettings
  readonly questions: readonly DraftQuestion[]
  readonly settings: DraftSettings
  /** Only the builder edits them. */
  readonly groups: readonly DraftGroup[]
  /** The key of the next new question or group. */
  readonly nextKey: number
}

export type DraftQuestion = JsonObject & { readonly index: number }

/** A survey's questions, and what is set beside them. */
export interface StoredQuestions {
  readonly questions: readonly JsonObject[]
  readonly question_settings: QuestionSettings
}

export function beginDraft(
  stored: readonly JsonObject[],
  storedSettings: QuestionSettings = NO_QUESTION_SETTINGS,
): Draft {
  const questions = stored.map((question, index) => ({ ...question, index }))
  const settings = settingsByKey(storedSettings)
  return {
    stored: parseQuestionList(questions),
    storedSettings,
    questions,
    settings,
    groups: NO_DRAFT_GROUPS,
    nextKey: stored.length,
  }
}

export function isChanged(draft: Draft): boolean {
  const { stored, questions } = draft
  return JSON.stringify(questions) !== JSON.stringify(stored.map(({ source }) => source)) || !hasStoredSettings(draft)
}

function hasStoredSettings(draft: Draft, stored = draft.storedSettings): boolean {
  return canonicalJson(asJson(settingsOf(draft))) === canonicalJson(asJson(stored))
}

/** Applies a draft to a list that was changed elsewhere. Answered questions keep their position, so positions identify them. */
export function rebase(draft: Draft, { questions, question_settings: settings }: StoredQuestions): Draft {
  const same = Math.min(draft.stored.length, questions.length)
  return withKeys(draft, beginDraft(questions, settings), key => (key < same ? key : questions.length + key))
}

/** A draft that was edited further while it was being saved, as an edit of what is stored now. @param saved as it was sent */
export function afterSaving(
  draft: Draft,
  saved: Draft,
  { questions, question_settings: settings }: StoredQuestions,
): Draft {
  return withKeys(draft, beginDraft(questions, settings), key => keyAfterSaving(saved, key))
}

/** The key that a question has once a draft is saved: its position, or a higher number if it is not in that draft. */
export function keyAfterSaving(saved: Draft, key: number): number {
  const position = positionOf(saved, key)
  return position < 0 ? saved.questions.length + key : position
}

function withKeys({ questions, settings, nextKey }: Draft, begun: Draft, keyOf: (key: number) => number): Draft {
  const renamed = questions.map(question => ({ ...withTriggers(question, keyOf), index: keyOf(question.index) }))
  return { ...begun, questions: renamed, settings: rekeyed(settings, keyOf), nextKey: keyOf(nextKey) }
}

/** A draft's questions in their stored form, with rules that refer to positions. */
export function questionsOf(draft: Draft): JsonObject[] {
  return draft.questions.map(question => withoutIndex(withPositions(draft, question)))
}

/** Whether a survey has the questions of a draft, and its settings. */
export function isStored(draft: Draft, { questions, question_settings: settings }: StoredQuestions): boolean {
  const isSame = canonicalJson(questionsOf(draft)) === canonicalJson(questions.map(withoutIndex))
  return isSame && hasStoredSettings(draft, settings)
}

function withoutIndex({ index, ...content }: JsonObject): JsonObject {
  return content
}

/** -1 if there is none. */
export function positionOf({ questions }: Draft, key: number): number {
  return questions.findIndex(({ index }) => index === key)
}

export function questionOf({ questions }: Draft, key: number): DraftQuestion | undefined {
  return questions.find(({ index }) => index === key)
}

/** Inserts a new question with the next key. */
export function add(draft: Draft, position: number, content: JsonObject = EMPTY): Draft {
  return { ...insert(draft, position, { ...content, index: draft.nextKey }), nextKey: draft.nextKey + 1 }
}

const EMPTY = { type: 'multiple_choice', text: '', options: ['', ''] }

/** Also restores a deleted question; rules that refer to it still do. */
export function insert(draft: Draft, position: number, question: DraftQuestion): Draft {
  return { ...draft, questions: draft.questions.toSpliced(position, 0, question) }
}

export function remove(draft: Draft, key: number): Draft {
  return { ...draft, questions: draft.questions.filter(({ index }) => index !== key) }
}

export function move(draft: Draft, key: number, by: -1 | 1): Draft {
  return { ...draft, questions: swapped(draft.questions, positionOf(draft, key), by) }
}

/** Moves a question to a position among the others. */
export function moveTo(draft: Draft, key: number, position: number): Draft {
  const question = questionOf(draft, key)
  return question === undefined ? draft : insert(remove(draft, key), position, question)
}

export function change(draft: Draft, key: number, members: JsonObject): Draft {
  const questions = draft.questions.map(one => (one.index === key ? { ...one, ...members, index: key } : one))
  return { ...draft, questions }
}

/**
 * Properties required by the new type are made valid. Others are kept in case the type is changed back, unless they are
 * blank.
 */
export function retype(draft: Draft, key: number, type: QuestionType): Draft {
  const questions = draft.questions.map(question => (question.index === key ? retyped(question, type) : question))
  return { ...draft, questions }
}

function retyped(question: DraftQuestion, type: QuestionType): DraftQuestion {
  const { options, ...rest } = question
  const fits = isArray(options) && options.length > 0 && options.every(isText)
  if (type === 'multiple_choice') return { ...question, type, options: fits ? options : EMPTY.options }
  const isBlank = question.type === 'multiple_choice' && optionsOf(question).every(option => option === '')
  const kept = isBlank ? rest : question
  if (type !== 'upvoted_question' || kept.moderated === undefined) return { ...kept, type }
  return { ...kept, type, moderated: kept.moderated === true }
}

// Right answers

export function rightOf({ settings }: Draft, key: number): RightAnswer | undefined {
  return settings[key]?.right
}

/** @param right undefined removes it */
export function setRight(draft: Draft, key: number, right: RightAnswer | undefined): Draft {
  return { ...draft, settings: withRight(draft.settings, key, right) }
}

// Descriptions, and words of scales

export function descriptionOf({ settings }: Draft, key: number): string {
  return settings[key]?.description ?? ''
}

export function setDescription(draft: Draft, key: number, description: string): Draft {
  return { ...draft, settings: withDescription(draft.settings, key, description) }
}

export function scaleWordsOf({ settings }: Draft, key: number): ScaleWords {
  return settings[key]?.scale_words ?? {}
}

/** Whether respondents see the options of a question in a random order. */
export function isShuffled(draft: Draft, key: number): boolean {
  return draft.settings[key]?.shuffled ?? false
}

export function setShuffled(draft: Draft, key: number, isShuffled: boolean): Draft {
  return { ...draft, settings: withShuffled(draft.settings, key, isShuffled) }
}

export function setScaleWords(draft: Draft, key: number, words: ScaleWords): Draft {
  return { ...draft, settings: withScaleWords(draft.settings, key, words) }
}

// Options

/** The options of a multiple-choice question; none for other types. */
export function optionsOf({ type, options }: JsonObject): readonly string[] {
  return type === 'multiple_choice' && isArray(options) ? options.filter(isText) : []
}

export function addOption(draft: Draft, key: number): Draft {
  return changeOptions(draft, key, options => [...options, ''])
}

/**
 * Inserts pasted options at a position: they replace an empty option, or follow a non-empty one. Empty and repeated
 * options are left out.
 */
export function pasteOptions(draft: Draft, key: number, at: number, pasted: readonly string[]): Draft {
  return changeOptions(draft, key, options => withPasted(options, at, pasted, option => option))
}

export function removeOption(draft: Draft, key: number, at: number): Draft {
  return changeOptions(draft, key, options => options.toSpliced(at, 1))
}

export function moveOption(draft: Draft, key: number, at: number, by: -1 | 1): Draft {
  return changeOptions(draft, key, options => swapped(options, at, by))
}

/** Rules that select the option are updated, unless another option has that text. */
export function renameOption(draft: Draft, key: number, at: number, text: string): Draft {
  const options = optionsOf(questionOf(draft, key) ?? {})
  const [before = ''] = options.slice(at)
  const renamed = change(draft, key, { options: options.with(at, text) })
  if (before === '' || text === '' || options.includes(text)) return renamed
  if (options.indexOf(before) !== options.lastIndexOf(before)) return renamed
  const follow = (condition: Condition) =>
    condition.questionIndex === key
      ? { ...condition, values: condition.values.map(value => (value === before ? text : value)) }
      : condition
  return { ...renamed, questions: renamed.questions.map(question => withConditions(question, follow)) }
}

/** Without blanks and line breaks at the ends of texts and options. */
export function withoutEndBlanks(draft: Draft): Draft {
  return draft.questions.reduce((trimmed, question) => {
    const { index: key, text } = question
    const begun = isText(text) && text !== text.trim() ? change(trimmed, key, { text: text.trim() }) : trimmed
    return optionsOf(question).reduce(
      (renamed, option, at) => (option === option.trim() ? renamed : renameOption(renamed, key, at, option.trim())),
      begun,
    )
  }, draft)
}

/** Right options follow their texts. */
export function changeOptions(
  draft: Draft,
  key: number,
  change_: (options: readonly string[]) => readonly string[],
): Draft {
  const before = optionsOf(questionOf(draft, key) ?? {})
  const after = change_(before)
  return { ...change(draft, key, { options: after }), settings: withOptions(draft.settings, key, before, after) }
}

// Rules

/** A condition of a rule, with all stored properties. */
export type Condition = JsonObject & { readonly questionIndex: number; readonly values: readonly string[] }

/** A requirement that is a rule. */
export type Rule = JsonObject & { readonly when: JsonObject & { readonly conditions: readonly Condition[] } }

/** Undefined if the answer is always required, or never. */
export function ruleOf({ requirement }: JsonObject): Rule | undefined {
  return (requirement as JsonObject | undefined)?.mode === 'conditional' ? (requirement as Rule) : undefined
}

/** The question with the triggers of its rule, if any, renamed. */
export function withTriggers<Content extends JsonObject>(question: Content, nameOf: (key: number) => number): Content {
  return withConditions(question, one => ({ ...one, questionIndex: nameOf(one.questionIndex) }))
}

/** The question with the triggers of its rule as positions; a deleted trigger gets a position past the end. */
export function withPositions({ questions }: Draft, question: DraftQuestion): DraftQuestion {
  const positions = new Map(questions.map(({ index }, position) => [index, position]))
  return withTriggers(question, key => positions.get(key) ?? questions.length)
}

function withConditions<Content extends JsonObject>(
  question: Content,
  change_: (one: Condition) => Condition,
): Content {
  const rule = ruleOf(question)
  if (rule === undefined) return question
  const when = { ...rule.when, conditions: rule.when.conditions.map(change_) }
  return { ...question, requirement: { ...rule, when } }
}

/** The list after an item was moved by one. */
export function swapped<Item>(list: readonly Item[], at: number, by: -1 | 1): Item[] {
  const moved = list.slice(at, at + 1)
  return list[at + by] === undefined ? [...list] : inserted(list.toSpliced(at, 1), at + by, moved)
}

/** The list with further items in front of the one at a position. */
export function inserted<Item>(list: readonly Item[], at: number, items: readonly Item[]): Item[] {
  return [...list.slice(0, at), ...items, ...list.slice(at)]
}

/** A list with pasted items behind the one at a position, or in its place if that is empty. Empty and repeated ones are left out. */
export function withPasted<Item>(
  items: readonly Item[],
  at: number,
  pasted: readonly Item[],
  textOf: (item: Item) => string,
): Item[] {
  const end = items.slice(at, at + 1).some(item => textOf(item) === '') ? at : at + 1
  const all = [...items.slice(0, end), ...pasted, ...items.slice(end)]
  const texts = all.map(textOf)
  return all.filter((_, position) => texts[position] !== '' && texts.indexOf(texts[position] ?? '') === position)
}

function asJson(settings: QuestionSettings): Json {
  return settings as unknown as Json
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string'
}
