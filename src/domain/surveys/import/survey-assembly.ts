import { RATING_HIGHEST, RATING_LOWEST } from '../../values/answer.ts'
import { isArray, type JsonObject } from '../../values/json.ts'
import type { Place } from '../../values/place.ts'
import { isBlank } from '../../values/text.ts'
import { inOrder, type QuestionGroup } from '../groups/question-group.ts'
import { MAX_QUESTIONS } from '../limits.ts'
import type { QuestionSettings } from '../question-settings.ts'
import type { SurveyTexts } from '../survey-settings/survey-texts.ts'
import { SettingsFitter, scaleWordsText, settingsList } from './beside-question.ts'
import {
  type Decision,
  type Decisions,
  type Finding,
  HEADING_ROLES,
  type Outcome,
  ROLES,
  ROLES_BELOW,
  shortened,
} from './finding.ts'
import { FINDING_TEXTS as texts } from './finding-texts.ts'
import { answersFor } from './follow-ups.ts'
import { type Grouped, hasDescription, type LeftOpening, type Opening, QuestionGrouper } from './grouped-questions.ts'
import type { OpenQuestion } from './open-question.ts'
import { QuestionMaker } from './question-maker.ts'
import { DEEPER } from './text/list-roles.ts'
import type { MarkedText } from './text/question-marks.ts'
import { wordsOfRange } from './text/scale.ts'
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
  /** In order. */
  readonly groups: readonly QuestionGroup[]
  /** What it says besides them. */
  readonly texts: SurveyTexts
  /** Other fields of a survey file, such as its theme. */
  readonly settings: JsonObject
  /** In the order of their places. */
  readonly findings: readonly Finding[]
}

/** A question of the survey. */
interface Made {
  readonly question: JsonObject
  readonly line: SourceLine
  readonly settings: QuestionSettings[number]
}

/** The heading of a section, whose text lines are added to. */
interface OpenSection {
  readonly title: string
  readonly line: SourceLine
  readonly texts: string[]
  /** Position of the question that follows it, among those that are open. */
  readonly before: number
}

/** Puts a survey together from lines, and notes what does not fit. */
export class SurveyAssembly {
  readonly #decisions: Decisions
  readonly #questions: OpenQuestion[] = []
  readonly #findings: Finding[] = []
  readonly #fitter = new SettingsFitter()
  readonly #grouper = new QuestionGrouper()
  readonly #sections: OpenSection[] = []
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
    const saysSeveral = marked.wantsSeveral || marked.endsBySeveral
    const question: OpenQuestion = {
      text: [...this.#textAhead, marked.text].join('\n'),
      line,
      type: type ?? marked.type ?? (marked.isRating ? 'rating' : undefined),
      isOptional: marked.isOptional,
      isStarred: marked.isStarred,
      isModerated: marked.isModerated,
      wantsSeveral: saysSeveral || (type ?? marked.type) === 'several',
      saysSeveral,
      most: marked.most,
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

  addSection(line: SourceLine, title: string): void {
    this.#sections.push({ title, line, texts: [], before: this.#questions.length })
  }

  /** A line below the heading of a section, in front of its questions. @returns whether there is one */
  addSectionText(line: SourceLine): boolean {
    const section = this.#sections.at(-1)
    const isBelow = section?.before === this.#questions.length
    if (isBelow) section?.texts.push(line.text)
    return isBelow
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
    const { made, groups, firsts, next } = this.#makeAll()
    const openings = this.#sections.map(({ title, texts: below, before, line }): Opening<SourceLine> => {
      return { title, text: below.join('\n'), from: firsts[before] ?? made.length, place: line }
    })
    const [sections, left] = this.#grouper.sections(openings, made.length)
    for (const one of left) this.#noteLeft(one)
    const [opening] = this.#introduction
    const introduction = this.#introduction.map(({ text }) => text).join('\n')
    const around = textsAround({ introduction }, (_, __, reason) => {
      if (opening !== undefined) this.note(opening, 'left_out', texts.repaired(reason))
    })
    if (next !== undefined)
      this.note(next.line, 'left_out', texts.tooManyQuestions(MAX_QUESTIONS), [], { lastLine: lines })
    return {
      title: isBlank(this.title ?? '') ? undefined : this.title,
      questions: made.map(({ question }) => question),
      places: made.map(({ line: { number, column } }) => ({ line: number, column })),
      questionSettings: settingsList(made.map(({ settings }) => settings)),
      groups: [...groups, ...sections].sort(inOrder),
      texts: around,
      settings: {},
      findings: this.#findings.toSorted((one, other) => one.place.line - other.place.line),
    }
  }

  #makeAll(): AllMade {
    this.#takeSeveral()
    const starred = this.#questions.find(one => one.isStarred)
    const isStarMeant = starred !== undefined && this.#questions.some(one => !one.isStarred)
    if (isStarMeant) this.note(starred.line, 'kept', texts.starred())
    const maker = new QuestionMaker(this.#decisions, this.#grouper, this.note.bind(this))
    const made: Made[] = []
    const groups: QuestionGroup[] = []
    const firsts: number[] = []
    for (const one of this.#questions) {
      firsts.push(made.length)
      const right = maker.rightTexts(one)
      const isOptional = one.isOptional ?? (isStarMeant && !one.isStarred)
      const { open, settings } = this.#described(one)
      const index = made.length - 1
      const above = groups.at(-1)?.to === index ? undefined : made[index]?.question
      for (const grouped of maker.make(open, !isOptional, made.length)) {
        const { group } = grouped
        const questions = isOptional ? grouped.questions : this.#asFollowUp(grouped, one, { above, index })
        // What follows is left out as a whole.
        if (made.length + questions.length > MAX_QUESTIONS) return { made, groups, firsts, next: one }
        for (const [at, question] of questions.entries()) {
          const described = at === 0 && !hasDescription(grouped) ? settings : null
          made.push(this.#withSettings(one, question, { right, described }))
        }
        if (group !== undefined) groups.push(group)
      }
    }
    return { made, groups, firsts, next: undefined }
  }

  /** Where some questions are said to take one answer, those of multiple choice take several. */
  #takeSeveral(): void {
    const types = new Set(this.#questions.map(({ type }) => type))
    if (!types.has('single') || types.has('several')) return
    for (const one of this.#questions)
      if (one.type === 'multiple') {
        one.wantsSeveral = true
        one.saysSeveral = true
      }
  }

  /**
   * Of a question for those who have answered the one above with yes, or with no.
   * @param above undefined if that is part of a group
   */
  #asFollowUp(
    { questions, group }: Grouped,
    { line, text }: OpenQuestion,
    { above, index }: { readonly above: JsonObject | undefined; readonly index: number },
  ): readonly JsonObject[] {
    const [question, ...others] = questions
    const values = others.length > 0 || group !== undefined ? [] : answersFor(text, above)
    if (question === undefined || question.type === 'upvoted_question' || values.length === 0) return questions
    this.note(line, 'kept', texts.followUp(values))
    const conditions = [{ questionIndex: index, values }]
    return [{ ...question, requirement: { mode: 'conditional', when: { op: 'all', conditions } } }]
  }

  #noteLeft({ opening: { place, text }, reason }: LeftOpening<SourceLine>): void {
    const isEmpty = reason === 'empty'
    const read = reason === 'long_text' ? { read: shortened(text) } : {}
    this.note(
      place,
      'left_out',
      isEmpty ? texts.emptySection() : texts.longSection(),
      isEmpty ? HEADING_ROLES : [],
      read,
    )
  }

  /** A description that is too long for one stands in the text of its question. */
  #described(open: OpenQuestion): { readonly open: OpenQuestion; readonly settings: QuestionSettings[number] } {
    const { settings, description: left } = this.#fitter.fit({ description: open.description })
    if (left === undefined) return { open, settings }
    this.note(open.line, 'kept', texts.longDescription())
    return { open: { ...open, text: `${open.text}\n${left}`, description: undefined }, settings }
  }

  #withSettings({ line, range }: OpenQuestion, question: JsonObject, { right, described }: Beside): Made {
    const { settings, scaleWords } = this.#fitter.fit({
      scaleWords: question.type === 'rating' && range !== undefined ? wordsOfRange(range) : undefined,
      right: positionsIn(question, right),
    })
    const both = described === null ? settings : { ...described, ...settings }
    if (scaleWords === undefined) return { question, line, settings: both }
    this.note(line, 'kept', texts.longScaleWords())
    const words = scaleWordsText(scaleWords, [RATING_LOWEST, RATING_HIGHEST])
    return { question: { ...question, text: `${question.text} (${words})` }, line, settings: both }
  }
}

/** What stands beside a question. */
interface Beside {
  /** The options that are right, as texts. */
  readonly right: readonly string[]
  /** The setting that has its description. */
  readonly described: QuestionSettings[number]
}

interface AllMade {
  readonly made: readonly Made[]
  readonly groups: readonly QuestionGroup[]
  /** The position of the first question that each open one became. */
  readonly firsts: readonly number[]
  /** The first that is too many. */
  readonly next: OpenQuestion | undefined
}

function positionsIn({ options }: JsonObject, right: readonly string[]): number[] {
  const all = isArray(options) ? options : []
  return right
    .map(text => all.indexOf(text))
    .filter(at => at >= 0)
    .toSorted((one, other) => one - other)
}
