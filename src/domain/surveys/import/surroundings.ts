import type { Annotation } from './text/annotations.ts'
import { readLine, type SourceLine } from './text/source-line.ts'

/** Lines without what programs write around them, and that. */
interface Unwrapped {
  readonly lines: readonly SourceLine[]
  readonly annotations: readonly Annotation[]
}

const FRONT = /^(?:-{3}|\+{3})$/
const FRONT_LINE = /^(?:[\w-]{1,40}[ \t]*[:=]|-[ \t]|$)/
/** Lines that notes can have in front of their text. */
const MOST_FRONT = 40
const TITLE = /^title[ \t]*[:=]/i
const BEGINS_WITH_DATE = /^.{0,5}\p{Nd}[./-]\p{Nd}/u
/** When a message was sent, and by whom, as chats are exported. */
const SENDER =
  /^[\u200e\u200f]?\[?\p{Nd}{1,4}[./-]\p{Nd}{1,2}[./-]\p{Nd}{1,4},?[ \t\u202f]+\p{Nd}{1,2}:\p{Nd}{2}(?::\p{Nd}{2})?(?:[ \u202f]?[AP]M)?(?:\][ \t]*|[ \t]+-[ \t]+)[^:]{1,40}:[ \t]+/iu

/** Takes off what a program for notes or chats has written around the text. */
export function unwrapped(lines: readonly SourceLine[]): Unwrapped {
  const front = frontOf(lines)
  const rest = lines.slice(front.length)
  const title = front.filter(({ text }) => TITLE.test(text))
  const said = withoutSenders(rest)
  const other = front.filter(({ text }) => !TITLE.test(text) && /[\p{L}\p{N}]/u.test(text))
  const annotations = other.map(line => annotationOf(line, line.text))
  return { lines: [...title, ...said.lines], annotations: [...annotations, ...said.annotations] }
}

/** The properties of a note, between two rules. */
function frontOf(lines: readonly SourceLine[]): readonly SourceLine[] {
  const begin = lines.findIndex(({ text }) => text !== '')
  const rule = lines[begin]?.text ?? ''
  if (!FRONT.test(rule)) return []
  const length = lines.slice(begin + 1, begin + MOST_FRONT).findIndex(({ text }) => text === rule)
  const inside = lines.slice(begin + 1, begin + 1 + length)
  return length > 0 && inside.every(({ text }) => FRONT_LINE.test(text)) ? lines.slice(0, begin + 2 + length) : []
}

function withoutSenders(lines: readonly SourceLine[]): Unwrapped {
  const sent = lines.filter(({ text }) => isSent(text))
  const [first] = sent
  if (first === undefined || sent.length < 2) return { lines, annotations: [] }
  const [sender = ''] = SENDER.exec(first.text) ?? []
  const whole = { ...annotationOf(first, sender.trim()), lastLine: sent.at(-1)?.number ?? first.number }
  return { lines: lines.map(line => (isSent(line.text) ? message(line) : line)), annotations: [whole] }
}

/** Hardly any line begins with a date, which is cheaper to find. */
function isSent(text: string): boolean {
  return BEGINS_WITH_DATE.test(text) && SENDER.test(text)
}

function message(line: SourceLine): SourceLine {
  const { text, isBold } = readLine(line.text.replace(SENDER, ''), line.number)
  return { ...line, raw: text, text, isBold }
}

function annotationOf(line: SourceLine, read: string): Annotation {
  return { line, lastLine: line.number, read, isPicture: false }
}
