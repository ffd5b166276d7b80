/** The longest text and the number of questions that are compared: what takes a few milliseconds on a phone. */
const COMPARED_LENGTH = 500
const COMPARED_QUESTIONS = 300

/** The least overlap, from 0 to 1, of questions that are offered. Half of the letter pairs are in both. */
const LEAST_OVERLAP = 0.5

/** Fewer pairs of letters say too little. */
const LEAST_PAIRS = 4

/**
 * The questions that are most like a text, the most similar first. Pairs of letters are compared, whatever the language:
 * words may be inflected, and some scripts do not separate them.
 */
export function similarQuestions<Question extends { readonly text: string }>(
  text: string,
  questions: readonly Question[],
  limit: number,
): Question[] {
  const pairs = pairsOf(text)
  if (pairs.size < LEAST_PAIRS) return []
  return questions
    .slice(0, COMPARED_QUESTIONS)
    .map(question => ({ question, overlap: overlapOf(pairs, pairsOf(question.text)) }))
    .filter(({ overlap }) => overlap >= LEAST_OVERLAP)
    .sort((a, b) => b.overlap - a.overlap)
    .slice(0, limit)
    .map(({ question }) => question)
}

/** The pairs of neighbouring letters in the words of a text, without case and accents. */
function pairsOf(text: string): ReadonlySet<string> {
  const plain = text
    .slice(0, COMPARED_LENGTH)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
  const pairs = new Set<string>()
  for (const word of plain.match(/[\p{L}\p{N}]+/gu) ?? []) {
    const letters = [...word]
    letters.forEach((letter, at) => {
      if (at > 0) pairs.add(`${letters[at - 1]}${letter}`)
    })
  }
  return pairs
}

/** Twice the shared pairs to all pairs (Dice's coefficient). */
function overlapOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const pair of a) if (b.has(pair)) shared++
  return (2 * shared) / (a.size + b.size)
}
