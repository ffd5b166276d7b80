import { largestOf } from '../values/largest.ts'
import type { RecordedQuestion } from './record.ts'

/** Texts of a record in one language; names in braces stand for numbers and options. */
export interface RecordWords {
  readonly few: string
  readonly nobody: string
  /** `{option}` `{n}` `{of}` `{share}` */
  readonly leader: string
  /** `{option}` `{other}` `{n}` `{of}` */
  readonly pair: string
  /** `{ties}` `{n}` `{of}` */
  readonly tie: string
  /** `{mean}` `{from}` `{to}` */
  readonly rating: string
  /** `{mean}` `{from}` */
  readonly ratingSame: string
  /** `{n}` */
  readonly texts: string
  /** `{n}` `{of}` */
  readonly board: string
  /** Of a board with so many questions that not all are listed. `{of}` */
  readonly longBoard: string
  readonly noQuestions: string
}

/** A piece of a sentence: our words, or an option in its author's, which screens emphasise. */
export type SentencePart = string | { readonly option: string }

/** What a question has shown, in one sentence. */
export function sentenceOf(question: RecordedQuestion, words: RecordWords, language: string): readonly SentencePart[] {
  const { answered, tally, middle, mean, board } = question
  const number = (n: number) => n.toLocaleString(language)
  if (board !== undefined) return boardSentence(board, words, number)
  if (answered === null) return [words.few]
  if (answered === 0) return [words.nobody]
  if (tally !== undefined) return choiceSentence(tally, answered, words, language)
  if (middle) {
    const values = { mean: number(mean ?? 0), from: number(middle.from), to: number(middle.to) }
    return filled(middle.from === middle.to ? words.ratingSame : words.rating, values)
  }
  return filled(words.texts, { n: number(answered) })
}

function boardSentence(
  { asked, answered, left_out: left }: NonNullable<RecordedQuestion['board']>,
  words: RecordWords,
  number: (n: number) => string,
): readonly SentencePart[] {
  if (asked === 0) return [words.noQuestions]
  return filled(left > 0 ? words.longBoard : words.board, { n: number(answered.length), of: number(asked) })
}

function choiceSentence(
  tally: NonNullable<RecordedQuestion['tally']>,
  answered: number,
  words: RecordWords,
  language: string,
): readonly SentencePart[] {
  const most = largestOf(tally.map(({ count }) => count))
  const leaders = tally.filter(({ count }) => count === most)
  const [first, second] = leaders
  const values = {
    n: most.toLocaleString(language),
    of: answered.toLocaleString(language),
    share: (most / answered).toLocaleString(language, { style: 'percent' }),
    ties: leaders.length.toLocaleString(language),
  }
  const options = { option: first?.option ?? '', other: second?.option ?? '' }
  if (leaders.length === 1) return filled(words.leader, values, options)
  return filled(leaders.length === 2 ? words.pair : words.tie, values, options)
}

function filled(
  text: string,
  values: Readonly<Record<string, string>>,
  options: Readonly<Record<string, string>> = {},
): readonly SentencePart[] {
  return text
    .split(/(\{\w+\})/)
    .filter(part => part !== '')
    .map(part => {
      const name = part.slice(1, -1)
      const option = part.startsWith('{') ? options[name] : undefined
      if (option !== undefined) return { option }
      return part.startsWith('{') ? (values[name] ?? part) : part
    })
}

export const ENGLISH_RECORD: RecordWords = {
  few: 'Fewer than five answers, so nothing is shown.',
  nobody: 'Nobody answered.',
  leader: '{option} was chosen most: {n} of {of}, {share}.',
  pair: '{option} and {other} were chosen most: {n} of {of} each.',
  tie: '{ties} options were chosen most: {n} of {of} each.',
  rating: '{mean} on average. Half of the answers lie between {from} and {to}.',
  ratingSame: '{mean} on average. At least half of the answers are {from}.',
  texts: '{n} answered in their own words.',
  board: '{n} of {of} questions were answered.',
  longBoard: '{of} questions were asked.',
  noQuestions: 'Nobody asked a question.',
}
