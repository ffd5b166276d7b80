import { foldCase } from '../../values/fold-case.ts'
import type { JsonObject } from '../../values/json.ts'
import { Refusal } from '../../values/refusal.ts'
import { isBlank } from '../../values/text.ts'
import { MAX_HIDDEN_WORDS, MAX_PICKS, WORD_LENGTH } from '../limits.ts'

/** A free-text answer that may be projected: the question's index and the response's id. */
export interface Pick {
  readonly question: number
  readonly id: string
}

/** The parts of free-text answers that the creator has chosen to project. Nothing else from them is projected. */
export interface ProjectedTextSelection {
  /** In the order in which they were picked. */
  readonly picks: readonly Pick[]
  /** The questions whose words and phrases are projected. */
  readonly words: readonly number[]
  /** Words and phrases that are not projected, with case folded. */
  readonly hidden: readonly HiddenWord[]
}

interface HiddenWord {
  readonly question: number
  readonly word: string
}

export const NO_PROJECTED_TEXTS: ProjectedTextSelection = { picks: [], words: [], hidden: [] }

/** Picking a text again changes nothing. @throws Refusal `too_many_picks` */
export function pickText(selection: ProjectedTextSelection, pick: Pick): ProjectedTextSelection {
  if (selection.picks.some(one => isSame(one, pick))) return selection
  if (selection.picks.length >= MAX_PICKS) throw new Refusal('too_many_picks')
  return { ...selection, picks: [...selection.picks, pick] }
}

export function unpickText(selection: ProjectedTextSelection, pick: Pick): ProjectedTextSelection {
  return withPicks(
    selection,
    selection.picks.filter(one => !isSame(one, pick)),
  )
}

/** The selection without the texts of a removed response. */
export function withoutResponse(selection: ProjectedTextSelection, id: string): ProjectedTextSelection {
  return withPicks(
    selection,
    selection.picks.filter(one => one.id !== id),
  )
}

export function showWords(
  selection: ProjectedTextSelection,
  question: number,
  isShown: boolean,
): ProjectedTextSelection {
  const others = selection.words.filter(one => one !== question)
  return { ...selection, words: isShown ? [...others, question] : others }
}

/** @throws Refusal `too_many_hidden_words` */
export function hideWord(
  selection: ProjectedTextSelection,
  question: number,
  word: string,
  isHidden: boolean,
): ProjectedTextSelection {
  const folded = foldCase(word)
  const others = selection.hidden.filter(one => one.question !== question || one.word !== folded)
  if (isHidden && others.length >= MAX_HIDDEN_WORDS) throw new Refusal('too_many_hidden_words')
  return { ...selection, hidden: isHidden ? [...others, { question, word: folded }] : others }
}

/** Words and phrases of a question that are not projected, with case folded. */
export function hiddenWords({ hidden }: ProjectedTextSelection, question: number): ReadonlySet<string> {
  return new Set(hidden.flatMap(one => (one.question === question ? [one.word] : [])))
}

/** What a request changes about a question's words: whether they are projected, or whether one of them is hidden. */
export type WordsChange = { readonly shown: boolean } | { readonly word: string; readonly hidden: boolean }

/** @throws Refusal with the reason */
export function parseWordsChange({ shown, word, hidden }: JsonObject): WordsChange {
  if (typeof shown === 'boolean' && word === undefined && hidden === undefined) return { shown }
  const isWord = typeof word === 'string' && !isBlank(word) && word.length <= 2 * WORD_LENGTH + 1
  if (shown === undefined && isWord && typeof hidden === 'boolean') return { word, hidden }
  throw new Refusal('invalid_words_change')
}

/** Returns the same object if no pick was removed. */
function withPicks(selection: ProjectedTextSelection, picks: readonly Pick[]): ProjectedTextSelection {
  return picks.length === selection.picks.length ? selection : { ...selection, picks }
}

function isSame(a: Pick, b: Pick): boolean {
  return a.question === b.question && a.id === b.id
}
