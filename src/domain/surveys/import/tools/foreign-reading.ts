import { RATING_HIGHEST, RATING_LOWEST } from '../../../values/answer.ts'
import { isArray, isObject, type Json, type JsonObject } from '../../../values/json.ts'
import { refusalOf } from '../../../values/refusal.ts'
import { isBlank } from '../../../values/text.ts'
import { MAX_QUESTIONS } from '../../limits.ts'
import { parseQuestionList, type QuestionType } from '../../question.ts'
import type { QuestionSettings } from '../../question-settings.ts'
import type { ScaleWords } from '../../scale-words.ts'
import { type BesideQuestion, SettingsFitter, scaleWordsText, settingsList } from '../beside-question.ts'
import type { DataSource } from '../data-source.ts'
import { type Decisions, type Finding, type Outcome, SCALE_DECISIONS } from '../finding.ts'
import { FINDING_TEXTS as texts } from '../finding-texts.ts'
import { gridText, type Reading } from '../survey-assembly.ts'
import { textsAround } from '../texts-around.ts'
import type { ForeignItem, ForeignNote, ForeignScale, ForeignSurvey, Path } from './foreign-survey.ts'
import { FOREIGN_TEXTS } from './foreign-texts.ts'
import { valueAt } from './json-fields.ts'
import { openingOf } from './opening.ts'

/** How much of what was read a finding repeats, in characters: all texts of a question that is left out. */
const READ_LENGTH = 400
/** The option of those whose file does not name it. */
const OTHER = 'Other'
/** The most options that a scale of numbers becomes. */
const MOST_POINTS = 21
const RATING = [RATING_LOWEST, RATING_HIGHEST] as const

/** Makes a survey of ours from that of another tool. Whatever does not become exactly what it says is a finding. */
export function foreignReading(survey: ForeignSurvey, source: DataSource, decisions: Decisions): Reading {
  return new ForeignAssembly(source, decisions).read(survey)
}

interface Made {
  readonly question: JsonObject
  readonly item: ForeignItem
  readonly settings: QuestionSettings[number]
}

/** How a question is answered. */
interface Answers extends JsonObject {
  readonly type: QuestionType
}

class ForeignAssembly {
  readonly #source: DataSource
  readonly #decisions: Decisions
  readonly #findings: Finding[] = []
  readonly #fitter = new SettingsFitter()

  constructor(source: DataSource, decisions: Decisions) {
    this.#source = source
    this.#decisions = decisions
  }

  read(survey: ForeignSurvey): Reading {
    const { title, thanks, items, notes } = survey
    const opening = openingOf(survey)
    const made = this.#allMade(items, opening.items)
    const asked = new Map(items.map(({ path, text }) => [path.join('\n'), text]))
    for (const note of notes) this.#addNote(note, asked.get(note.path.join('\n')))
    const around = textsAround({ introduction: opening.introduction, thanks }, (_, text, reason) =>
      this.#find([], 'left_out', texts.repaired(reason), String(text)),
    )
    if (made.length + this.#findings.length === 0) this.#find([], 'left_out', texts.noSurvey())
    const [first] = made.slice(MAX_QUESTIONS)
    if (first !== undefined) this.#find(first.item.path, 'left_out', texts.tooManyQuestions(MAX_QUESTIONS))
    const kept = made.slice(0, MAX_QUESTIONS)
    return {
      title,
      questions: kept.map((one, at) => this.#withRule(one, at, kept, items)),
      places: kept.map(({ item }) => this.#source.positionOf(item.path)),
      questionSettings: settingsList(kept.map(({ settings }) => settings)),
      texts: around,
      settings: {},
      findings: this.#findings.toSorted((one, other) => one.place.line - other.place.line),
    }
  }

  /** One more than are kept: what follows is left out as a whole. @param from position of the first */
  #allMade(items: readonly ForeignItem[], from: number): Made[] {
    const made: Made[] = []
    for (const [at, item] of items.entries()) {
      if (made.length > MAX_QUESTIONS) break
      if (at < from) continue
      for (const one of this.#made(item, at)) if (this.#isTaken(one)) made.push(one)
    }
    return made
  }

  /** @param at its position */
  #made(item: ForeignItem, at: number): Made[] {
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
    if (kind === 'rating') return [this.#rating(item, at)]
    if (kind === 'board') return [this.#question(item, { type: 'upvoted_question' })]
    return kind === 'free_text' || (options.length === 0 && item.other === undefined)
      ? [this.#question(item, { type: 'free_text' })]
      : [this.#choice(item, options)]
  }

  #choice(item: ForeignItem, options: readonly string[], row?: string): Made {
    // Rows of a grid share their options.
    const all = item.other === undefined ? options : [...options, item.other || OTHER]
    const right = (item.right ?? []).map(one => options.indexOf(one)).filter(at => at >= 0)
    const beside = { right: right.toSorted((one, two) => one - two) }
    return this.#question(item, { type: 'multiple_choice', options: all }, beside, row)
  }

  #rating(item: ForeignItem, at: number): Made {
    const scale = item.scale ?? { from: 1, to: 10 }
    const { from, to } = scale
    const isOurs = from === 1 && to === 10
    const isLong = Math.abs(to - from) >= MOST_POINTS
    const isScale = isOurs || this.#decisions.get(at) === 'scale'
    if (!isOurs) this.#findScale(item, at, isLong)
    if (isScale) return this.#question(item, { type: 'rating' }, { scaleWords: wordsOfScale(scale) })
    if (isLong) return this.#question({ ...item, text: withEnds(item.text, scale) }, { type: 'free_text' })
    return this.#question(item, { type: 'multiple_choice', options: pointsOf(scale) })
  }

  #findScale(item: ForeignItem, at: number, isLong: boolean): void {
    const { from, to } = item.scale ?? { from: 1, to: 10 }
    const decided = this.#decisions.get(at)
    const message = isLong ? FOREIGN_TEXTS.longScale(from, to) : texts.points(from, to)
    const isDecided = decided === 'scale' || decided === 'points'
    this.#find(
      item.path,
      isDecided ? 'kept' : 'unsure',
      decided === 'scale' ? texts.scale(from, to) : message,
      wordsOf(item),
      {
        key: at,
        decisions: SCALE_DECISIONS,
        chosen: decided === 'scale' ? 'scale' : 'points',
      },
    )
  }

  /** @param row of a grid */
  #question(item: ForeignItem, answers: Answers, beside: BesideQuestion = {}, row?: string): Made {
    const { text, description, required, when, path } = item
    const { settings, ...rest } = this.#fitter.fit({ description, ...beside })
    if (rest.description !== undefined) this.#find(path, 'kept', texts.longDescription(), rest.description)
    const words = rest.scaleWords === undefined ? '' : ` (${scaleWordsText(rest.scaleWords, RATING)})`
    if (words !== '') this.#find(path, 'kept', texts.longScaleWords(), words.trim())
    const asked = (row === undefined ? text : gridText(text, row)) + words
    const whole = rest.description === undefined ? asked : `${asked}\n${rest.description}`
    const requirement = required && when === undefined ? {} : { requirement: { mode: 'optional' } }
    const { type, ...others } = answers
    return { question: { type, text: whole, ...others, ...requirement }, item, settings }
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

  #find(
    path: Path,
    outcome: Outcome,
    message: string,
    read = readAt(this.#source.value, path),
    more: Partial<Finding> = {},
  ): void {
    const place = this.#source.positionOf(path)
    this.#findings.push({
      place,
      lastLine: place.line,
      read: shortened(read),
      outcome,
      message,
      decisions: [],
      ...more,
    })
  }
}

function wordsOfScale({ from, to, low, middle, high }: ForeignScale): ScaleWords {
  const [lowest, highest] = from <= to ? [low, high] : [high, low]
  return { ...(lowest && { lowest }), ...(middle && { middle }), ...(highest && { highest }) }
}

function withEnds(text: string, scale: ForeignScale): string {
  const { from, to } = scale
  const { low, middle, high } = scale
  const ends = scaleWordsText(
    { ...(low && { lowest: low }), ...(middle && { middle }), ...(high && { highest: high }) },
    [from, to],
  )
  return ends === '' ? text : `${text} (${ends})`
}

function pointsOf({ from, to, low, middle, high }: ForeignScale): string[] {
  const step = Math.sign(to - from)
  const last = Math.abs(to - from)
  return Array.from({ length: last + 1 }, (_, at) => {
    const words = at === 0 ? low : at === last ? high : at * 2 === last ? middle : undefined
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
  if (typeof value === 'object' && value !== null) return [...new Set(textsIn(value))].join(' · ') || nameOf(path)
  return `${path.at(-1)}: ${value}`
}

/** The name of a member, or of the list that it is in, with its number. */
function nameOf(path: Path): string {
  const [list = '', last = list] = path.slice(-2)
  return typeof last === 'number' ? `${list} ${last + 1}` : last
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
