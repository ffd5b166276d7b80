import type { SearchEntry } from '../../src/docs/search-entry.ts'

export interface Match {
  readonly entry: SearchEntry
  /** A few words around the first word found. */
  readonly excerpt: string
}

/** More would not be read: it is quicker to type another word. */
const MAX_MATCHES = 12
/** Length of excerpts in characters: before the word, and in total. */
const BEFORE_LENGTH = 24
const EXCERPT_LENGTH = 160

/** A text's words in lower case. A name such as `slug_taken` is one word, and its parts can be found as well. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}

/** The entries in which each word of a query is the beginning of a word, those with title matches first. */
export function search(index: readonly SearchEntry[], query: string): readonly Match[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const scored = index.map(entry => ({ entry, score: scoreOf(entry, words) })).filter(({ score }) => score > 0)
  const best = scored.sort((a, b) => b.score - a.score).slice(0, MAX_MATCHES)
  return best.map(({ entry }) => ({ entry, excerpt: excerptOf(entry.text, words) }))
}

/** Zero if any word is missing. */
function scoreOf({ title, page, text }: SearchEntry, words: readonly string[]): number {
  const scores = words.map(word => {
    if (wordsOf(title).includes(word)) return 8
    return beginsWord(title, word) ? 5 : beginsWord(page, word) ? 3 : beginsWord(text, word) ? 1 : 0
  })
  return scores.includes(0) ? 0 : scores.reduce<number>((sum, score) => sum + score, 0)
}

function beginsWord(text: string, word: string): boolean {
  return positionOf(text, word) >= 0
}

/** Where a word with this beginning starts, or -1. */
function positionOf(text: string, word: string): number {
  return text.toLowerCase().search(new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'u'))
}

function excerptOf(text: string, words: readonly string[]): string {
  const found = words.map(word => positionOf(text, word)).find(at => at >= 0) ?? 0
  const start = found < BEFORE_LENGTH ? 0 : text.indexOf(' ', found - BEFORE_LENGTH) + 1
  return (start > 0 ? '… ' : '') + text.slice(start, start + EXCERPT_LENGTH)
}
