import { largestOf } from '../../values/largest.ts'
import type { RecordedQuestion, SurveyRecord } from './record.ts'

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
  /** How many knew the right answer. `{n}` `{of}` `{share}` */
  readonly right: string
  /** What has changed from the first round to the second. `{before}` `{after}` */
  readonly rightRounds: string
  /** `{option}` `{before}` `{after}` */
  readonly rounds: string
  /** `{before}` `{after}` */
  readonly ratingRounds: string
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

/** What else there is to say about a question: the share of right answers, and what a second round has changed. */
export function notesOf(
  question: RecordedQuestion,
  { questions }: SurveyRecord,
  words: RecordWords,
  language: string,
): readonly (readonly SentencePart[])[] {
  const { answered, right_count: right, round_of: index } = question
  if (!answered) return []
  const values = {
    n: (right ?? 0).toLocaleString(language),
    of: answered.toLocaleString(language),
    share: percentOf(right ?? 0, answered, language),
  }
  const first = questions.find(one => one.index === index)
  const change = first?.answered ? changeOf(first, question, words, language) : []
  return [right === undefined ? [] : filled(words.right, values), change].filter(({ length }) => length > 0)
}

/** The share of right answers if they are known, else that of the option that leads now; of ratings, the mean. */
function changeOf(
  before: RecordedQuestion,
  after: RecordedQuestion,
  words: RecordWords,
  language: string,
): readonly SentencePart[] {
  const shares = (countOf: (question: RecordedQuestion) => number | undefined) => ({
    before: percentOf(countOf(before) ?? 0, before.answered ?? 0, language),
    after: percentOf(countOf(after) ?? 0, after.answered ?? 0, language),
  })
  if (after.right_count !== undefined && before.right_count !== undefined)
    return filled(
      words.rightRounds,
      shares(one => one.right_count),
    )
  if (after.distribution !== undefined) {
    const means = {
      before: before.mean?.toLocaleString(language) ?? '',
      after: after.mean?.toLocaleString(language) ?? '',
    }
    return filled(words.ratingRounds, means)
  }
  const most = largestOf((after.tally ?? []).map(({ count }) => count))
  const option = after.tally?.find(({ count }) => count === most)?.option ?? ''
  const values = shares(({ tally }) => tally?.find(one => one.option === option)?.count)
  return filled(words.rounds, values, { option })
}

function percentOf(count: number, answered: number, language: string): string {
  return (answered === 0 ? 0 : count / answered).toLocaleString(language, { style: 'percent' })
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
    share: percentOf(most, answered, language),
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
  right: '{share} were right: {n} of {of}.',
  rightRounds: 'Right in the first round: {before}. In the second: {after}.',
  rounds: '{option}: {before} in the first round, {after} in the second.',
  ratingRounds: '{before} on average in the first round, {after} in the second.',
}
