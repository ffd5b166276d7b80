import { RATING_HIGHEST, RATING_LOWEST } from '../../values/answer.ts'
import { isArray, type JsonObject } from '../../values/json.ts'
import type { Place } from '../../values/place.ts'
import { isBlank } from '../../values/text.ts'
import { MAX_QUESTIONS } from '../limits.ts'
import type { QuestionSettings } from '../question-settings.ts'
import type { SurveyTexts } from '../survey-texts.ts'
import { SettingsFitter, scaleWordsText, settingsList } from './beside-question.ts'
import { type Decision, type Decisions, type Finding, type Outcome, SCALE_DECISIONS, shortened } from './finding.ts'
import { FINDING_TEXTS as texts } from './finding-texts.ts'
import { asksWhoAnswers } from './personal-words.ts'
import { rightOptions } from './right-options.ts'
import { DEEPER } from './text/list-roles.ts'
import { isOther } from './text/mark-words.ts'
import type { MarkedText } from './text/question-marks.ts'
import { isOwnScale, type Range, wordsOfRange } from './text/scale.ts'
import type { SourceLine } from './text/source-line.ts'
import type { NamedType } from './text/type-words.ts'
import { textsAround } from './texts-around.ts'

/** What was read. */
export interface Reading {
  /** Undefined if there is none. */
  readonly title: string | undefined
  readonly questions: readonly JsonObject[]
  /** Where each question begins. */
  readonly places: readonly Place[]
  /** What is set beside the questions: right answers, descriptions and the words of scales. */
  readonly questionSettings: QuestionSettings
  /** What it says besides them. */
  readonly texts: SurveyTexts
  /** Other fields of a survey file, such as its theme. */
  readonly settings: JsonObject
  /** In the order of their places. */
  readonly findings: readonly Finding[]
}

interface Option {
  readonly text: string
  readonly line: SourceLine
  readonly isTicked?: boolean
}

/** A question of the survey. */
interface Made {
  readonly question: JsonObject
  readonly line: SourceLine
  readonly settings: QuestionSettings[number]
}

/** A question while lines are added to it. */
export interface OpenQuestion {
  text: string
  readonly line: SourceLine
  type: NamedType | undefined
  isOptional: boolean | undefined
  isStarred: boolean
  isModerated: boolean
  wantsSeveral: boolean
  range: Range | undefined
  /** Options that stood in one line. Items of a list below them are rows of a grid. */
  inline: readonly Option[]
  readonly options: Option[]
  /** What says which options are right. */
  readonly keys: Option[]
  /** Its lines. */
  description: string | undefined
}

/** Items that are put in order, and how people are asked to. */
const MOST_RANKS = 20
const RANKING =
  /^(?:please )?(?:rank (?:the|these|your|all|each|in|from|them)\b|(?:put|order|sort|arrange) (?:these|the following|them)\b|(?:bitte )?(?:ordnen sie|ordne|bringen sie .* in (?:eine|die) reihenfolge|bringe? .* in (?:eine|die) reihenfolge)|classez\b|orden[ae]\b|classifique\b|ordina(?:te)?\b|rangschik\b)/iu
/** Numbers that become an option each. */
const MOST_POINTS = 21

/** Puts a survey together from lines, and notes what does not fit. */
export class SurveyAssembly {
  readonly #decisions: Decisions
  readonly #questions: OpenQuestion[] = []
  readonly #findings: Finding[] = []
  readonly #fitter = new SettingsFitter()
  title: string | undefined
  readonly #introduction: SourceLine[] = []
  /** Waits for the next question, whose text it begins. */
  #textAhead: string[] = []

  constructor(decisions: Decisions) {
    this.#decisions = decisions
  }

  get last(): OpenQuestion | undefined {
    return this.#questions.at(-1)
  }

  /** What a line can be instead, here. */
  get roles(): readonly Decision[] {
    return this.last === undefined ? ROLES : ROLES_BELOW
  }

  get isFull(): boolean {
    return this.#questions.length > MAX_QUESTIONS
  }

  addQuestion(line: SourceLine, marked: MarkedText, type?: NamedType, options: readonly string[] = []): OpenQuestion {
    const question: OpenQuestion = {
      text: [...this.#textAhead, marked.text].join('\n'),
      line,
      type: type ?? marked.type ?? (marked.isRating ? 'rating' : undefined),
      isOptional: marked.isOptional,
      isStarred: marked.isStarred,
      isModerated: marked.isModerated,
      wantsSeveral: marked.wantsSeveral || (type ?? marked.type) === 'several',
      range: marked.range,
      inline: options.map(text => ({ text, line })),
      options: [],
      keys: [],
      description: undefined,
    }
    this.#textAhead = []
    this.#questions.push(question)
    return question
  }

  /** Takes back a question that turns out to be part of what follows. */
  takeLast(): OpenQuestion | undefined {
    return this.#questions.pop()
  }

  addOption(line: SourceLine, text: string, isTicked = false): void {
    if (this.last === undefined) this.note(line, 'left_out', texts.noQuestion(), ROLES)
    else if (isBlank(text)) this.note(line, 'left_out', texts.blankOption(), ROLES)
    else {
      const above = this.last.options.at(-1)?.line
      const isBelow = above !== undefined && line.indent >= above.indent + DEEPER
      if (isBelow && !this.#decisions.has(line.number))
        this.note(line, 'unsure', texts.optionBelow(), ROLES_BELOW, { chosen: 'option' })
      this.last.options.push({ text, line, isTicked })
    }
  }

  /** Text that its author wants to keep in front of the next question. */
  addText(line: SourceLine): void {
    this.#textAhead.push(line.text)
  }

  /** What a copied page says before its questions. */
  addIntroduction(line: SourceLine): void {
    this.#introduction.push(line)
    this.note(line, 'kept', texts.introduction(), ['question', 'text', 'leave_out'])
  }

  note(
    line: SourceLine,
    outcome: Outcome,
    message: string,
    decisions: readonly Decision[] = [],
    more: Partial<Finding> = {},
  ): void {
    const { number, column, text, lastNumber = number } = line
    const read = shortened(text)
    const place = { line: number, column }
    const key = decisions.length > 0 && { key: number }
    this.#findings.push({ place, lastLine: lastNumber, read, outcome, message, decisions, ...key, ...more })
  }

  /** @param lines of the text */
  finish(lines: number): Reading {
    const rest = this.#textAhead.join('\n')
    if (rest !== '' && this.last !== undefined) this.last.text += `\n${rest}`
    const starred = this.#questions.find(one => one.isStarred)
    const isStarMeant = starred !== undefined && this.#questions.some(one => !one.isStarred)
    if (isStarMeant) this.note(starred.line, 'kept', texts.starred())
    const made: Made[] = []
    for (const one of this.#questions) {
      // What follows is left out as a whole.
      if (made.length > MAX_QUESTIONS) break
      const isOptional = one.isOptional ?? (isStarMeant && !one.isStarred)
      const requirement = isOptional ? { requirement: { mode: 'optional' } } : {}
      const right = this.#rightTexts(one)
      for (const question of this.#made(one)) made.push(this.#withSettings(one, { ...question, ...requirement }, right))
    }
    const [opening] = this.#introduction
    const introduction = this.#introduction.map(({ text }) => text).join('\n')
    const around = textsAround({ introduction }, (_, __, reason) => {
      if (opening !== undefined) this.note(opening, 'left_out', texts.repaired(reason))
    })
    const [first] = made.slice(MAX_QUESTIONS)
    if (first !== undefined)
      this.note(first.line, 'left_out', texts.tooManyQuestions(MAX_QUESTIONS), [], { lastLine: lines })
    const kept = made.slice(0, MAX_QUESTIONS)
    return {
      title: isBlank(this.title ?? '') ? undefined : this.title,
      questions: kept.map(({ question }) => question),
      places: kept.map(({ line: { number, column } }) => ({ line: number, column })),
      questionSettings: settingsList(kept.map(({ settings }) => settings)),
      texts: around,
      settings: {},
      findings: this.#findings.toSorted((one, other) => one.place.line - other.place.line),
    }
  }

  /** A question with what stood beside it, if it fits there; otherwise in its text. */
  #withSettings({ line, range, description }: OpenQuestion, question: JsonObject, right: readonly string[]): Made {
    const isRating = question.type === 'rating'
    const { settings, ...rest } = this.#fitter.fit({
      description,
      scaleWords: isRating && range !== undefined ? wordsOfRange(range) : undefined,
      right: positionsIn(question, right),
    })
    if (rest.description !== undefined) this.note(line, 'kept', texts.longDescription())
    if (rest.scaleWords !== undefined) this.note(line, 'kept', texts.longScaleWords())
    const words = rest.scaleWords === undefined ? '' : scaleWordsText(rest.scaleWords, [RATING_LOWEST, RATING_HIGHEST])
    const bracketed = words === '' ? '' : ` (${words})`
    const below = rest.description === undefined ? '' : `\n${rest.description}`
    return { question: { ...question, text: `${question.text}${bracketed}${below}` }, line, settings }
  }

  /** The options that the keys of a question name. Several of them ask for several answers. */
  #rightTexts(question: OpenQuestion): string[] {
    const options = [...question.inline, ...question.options].map(({ text }) => text)
    const named = question.keys.map(key => ({ key, positions: rightOptions(options, key.text) }))
    for (const { key, positions } of named)
      if (positions.length === 0) this.note(key.line, 'left_out', texts.key(), ROLES, { read: shortened(key.text) })
    const right = [...new Set(named.flatMap(({ positions }) => positions))].map(at => options[at] ?? '')
    question.wantsSeveral ||= right.length > 1
    return right
  }

  /** A question as the service takes it; several if it is a grid. */
  #made(question: OpenQuestion): JsonObject[] {
    const { range, type, line, text } = question
    if (isBlank(question.text)) {
      this.note(line, 'left_out', texts.blankQuestion())
      return []
    }
    if (type === 'board') {
      this.#refuseOptions(question)
      return [{ type: 'upvoted_question', text, ...(question.isModerated && { moderated: true }) }]
    }
    const { inline, options } = question
    const isLabelled =
      range !== undefined && (inline.length > 0 || options.every(({ text }) => /^[-−]?\p{Nd}/u.test(text)))
    const answers =
      range === undefined || (isLabelled && inline.length + options.length > 0)
        ? undefined
        : this.#answersOf(question, range)
    if ((inline.length > 0 || answers !== undefined) && options.length > 1 && !isLabelled)
      return this.#grid(question, answers ?? { type: 'multiple_choice', options: this.#distinct(question.inline) })
    if (type === 'several' || question.wantsSeveral) this.note(line, 'kept', texts.checkList())
    if (answers !== undefined || (type === 'rating' && inline.length + options.length === 0)) {
      if (answers?.type !== 'multiple_choice' || options.length > 0) this.#refuseOptions(question)
      return [withText(answers ?? { type: 'rating' }, text + wordsBeside(range))]
    }
    const all = this.#distinct([...inline, ...options])
    if (all.length > 1 && all.length <= MOST_RANKS && RANKING.test(text)) return this.#ranking(question, all)
    if (all.length > 0) return [{ type: 'multiple_choice', text, options: all }]
    if (type === 'yes_no') return [{ type: 'multiple_choice', text, options: ['Yes', 'No'] }]
    if (asksWhoAnswers(text)) this.note(line, 'kept', texts.personal())
    return [{ type: 'free_text', text }]
  }

  #answersOf({ line, type }: OpenQuestion, range: NonNullable<OpenQuestion['range']>): JsonObject {
    if (isOwnScale(range)) return { type: 'rating' }
    const { low, high } = range
    const words = wordsOfRange(range) ?? {}
    const count = Math.abs(high - low) + 1
    const decided = this.#decisions.get(line.number)
    const isScale = decided === 'scale' || (decided !== 'points' && (count > MOST_POINTS || type === 'rating'))
    const decisions: readonly Decision[] = count > MOST_POINTS ? ['scale'] : SCALE_DECISIONS
    const outcome = decided === 'scale' || decided === 'points' ? 'kept' : 'unsure'
    const message = isScale ? texts.scale(low, high) : texts.points(low, high)
    this.note(line, outcome, message, decisions, { chosen: isScale ? 'scale' : 'points' })
    if (isScale) return { type: 'rating' }
    const step = Math.sign(high - low)
    const options = Array.from({ length: count }, (_, at) => String(low + at * step))
    const [first, last] = low <= high ? [words.lowest, words.highest] : [words.highest, words.lowest]
    if (first !== undefined) options[0] += ` (${first})`
    if (last !== undefined) options[count - 1] += ` (${last})`
    return { type: 'multiple_choice', options }
  }

  #grid(question: OpenQuestion, answers: JsonObject): JsonObject[] {
    const { line, options: rows } = question
    this.note(line, 'kept', texts.grid(rows.length), [], { lastLine: rows.at(-1)?.line.number ?? line.number })
    const text = question.text + wordsBeside(question.range)
    return rows.map(row => withText(answers, gridText(text, row.text)))
  }

  /** A question for each item, with its rank. */
  #ranking({ line, text }: OpenQuestion, items: readonly string[]): JsonObject[] {
    this.note(line, 'kept', texts.ranking(items.length))
    const options = items.map((_, at) => `${at + 1}`)
    return items.map(item => ({ type: 'multiple_choice', text: gridText(text, item), options }))
  }

  #refuseOptions({ options }: OpenQuestion): void {
    for (const { line } of options) this.note(line, 'left_out', texts.ratingOptions(), ROLES)
  }

  #distinct(options: readonly Option[]): string[] {
    const seen = new Set<string>()
    // Where each is ticked, ticks are bullets.
    const areTicksMeant = options.some(({ isTicked }) => isTicked !== true)
    for (const { text, line, isTicked } of options) {
      if (isTicked === true && areTicksMeant) this.note(line, 'kept', texts.ticked())
      const isToWrite = isOther(text)
      const option = isToWrite ? text.replace(/[\s:：._…]+$/, '') : text
      if (isToWrite) this.note(line, 'kept', texts.other())
      if (seen.has(option)) this.note(line, 'left_out', texts.repeated())
      seen.add(option)
    }
    return [...seen]
  }
}

function positionsIn({ options }: JsonObject, right: readonly string[]): number[] {
  const all = isArray(options) ? options : []
  return right
    .map(text => all.indexOf(text))
    .filter(at => at >= 0)
    .toSorted((one, other) => one - other)
}

/** A question with its members ordered as in survey files. */
function withText({ type = 'rating', ...answers }: JsonObject, text: string): JsonObject {
  return { type, text, ...answers }
}

/** What stood beside a scale, if nothing says which of its ends it is about. */
function wordsBeside(range: Range | undefined): string {
  const isLeft = range !== undefined && range.words !== '' && wordsOfRange(range) === undefined
  return isLeft ? ` (${range.words})` : ''
}

/** The text of a question that was a row of a grid. */
export function gridText(text: string, row: string): string {
  const base = text.trim().replace(/\s*[:：]$/, '')
  return base === '' ? row : `${base}${/[.?!？؟…。！]$/.test(base) ? ' ' : ': '}${row}`
}

/** What a line can be instead. */
export const ROLES: readonly Decision[] = ['question', 'option', 'text', 'leave_out']
/** As `ROLES`, of a line below a question. */
const ROLES_BELOW: readonly Decision[] = ['description', ...ROLES]
