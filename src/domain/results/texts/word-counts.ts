import type { Answer } from '../../values/answer.ts'
import { foldCase } from '../../values/fold-case.ts'
import { lazy } from '../../values/lazy.ts'
import { MAX_TERMS, MIN_PEOPLE_PER_WORD, WORD_LENGTH } from '../limits.ts'
import { stopWords } from './stop-words.ts'

/** A word or a two-word phrase, and how many people wrote it. */
export interface Word {
  readonly word: string
  readonly people: number
}

interface Term {
  /** The word with case folded; words with the same key count as one. */
  readonly key: string
  people: number
  /** The spelling to show, and how far it leads over the others. */
  spelling: string
  lead: number
  /** The keys of a phrase's words. */
  readonly parts: readonly string[]
}

/** A word in a text. The separator is the text before it, if that is only white space. */
interface Token {
  readonly key: string
  readonly spelling: string
  readonly separator: string | undefined
}

/** Created on first use, because it loads the tables of a language. */
const segmenter = lazy(() => new Intl.Segmenter('en', { granularity: 'word' }))
const LETTER = /\p{L}/u
/** French elisions before a word, and the English possessive after it. */
const ELISION = /^(?:[cdjlmnst]|qu)'(?=\p{L})|'s$/giu

/**
 * Counts words and phrases of the answers to a question, each once per response. Beyond a number of terms, the rarest
 * are dropped, so that memory and the cost of the next answer do not grow; the counts are then lower bounds.
 */
export class WordCounts {
  readonly #question: number
  readonly #terms = new Map<string, Term>()

  constructor(question: number) {
    this.#question = question
  }

  /** Number of counted terms. */
  get size(): number {
    return this.#terms.size
  }

  add(answers: readonly Answer[]): void {
    const text = answers[this.#question]
    if (typeof text !== 'string') return
    for (const term of termsOf(text)) this.#count(term)
    if (this.#terms.size > 2 * MAX_TERMS) this.#forgetRarest()
  }

  /**
   * The terms written by most people, most frequent first, without those written by fewer than three. A word is also
   * left out if fewer than three people wrote it outside a shown phrase.
   * @param hidden words and phrases to leave out, with case folded
   */
  top(limit: number, hidden: ReadonlySet<string>): Word[] {
    const shown = mostFrequent(this.#terms.values(), 3 * limit, hidden)
    const covered = new Set<string>()
    for (const { people, parts } of shown)
      for (const part of parts)
        if ((this.#terms.get(part)?.people ?? 0) - people < MIN_PEOPLE_PER_WORD) covered.add(part)
    return shown
      .filter(({ key }) => !covered.has(key))
      .slice(0, limit)
      .map(({ spelling: word, people }) => ({ word, people }))
  }

  /** A term written by at least three people. @param key with case folded */
  find(key: string): Word | undefined {
    const term = this.#terms.get(key)
    return term && term.people >= MIN_PEOPLE_PER_WORD ? { word: term.spelling, people: term.people } : undefined
  }

  #count({ key, spelling, parts }: Pick<Term, 'key' | 'spelling' | 'parts'>): void {
    const term = this.#terms.get(key)
    if (term === undefined) {
      this.#terms.set(key, { key, people: 1, spelling, lead: 1, parts })
      return
    }
    term.people++
    if (term.spelling === spelling) term.lead++
    else if (--term.lead < 0) Object.assign(term, { spelling, lead: 1 })
  }

  #forgetRarest(): void {
    for (let least = 1; this.#terms.size > MAX_TERMS; least++)
      for (const [key, { people }] of this.#terms) if (people <= least) this.#terms.delete(key)
  }
}

/** The distinct terms of a text. */
function termsOf(text: string): Iterable<Pick<Term, 'key' | 'spelling' | 'parts'>> {
  const terms = new Map<string, Pick<Term, 'key' | 'spelling' | 'parts'>>()
  let before: Token | undefined
  for (const token of tokensOf(text)) {
    const { key, spelling, separator } = token
    if (!isTelling(token)) {
      before = undefined
      continue
    }
    if (!terms.has(key)) terms.set(key, { key, spelling, parts: [] })
    if (before !== undefined && separator !== undefined && before.key !== key) {
      const phrase = before.key + separator + key
      if (!terms.has(phrase))
        terms.set(phrase, { key: phrase, spelling: before.spelling + separator + spelling, parts: [before.key, key] })
    }
    before = token
  }
  return terms.values()
}

function* tokensOf(text: string): Generator<Token> {
  let separator: string | undefined
  for (const { segment, isWordLike } of segmenter().segment(text)) {
    if (isWordLike !== true) {
      separator = separator !== undefined && /^[^\S\n]*$/.test(segment) ? ' ' : undefined
      continue
    }
    // A longer segment is not a word, and is costly to fold.
    const isWord = segment.length <= WORD_LENGTH
    const spelling = isWord ? segment.replaceAll('’', "'").replaceAll(ELISION, '') : ''
    yield { key: foldCase(spelling), spelling, separator }
    separator = ''
  }
}

/** Whether a word is worth counting: not a stop word, a number or a single letter. */
function isTelling({ key, spelling }: Token): boolean {
  return spelling.length > 1 && LETTER.test(spelling) && !stopWords().has(key)
}

/** Holds at most twice `limit` terms at a time, so that its cost grows only with the number of terms. */
function mostFrequent(terms: Iterable<Term>, limit: number, hidden: ReadonlySet<string>): Term[] {
  const found: Term[] = []
  let least = MIN_PEOPLE_PER_WORD
  for (const term of terms) {
    if (term.people < least || hidden.has(term.key)) continue
    found.push(term)
    if (found.length < 2 * limit) continue
    least = found.sort(byPeople)[limit - 1]?.people ?? least
    found.length = limit
  }
  return found.sort(byPeople).slice(0, limit)
}

function byPeople(a: Term, b: Term): number {
  return b.people - a.people || (a.key < b.key ? -1 : 1)
}
