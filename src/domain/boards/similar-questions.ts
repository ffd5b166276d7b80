/**
 * Limits on the length of texts and the number of questions compared, so that a comparison takes a few milliseconds on
 * a phone.
 */
const COMPARED_LENGTH = 500
const COMPARED_QUESTIONS = 300

/** The smallest overlap, from 0 to 1, of a suggested question: half of the letter pairs are in both. */
const MIN_OVERLAP = 0.5

/** The similarity of texts with the same words: more than any overlap. */
const SAME = 2

/** With fewer pairs of letters, a comparison says too little. */
const MIN_PAIRS = 4

/**
 * The questions most similar to a text, most similar first; an identical one comes before all others. Pairs of letters
 * are compared in every language, because words may be inflected and some scripts do not separate them.
 */
export function similarQuestions<Question extends { readonly text: string }>(
  text: string,
  questions: readonly Question[],
  limit: number,
): Question[] {
  const similarityTo = similarityWith(text)
  return questions
    .slice(0, COMPARED_QUESTIONS)
    .map(question => ({ question, similarity: similarityTo(question.text) }))
    .filter(({ similarity }) => similarity >= MIN_OVERLAP)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, limit)
    .map(({ question }) => question)
}

/** Returns a function that rates another text: by the overlap with this one, or as `SAME` if it has the same words. */
function similarityWith(text: string): (other: string) => number {
  const words = wordsOf(text)
  const pairs = pairsOf(words)
  return other => {
    const others = wordsOf(other)
    if (words.length > 0 && words.join(' ') === others.join(' ')) return SAME
    return pairs.size < MIN_PAIRS ? 0 : overlapOf(pairs, pairsOf(others))
  }
}

/** The words of a text without case, accents or punctuation. */
function wordsOf(text: string): readonly string[] {
  const plain = text
    .slice(0, COMPARED_LENGTH)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Pairs of neighbouring letters; a word of one letter or digit counts as a pair. */
function pairsOf(words: readonly string[]): ReadonlySet<string> {
  const pairs = new Set<string>()
  for (const word of words) {
    const letters = [...word]
    if (letters.length === 1) pairs.add(word)
    letters.forEach((letter, at) => {
      if (at > 0) pairs.add(`${letters[at - 1]}${letter}`)
    })
  }
  return pairs
}

/** Shared pairs as a fraction of all pairs (Dice's coefficient). */
function overlapOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const pair of a) if (b.has(pair)) shared++
  return (2 * shared) / (a.size + b.size)
}
