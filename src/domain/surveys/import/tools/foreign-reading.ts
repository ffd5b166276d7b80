import { isArray, isObject, type Json, type JsonObject } from '../../../values/json.ts'
import { refusalOf } from '../../../values/refusal.ts'
import { isBlank } from '../../../values/text.ts'
import { MAX_QUESTIONS } from '../../limits.ts'
import { parseQuestionList } from '../../question.ts'
import type { DataSource } from '../data-source.ts'
import type { Finding, Outcome } from '../finding.ts'
import { FINDING_TEXTS as texts } from '../finding-texts.ts'
import { gridText, type Reading } from '../survey-assembly.ts'
import type { ForeignItem, ForeignNote, ForeignScale, ForeignSurvey, Path } from './foreign-survey.ts'
import { FOREIGN_TEXTS } from './foreign-texts.ts'
import { valueAt } from './json-fields.ts'

/** How much of what was read a finding repeats, in characters: all texts of a question that is left out. */
const READ_LENGTH = 400
/** The option of those whose file does not name it. */
const OTHER = 'Other'
/** The most options that a scale of numbers becomes. */
const MOST_POINTS = 21

/** Makes a survey of ours from that of another tool. Whatever does not become exactly what it says is a finding. */
export function foreignReading(survey: ForeignSurvey, source: DataSource): Reading {
  return new ForeignAssembly(source).read(survey)
}

interface Made {
  readonly question: JsonObject
  readonly item: ForeignItem
  /** Positions of the right options. */
  readonly right?: readonly number[]
}

class ForeignAssembly {
  readonly #source: DataSource
  readonly #findings: Finding[] = []

  constructor(source: DataSource) {
    this.#source = source
  }

  read({ title, introduction, thanks, items, notes }: ForeignSurvey): Reading {
    const made = this.#allMade(items)
    const asked = new Map(items.map(({ path, text }) => [path.join('\n'), text]))
    for (const note of notes) this.#addNote(note, asked.get(note.path.join('\n')))
    for (const text of [introduction, thanks]) if (text !== undefined) this.#findText(text)
    if (made.length + this.#findings.length === 0) this.#find([], 'left_out', texts.noSurvey())
    const [first] = made.slice(MAX_QUESTIONS)
    if (first !== undefined) this.#find(first.item.path, 'left_out', texts.tooManyQuestions(MAX_QUESTIONS))
    const kept = made.slice(0, MAX_QUESTIONS)
    return {
      title,
      questions: kept.map((one, at) => this.#withRule(one, at, kept, items)),
      places: kept.map(({ item }) => this.#source.positionOf(item.path)),
      right: new Map(kept.flatMap(({ right }, at) => (right === undefined ? [] : [[at, right]]))),
      settings: {},
      findings: this.#findings.toSorted((one, other) => one.place.line - other.place.line),
    }
  }

  /** One more than are kept: what follows is left out as a whole. */
  #allMade(items: readonly ForeignItem[]): Made[] {
    const made: Made[] = []
    for (const item of items) {
      if (made.length > MAX_QUESTIONS) break
      for (const one of this.#made(item)) if (this.#isTaken(one)) made.push(one)
    }
    return made
  }

  #made(item: ForeignItem): Made[] {
    const { kind, path, options = [] } = item
    const rows = item.rows?.slice(0, MAX_QUESTIONS + 1) ?? []
    if (kind === 'section' || kind === 'statement') {
      this.#find(path, 'left_out', kind === 'section' ? texts.section() : texts.prose(), wordsOf(item))
      return []
    }
    if (item.other !== undefined) this.#find(path, 'kept', texts.other(), wordsOf(item))
    if (kind === 'check_list') this.#find(path, 'kept', texts.checkList(), wordsOf(item))
    if (kind === 'grid') this.#find(path, 'kept', texts.grid(Math.min(rows.length, MAX_QUESTIONS)), wordsOf(item))
    if (kind === 'ranking') this.#find(path, 'kept', texts.ranking(rows.length), wordsOf(item))
    const ranks = rows.map((_, at) => `${at + 1}`)
    if (kind === 'grid') return rows.map(row => this.#choice(item, options, row))
    if (kind === 'ranking') return rows.map(row => this.#choice(item, ranks, row))
    if (kind === 'rating') return [this.#rating(item)]
    if (kind === 'board') return [this.#question(item, { type: 'upvoted_question' })]
    return kind === 'free_text' || (options.length === 0 && item.other === undefined)
      ? [this.#question(item, { type: 'free_text' })]
      : [this.#choice(item, options)]
  }

  #choice(item: ForeignItem, options: readonly string[], row?: string): Made {
    // Rows of a grid share their options.
    const all = item.other === undefined ? options : [...options, item.other || OTHER]
    const made = this.#question(item, { type: 'multiple_choice', options: all }, row)
    const right = (item.right ?? []).map(one => options.indexOf(one)).filter(at => at >= 0)
    return right.length === 0 ? made : { ...made, right: right.toSorted((one, two) => one - two) }
  }

  #rating(item: ForeignItem): Made {
    const scale = item.scale ?? { from: 1, to: 10 }
    const { from, to } = scale
    const isOurs = from === 1 && to === 10
    const isLong = Math.abs(to - from) >= MOST_POINTS
    const message = isLong ? FOREIGN_TEXTS.longScale(from, to) : texts.points(from, to)
    if (!isOurs) this.#find(item.path, 'unsure', message, wordsOf(item))
    if (isOurs || isLong)
      return this.#question({ ...item, text: withEnds(item.text, scale) }, { type: isOurs ? 'rating' : 'free_text' })
    return this.#question(item, { type: 'multiple_choice', options: pointsOf(scale) })
  }

  #question(item: ForeignItem, answers: JsonObject, row?: string): Made {
    const { text, description, required, when } = item
    const asked = row === undefined ? text : gridText(text, row)
    const whole = description === undefined ? asked : `${asked}\n${description}`
    const requirement = required && when === undefined ? {} : { requirement: { mode: 'optional' } }
    const { type = 'free_text', ...rest } = answers
    return { question: { type, text: whole, ...rest, ...requirement }, item }
  }

  /** A question that is required after certain answers only, if the question that has them was kept in front of it. */
  #withRule({ question, item }: Made, at: number, kept: readonly Made[], items: readonly ForeignItem[]): JsonObject {
    const { when, required, path } = item
    if (when === undefined || !required) return question
    const questionIndex = kept.findIndex(one => one.item.path === items[when.item]?.path)
    const asked = kept[questionIndex]?.question
    const values = when.values.filter(value => isArray(asked?.options) && asked.options.includes(value))
    if (questionIndex >= 0 && questionIndex < at && values.length === when.values.length)
      return {
        ...question,
        requirement: { mode: 'conditional', when: { op: 'all', conditions: [{ questionIndex, values }] } },
      }
    this.#find(path, 'kept', FOREIGN_TEXTS.note('condition', 'optional'))
    return question
  }

  #isTaken({ question, item: { path } }: Made): boolean {
    if (isBlank(String(question.text))) {
      this.#find(path, 'left_out', texts.blankQuestion())
      return false
    }
    const refusal = refusalOf(() => parseQuestionList([question]))
    if (refusal !== undefined)
      this.#find(path, 'left_out', texts.repaired(refusal.message.replace(/^question 1:? /, 'its ')))
    return refusal === undefined
  }

  /** @param asked the text of the item with that path */
  #addNote({ path, subject, fate }: ForeignNote, asked = ''): void {
    // What becomes of a scale is said with its question.
    if (subject === 'scale' && fate === 'unsure') return
    const outcome = fate === 'left_out' || fate === 'unsure' ? fate : 'kept'
    const message = FOREIGN_TEXTS.note(subject, fate)
    const read = readAt(this.#source.value, path)
    // In some files, texts are apart from the settings of their questions.
    const isApart = !read.includes(asked) && isObject(valueAt(this.#source.value, path))
    this.#find(path, outcome, message, isApart ? asked : read)
  }

  /** A text around the questions, which is left out. */
  #findText(text: string): void {
    this.#find([], 'left_out', texts.prose(), text)
  }

  #find(path: Path, outcome: Outcome, message: string, read = readAt(this.#source.value, path)): void {
    const place = this.#source.positionOf(path)
    this.#findings.push({ place, lastLine: place.line, read: shortened(read), outcome, message, decisions: [] })
  }
}

function withEnds(text: string, { from, to, low, high }: ForeignScale): string {
  const ends = [low && `${from} = ${low}`, high && `${to} = ${high}`].filter(Boolean)
  return ends.length === 0 ? text : `${text} (${ends.join(', ')})`
}

function pointsOf({ from, to, low, high }: ForeignScale): string[] {
  const step = Math.sign(to - from)
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => {
    const words = at === 0 ? low : from + at * step === to ? high : undefined
    return `${from + at * step}${words === undefined ? '' : ` (${words})`}`
  })
}

function wordsOf({ text, description }: ForeignItem): string {
  return [text, description].filter(part => part !== undefined && part !== '').join(' · ')
}

/** What people read at a place: a text, all texts inside, or the name and value of a setting. */
function readAt(root: Json, path: Path): string {
  const value = valueAt(root, path) ?? null
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null)
    return [...new Set(textsIn(value))].join(' · ') || String(path.at(-1) ?? '')
  return `${path.at(-1)}: ${value}`
}

/** Members whose texts people read. Others are ids, addresses and codes. */
const READABLE =
  /(?:title|text|description|label|caption|value|name|headline|subheader|question|heading|html|default|display)$|^\d+$/i

function textsIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    if (typeof inner !== 'string') return textsIn(inner)
    return inner !== '' && READABLE.test(name) && !/^https?:/.test(inner) ? [inner] : []
  })
}

function shortened(text: string): string {
  return text.length > READ_LENGTH ? `${text.slice(0, READ_LENGTH - 1)}…` : text
}
