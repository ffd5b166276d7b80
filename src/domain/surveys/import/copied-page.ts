import { FINDING_TEXTS as texts } from './finding-texts.ts'
import type { OpenQuestion } from './open-question.ts'
import { answerFieldIn, CERTAIN_PAGE_WORDS, SEVERAL_OPTIONS } from './page-words.ts'
import type { SurveyAssembly } from './survey-assembly.ts'
import type { Item } from './text/list-roles.ts'
import { mostNamed } from './text/most-chosen.ts'
import { rangeOfPoints, withEnds } from './text/points.ts'
import type { Range } from './text/scale.ts'
import type { SourceLine } from './text/source-line.ts'
import { isProse } from './text/title-line.ts'

const NUMBER = /^\p{Nd}{1,3}$/u
/** The ends that editors show of a scale. */
const LOWEST: readonly number[] = [0, 1]
const HIGHEST = 10

/** Whether lines were copied from the page of a form. */
export function isCopiedPage(lines: readonly SourceLine[]): boolean {
  return lines.some(({ text }) => CERTAIN_PAGE_WORDS.test(text))
}

/** Puts the number of a question, which pages have in a line of its own, in front of its text. */
export function joinNumbers(lines: readonly SourceLine[]): SourceLine[] {
  const joined: SourceLine[] = []
  let next = 1
  for (let at = 0; at < lines.length; at++) {
    const [line, below] = [lines[at] as SourceLine, lines[at + 1]]
    const isNumber = line.text === `${next}` && (lines[at - 1]?.text ?? '') === ''
    if (!isNumber || below === undefined || below.text === '' || NUMBER.test(below.text)) joined.push(line)
    else {
      joined.push({ ...below, text: `${line.text}. ${below.text}`, isJoined: true })
      next++
      at++
    }
  }
  return joined
}

const NAME =
  /^(?:Question|Frage|Pregunta|Pergunta|Domanda|Vraag|Pytanie|Вопрос|Питання|Soru|Fråga) \p{Nd}{1,3}(?:(?: (?:of|von|sur|de|di|van) |\/)\p{Nd}{1,3})?$/iu

const OUT_OF = /(?<=\p{Nd})(?: \p{L}+ |\/)\p{Nd}+$/u

/** Puts `Question 1`, where it is a line of its own, in front of what is asked below it. */
export function joinNames(lines: readonly SourceLine[]): SourceLine[] {
  const joined: SourceLine[] = []
  let name: SourceLine | undefined
  for (const line of lines) {
    const isName = NAME.test(line.text)
    if (name !== undefined && line.text !== '') {
      joined.push(isName ? name : { ...line, text: `${name.text.replace(OUT_OF, '')}: ${line.text}`, isJoined: true })
      name = undefined
    } else if (!isName) joined.push(line)
    if (isName) name = line
  }
  return name === undefined ? joined : [...joined, name]
}

/** Whether a line of a page says more about the question above it: it stands where people are to answer. */
export function isDescriptionOf(question: OpenQuestion | undefined, items: readonly Item[], at: number): boolean {
  const [above, item, below] = [items[at - 1], items[at] as Item, items[at + 1]]
  const isFresh = question !== undefined && question.options.length + question.inline.length === 0
  if (!isFresh || above?.line.number !== question.line.number || item.isQuestion || item.isSpaced) return false
  if (answerFieldIn(item.text) !== undefined) return false
  return isProse(item.text) || answerFieldIn(below?.text ?? '') !== undefined
}

/** Gives a question the scale or the grid that begins with some lines. @returns how many of them it has taken */
export function takeCopiedAnswers(question: OpenQuestion, items: readonly Item[]): number {
  const lines = items.map(({ text }) => text)
  const points = pointsIn(lines)
  const grid = points === undefined ? gridIn(lines) : undefined
  if (points !== undefined) question.range = points.range
  if (grid === undefined) return points?.length ?? 0
  const options = items.map(({ line, text }) => ({ line, text }))
  question.inline = options.slice(0, grid.columns)
  for (const row of options.slice(grid.columns, grid.columns + grid.rows)) question.options.push(row)
  return items.length
}

/** What the ends of stars are called. */
const STAR_ENDS =
  /^(?:terrible|very (?:bad|poor|unsatisfied|dissatisfied)|bad|poor|awful|excellent|great|very (?:good|satisfied)|(?:extremely|not at all) .{1,30}|schrecklich|sehr (?:schlecht|gut)|hervorragend|ausgezeichnet|mauvais|muy (?:malo|bueno)|excelente|péssimo|pessimo|ottimo)$/i

/** Notes of questions whose options were copied: signs in front of them, which say how many one may choose, are not. */
export class CopiedChoices {
  readonly #assembly: SurveyAssembly
  readonly #lines: SourceLine[] = []

  constructor(assembly: SurveyAssembly) {
    this.#assembly = assembly
  }

  add(question: OpenQuestion, options: readonly Item[]): void {
    const { line } = question
    if (options.length === 2 && options.every(({ text }) => STAR_ENDS.test(text)))
      this.#assembly.note(line, 'unsure', texts.stars())
    // Pages that number their questions have blank lines between options, but none between parts of a grid.
    else if (options.length > 3 && line.isJoined === true && options.slice(1).every(({ isSpaced }) => !isSpaced))
      this.#assembly.note(line, 'unsure', texts.gridOrOptions())
    else for (const one of [line, options.at(-1)?.line]) if (one !== undefined) this.#lines.push(one)
  }

  /** Says once of all these questions that each has one answer. */
  finish(): void {
    const [first, last] = [this.#lines[0], this.#lines.at(-1)]
    if (first === undefined || last === undefined) return
    this.#assembly.note(first, 'kept', texts.oneOrSeveral(), [], { lastLine: last.number })
  }
}

/** A scale whose points stand below one another, and how many lines it takes. */
interface Points {
  readonly range: Range
  readonly length: number
}

/** The scale at the beginning of lines. What its ends mean stands around its points, or behind them. */
function pointsIn(texts: readonly string[]): Points | undefined {
  const start = NUMBER.test(texts[0] ?? '') ? 0 : 1
  const points = texts.slice(start, endOfNumbers(texts, start))
  const end = start + points.length
  const range = rangeOfPoints(points) ?? rangeOfEnds(points)
  if (range === undefined) return undefined
  const [first, last] = start === 0 ? [texts[end], texts[end + 1]] : [texts[0], texts[end]]
  const hasEnds = first !== undefined && last !== undefined
  if (start === 1 && !hasEnds) return undefined
  return hasEnds ? { range: withEnds(range, [first, last]), length: end + 2 - start } : { range, length: end }
}

function endOfNumbers(texts: readonly string[], start: number): number {
  const end = texts.findIndex((text, at) => at >= start && !NUMBER.test(text))
  return end < 0 ? texts.length : end
}

function rangeOfEnds(points: readonly string[]): Range | undefined {
  const [low, high] = points.map(Number)
  const areEnds = points.length === 2 && LOWEST.includes(low ?? -1) && high !== undefined && high > 2 && high <= HIGHEST
  return areEnds && low !== undefined ? { low, high, words: '' } : undefined
}

/** What a grid becomes when it is copied: its columns, then its rows, which are repeated for each to be read aloud. */
interface CopiedGrid {
  readonly columns: number
  readonly rows: number
}

function gridIn(texts: readonly string[]): CopiedGrid | undefined {
  for (let rows = Math.floor((texts.length - 2) / 2); rows > 1; rows--) {
    const columns = texts.length - 2 * rows
    const isRepeated = texts.slice(-rows).every((text, at) => text === texts[columns + at])
    if (isRepeated && columns > 1) return { columns, rows }
  }
  return undefined
}

/**
 * A form says below a question how many options one may choose.
 * @returns whether that is all that the line says, so that nothing is left of it
 */
export function takeLimit({ text }: SourceLine, question: OpenQuestion | undefined): boolean {
  if (question === undefined || !SEVERAL_OPTIONS.test(text)) return false
  question.wantsSeveral = true
  question.most = mostNamed(text)
  return question.most !== undefined
}
