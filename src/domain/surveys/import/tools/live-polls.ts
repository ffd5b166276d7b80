import { ForeignBuilder } from '../foreign/foreign-builder.ts'
import type { ForeignSurvey, Path } from '../foreign/foreign-survey.ts'

// Lists of polls as they are copied from the pages of Slido and Mentimeter, which have no public formats. Paths are
// numbers of lines.

type PollKind = 'choice' | 'text' | 'rating' | 'statements' | 'ranking' | 'points' | 'board' | 'slide'

const KINDS: readonly (readonly [RegExp, PollKind])[] = [
  [/^(?:open[ -](?:text|ended)|word cloud|quiz: type answer|number|survey)/i, 'text'],
  [/^(?:multiple choice|image choice|quiz|select answer)/i, 'choice'],
  [/^rating/i, 'rating'],
  [/^scales/i, 'statements'],
  [/^ranking/i, 'ranking'],
  [/^100 points/i, 'points'],
  [/^(?:audience )?q&a/i, 'board'],
]
const SLIDO = /^(.+) poll$/i
const SLIDO_BOARD = /^Audience Q&A$/i
/** The number, the kind and the text of a slide. */
const MENTIMETER = /^\d{1,3} {2,}(\S+(?: \S+)*)(?: {2,}(\S.*))?$/
const MENTIMETER_TITLE = /^(?:My presentation|Presentation): /i
const RIGHT = /[ \t]*(?:✓|✔|\((?:correct|right)( answer)?\))$/i
const TIMER = /^\d+ seconds$/i
const ENDS = /^.{1,60} [–—] .{1,60}$/
/** What the pages say beside their polls: counts, shares and controls. */
const NOISE =
  /^(?:\d+ ?%|\(\d+\/\d+\)|\d+ (?:votes?|responses?|participants?)|\d+ questions? · \d+ upvotes?|Score: [\d.]+|Sort: \w+|0\d+)$/i
const NUMBER = /^\d{1,2}$/
const SIGN = /^(?:[-•*]|\d{1,2}[.)])[ \t]+/
/** Points of the statements of Mentimeter, unless their author has changed them. */
const POINTS = ['1', '2', '3', '4', '5']

interface Line {
  readonly text: string
  readonly path: Path
}

interface Poll {
  readonly kind: PollKind
  readonly path: Path
  text: string
  readonly lines: Line[]
}

/** The list of polls of a page of Slido. */
export function readSlido(text: string): ForeignSurvey {
  return readPolls(linesOf(text), ({ text: line, path }) => {
    const label = SLIDO.exec(line)?.[1]
    if (label !== undefined) return { kind: kindOf(label), path, text: '', lines: [] }
    return SLIDO_BOARD.test(line) ? { kind: 'board', path, text: line, lines: [] } : undefined
  })
}

/** The list of slides of a page of Mentimeter. */
export function readMentimeter(text: string): ForeignSurvey {
  return readPolls(linesOf(text), ({ text: line, path }) => {
    const [, label, question = ''] = MENTIMETER.exec(line) ?? []
    return label === undefined ? undefined : { kind: kindOf(label), path, text: question, lines: [] }
  })
}

function linesOf(text: string): Line[] {
  const lines = text
    .split(/\r\n|[\n\r]/)
    .map((line, at) => ({ text: line.replace(/^\ufeff/, '').trim(), path: [at + 1] }))
  return lines.filter(line => line.text !== '')
}

function kindOf(label: string): PollKind {
  return KINDS.find(([pattern]) => pattern.test(label))?.[1] ?? 'slide'
}

function readPolls([title, ...lines]: readonly Line[], pollAt: (line: Line) => Poll | undefined): ForeignSurvey {
  const builder = new ForeignBuilder()
  const polls: Poll[] = []
  for (const line of lines) {
    const poll = pollAt(line)
    const last = polls.at(-1)
    if (poll !== undefined) polls.push(poll)
    else if (last === undefined || NOISE.test(line.text)) builder.note(line.path, 'other')
    else if (last.text === '') last.text = line.text
    else last.lines.push(line)
  }
  // Pages name their board in a tab above the polls too.
  const boards = polls.filter(({ kind }) => kind === 'board')
  for (const poll of polls) {
    const isTab = poll.kind === 'board' && poll !== boards.at(-1) && poll.text === boards.at(-1)?.text
    if (isTab || poll.kind === 'slide') for (const { path } of [poll, ...poll.lines]) builder.note(path, 'other')
    else addPoll(builder, poll)
  }
  return builder.finish({ title: title?.text.replace(MENTIMETER_TITLE, '') ?? '' })
}

function addPoll(builder: ForeignBuilder, { kind, text, path, lines: all }: Poll): void {
  const item = { text, path, required: false }
  const timers = all.filter(line => TIMER.test(line.text))
  for (const line of timers) builder.note(line.path, 'timer')
  const lines = all.filter(line => !timers.includes(line)).map(line => ({ ...line, text: line.text.replace(SIGN, '') }))
  if (kind === 'text' || kind === 'board') {
    for (const line of lines) builder.note(line.path, 'other')
    builder.add({ ...item, kind: kind === 'text' ? 'free_text' : 'board' })
  } else if (kind === 'rating') addRating(builder, item, lines)
  else if (kind === 'statements') addStatements(builder, item, lines)
  else if (kind === 'choice') addChoice(builder, item, lines)
  else {
    if (kind === 'points') builder.note(path, 'other', 'ranking')
    builder.add({ ...item, kind: 'ranking', rows: builder.options(lines) })
  }
}

type Item = Readonly<{ text: string; path: Path; required: boolean }>

function addChoice(builder: ForeignBuilder, item: Item, lines: readonly Line[]): void {
  const options = lines.map(line => ({ ...line, text: line.text.replace(RIGHT, ''), isRight: RIGHT.test(line.text) }))
  const right = [...new Set(options.filter(({ isRight }) => isRight).map(({ text }) => text))]
  const kind = right.length > 1 ? 'check_list' : 'multiple_choice'
  builder.add({ ...item, kind, options: builder.options(options), right })
}

function addRating(builder: ForeignBuilder, item: Item, lines: readonly Line[]): void {
  const numbers = lines.filter(({ text }) => NUMBER.test(text)).map(({ text }) => Number(text))
  const [low, high] = lines.filter(({ text }) => !NUMBER.test(text)).map(({ text }) => text)
  const ends = { ...(low !== undefined && { low }), ...(high !== undefined && { high }) }
  builder.addScale({ from: numbers[0] ?? 1, to: numbers.at(-1) ?? 5, ...ends }, item)
}

function addStatements(builder: ForeignBuilder, item: Item, lines: readonly Line[]): void {
  const ends = lines.filter(({ text }) => ENDS.test(text))
  for (const { path } of ends) builder.note(path, 'scale')
  builder.note(item.path, 'scale', 'unsure')
  const rows = builder.options(lines.filter(line => !ends.includes(line)))
  builder.add({ ...item, kind: 'grid', rows, options: POINTS })
}
