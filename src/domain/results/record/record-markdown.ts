import { RATING_HIGHEST, RATING_LOWEST } from '../../values/answer.ts'
import type { GroupResult } from '../groups/group-results.ts'
import { sharesOf } from '../sharing.ts'
import { mostAnswered, type RecordedQuestion, roundBefore, type SurveyRecord } from './record.ts'
import { ENGLISH_RECORD, notesOf, type SentencePart, sentenceOf } from './record-sentence.ts'
import { type RecordedOne, recordedGroup, recordedOnes } from './recorded-groups.ts'

const LANGUAGE = 'en'
/** At the end of each record in English. */
export const STORED_OF_RESPONSES =
  'Of each response, a random id, its number, the time it arrived and its answers are stored: no name, no address, no account, no cookie. Votes cannot be matched to answers.'

/** A record as Markdown in English, with one line for each text that people have written. */
export function recordMarkdown(record: SurveyRecord): string {
  return [
    `# ${markdownText(record.title)}`,
    recordFigures(record, beganAt(record)).join(' · '),
    ...recordedOnes(record)
      .flatMap(one => [sectionMarkdown(one), oneMarkdown(one, record)])
      .filter(text => text !== ''),
    '## What is stored',
    `${STORED_OF_RESPONSES}\n`,
  ].join('\n\n')
}

/** One line of figures about a session, as far as they are known. @param began when it began, in words */
export function recordFigures(record: SurveyRecord, began: string | undefined): string[] {
  const { session, responses } = record
  const most = mostAnswered(record)
  return [
    ...(began === undefined ? [] : [began]),
    ...(responses === null ? [] : [counted(responses, 'response')]),
    ...(most === null || most === responses ? [] : [`at most ${most.toLocaleString(LANGUAGE)} answered a question`]),
    counted(recordedOnes(record).length, 'question'),
    ...(session === null ? [] : [counted(session.minutes, 'minute')]),
  ]
}

function beganAt({ session }: SurveyRecord): string | undefined {
  return session === null ? undefined : `${session.began_at.slice(0, 10)}, ${session.began_at.slice(11, 16)} UTC`
}

/** When a question was on the screens, in words. */
export function presentedText({ shown_after: shown, revealed_after: revealed }: RecordedQuestion): string {
  if (shown === null) return ''
  const text = `Shown in minute ${shown + 1}`
  return revealed === null ? `${text}.` : `${text}, revealed in minute ${revealed + 1}.`
}

function sectionMarkdown({ section }: RecordedOne): string {
  return section === undefined ? '' : `**${markdownText(section.title)}**`
}

function oneMarkdown({ group, questions, number }: RecordedOne, record: SurveyRecord): string {
  if (group === undefined) return questionMarkdown(questions[0], number, record)
  const result = recordedGroup(group, questions)
  const [first] = questions
  const blocks = [
    `## ${number}. ${markdownText(result.title)}`,
    peopleAsked(first),
    groupTable(result, first.chosen ?? first.asked ?? 0),
    presentedText(first),
  ]
  return blocks.filter(block => block !== '').join('\n\n')
}

/** How many people were asked a group, or have chosen something, in words. */
export function peopleAsked({ asked, chosen }: RecordedQuestion): string {
  if (typeof chosen === 'number') return `${chosen.toLocaleString(LANGUAGE)} answered.`
  return typeof asked === 'number' ? `Of ${asked.toLocaleString(LANGUAGE)} ${asked === 1 ? 'person' : 'people'}.` : ''
}

function groupTable(result: GroupResult, asked: number): string {
  const number = (n: number) => n.toLocaleString(LANGUAGE)
  if (result.kind === 'check_list') {
    const rows = result.options.map(({ option, count }) => [option, number(count), percentOf(count, asked)])
    return markdownTable(['Option', 'Answers', 'Share'], rows)
  }
  if (result.kind === 'grid') {
    const rows = result.rows.map(({ text, counts, answered }) => [text, ...counts.map(number), number(answered)])
    return markdownTable(['Row', ...result.columns, 'Answers'], rows)
  }
  const rows = result.items.map(({ text, mean, first, ranked }) => {
    return [text, mean === null ? '' : mean.toFixed(2), number(first), number(ranked)]
  })
  return markdownTable(['Item', 'Mean rank', 'First places', 'Ranked'], rows)
}

function percentOf(count: number, of: number): string {
  return (of === 0 ? 0 : count / of).toLocaleString(LANGUAGE, { style: 'percent' })
}

/** All columns but the first have numbers. */
function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = heads.map((_, at) => (at === 0 ? '---' : '---:'))
  return [
    line(heads.map(markdownText)),
    `| ${rule.join(' | ')} |`,
    ...rows.map(([name = '', ...numbers]) => line([markdownText(name), ...numbers])),
  ].join('\n')
}

function questionMarkdown(question: RecordedQuestion, number: number, record: SurveyRecord): string {
  const name = question.round_of === undefined ? `${number}.` : 'Second round:'
  const blocks = [
    `## ${name} ${markdownText(question.text)}`,
    sentenceMarkdown(sentenceOf(question, ENGLISH_RECORD, LANGUAGE)),
    ...notesOf(question, record, ENGLISH_RECORD, LANGUAGE).map(sentenceMarkdown),
    ...resultMarkdown(question, roundBefore(question, record)?.shares),
    presentedText(question),
  ]
  return blocks.filter(block => block !== '').join('\n\n')
}

function sentenceMarkdown(sentence: readonly SentencePart[]): string {
  return sentence.map(part => (typeof part === 'string' ? part : `**${markdownText(part.option)}**`)).join('')
}

/** @param before the shares of the first round */
function resultMarkdown(question: RecordedQuestion, before: readonly number[] | undefined): string[] {
  const { answered, right, tally, distribution, words = [], texts = [], board } = question
  const isRight = (position: number) => right !== undefined && 'options' in right && right.options.includes(position)
  const options = tally?.map(({ option, count }, at) => ({ label: isRight(at) ? `${option} ✓` : option, count }))
  const ratings = distribution?.map(({ value, count }) => ({ label: `${value}`, count }))
  const used = words.map(({ word, people }) => `${markdownText(word)} (${people})`)
  return [
    options && answered ? table('Option', options, before) : '',
    ratings && answered ? table('Rating', ratings, before) : '',
    scaleMarkdown(question),
    used.length > 0 ? `Words that at least three people used: ${used.join(', ')}` : '',
    ...texts.map(text => `> ${markdownText(text)}`),
    board ? boardMarkdown(board) : '',
  ]
}

/** What the points of a rating mean. */
function scaleMarkdown({ scale_words: { lowest, middle, highest } = {} }: RecordedQuestion): string {
  const ends = [lowest && `${RATING_LOWEST} ${lowest}`, middle, highest && `${RATING_HIGHEST} ${highest}`]
  const named = ends.flatMap(text => (text ? markdownText(text) : []))
  return named.length === 0 ? '' : `Scale: ${named.join(' – ')}`
}

function table(
  name: string,
  rows: readonly { readonly label: string; readonly count: number }[],
  before: readonly number[] | undefined,
): string {
  const percent = (share = 0) => share.toLocaleString(LANGUAGE, { style: 'percent' })
  const { shares } = sharesOf(rows.map(({ count }) => count))
  const lines = rows.map(({ label, count }, at) => {
    const first = before === undefined ? '' : ` ${percent(before[at])} |`
    return `| ${markdownText(label)} | ${count.toLocaleString(LANGUAGE)} | ${percent(shares[at])} |${first}`
  })
  const [head, rule] = before === undefined ? ['', ''] : [' First round |', ' ---: |']
  return [`| ${name} | Answers | Share |${head}`, `| --- | ---: | ---: |${rule}`, ...lines].join('\n')
}

function boardMarkdown({ answered, open, left_out: left }: NonNullable<RecordedQuestion['board']>): string {
  const list = (name: string, items: typeof open) =>
    items.length === 0
      ? []
      : [`${name}:`, items.map(({ text, votes }) => `- ${markdownText(text)} (${counted(votes, 'vote')})`).join('\n')]
  const more = left === 0 ? [] : [`${counted(left, 'more question')} with fewer votes.`]
  return [...list('Answered', answered), ...list('Open', open), ...more].join('\n\n')
}

function counted(n: number, noun: string): string {
  return `${n.toLocaleString(LANGUAGE)} ${noun}${n === 1 ? '' : 's'}`
}

/** A text on one line, in which no character means anything to Markdown or HTML. */
export function markdownText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|~#&$]/g, '\\$&')
    .replace(/^(?:[-+=]|\d+(?=[.)]))/, start => (/\d/.test(start) ? `${start}\\` : `\\${start}`))
}
