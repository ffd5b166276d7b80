import { isArray, isObject, type Json, type JsonObject } from '../../values/json.ts'
import type { Place } from '../../values/place.ts'
import { refusalOf } from '../../values/refusal.ts'
import { isBlank } from '../../values/text.ts'
import type { QuestionGroup } from '../groups/question-group.ts'
import { MAX_QUESTIONS } from '../limits.ts'
import { parseQuestionList, QUESTION_TYPES, type QuestionType } from '../question.ts'
import type { QuestionSettings } from '../question-settings.ts'
import { checkRule, parseRequirement } from '../requirement.ts'
import { NO_TEXTS, type SurveyTexts } from '../survey-settings/survey-texts.ts'
import { SettingsFitter, settingsList } from './beside-question.ts'
import { keptGroups, sentGroups } from './data-groups.ts'
import { keptSettings, sentSettings, sentTexts } from './data-settings.ts'
import type { DataSource } from './data-source.ts'
import { describedType, namedType, ownTypeOf } from './data-types.ts'
import { type Decisions, type Finding, type Outcome, shortened } from './finding.ts'
import { FINDING_TEXTS as texts } from './finding-texts.ts'
import { foreignReading } from './foreign/foreign-reading.ts'
import { QuestionGrouper } from './grouped-questions.ts'
import type { Reading } from './survey-assembly.ts'
import { inlineOptions, optionsIn } from './text/inline-options.ts'
import { readMarks } from './text/question-marks.ts'
import { textsAround } from './texts-around.ts'

type Path = readonly (string | number)[]

const PARTS = ['questions', 'question_settings', 'texts', 'groups']
/** Members of a survey beside its questions that a file can set. */
const SETTINGS = ['slug', 'theme']
/** Names that others have for the text of a question. */
const TEXT_NAMES = ['text', 'title', 'question', 'label']
/** What the service adds when it returns a survey: it says nothing about another one. */
const RETURNED = [
  'id',
  'url',
  'admin_url',
  'public_url',
  'status',
  'created_at',
  'expires_at',
  'response_count',
  'responses',
  'boards',
  'settings',
  'results',
]

/** Reads a survey as the API and survey files have it, and what is near enough. */
export function readData(source: DataSource, decisions: Decisions): Reading {
  const { value, positionOf, foreign } = source
  return foreign === undefined ? new DataReader(positionOf).read(value) : foreignReading(foreign, source, decisions)
}

class DataReader {
  readonly #positionOf: DataSource['positionOf']
  readonly #findings: Finding[] = []
  readonly #questions: JsonObject[] = []
  readonly #places: Place[] = []
  /** Positions of the questions that were kept, by those in the file. */
  readonly #kept = new Map<number, number>()
  readonly #fitter = new SettingsFitter()
  #questionSettings: QuestionSettings[number][] = []
  readonly #grouper = new QuestionGrouper()
  #groups: QuestionGroup[] = []
  #texts: SurveyTexts = NO_TEXTS
  #isSingleNamed = false

  constructor(positionOf: DataSource['positionOf']) {
    this.#positionOf = positionOf
  }

  read(value: Json): Reading {
    const [survey, base]: [Json | undefined, Path] =
      isObject(value) && isObject(value.survey) && value.questions === undefined
        ? [value.survey, ['survey']]
        : [value, []]
    const list = isObject(survey) ? survey.questions : survey
    const path = isObject(survey) ? [...base, 'questions'] : base
    if (!isArray(list) || list.length === 0) {
      this.#note(base, survey ?? null, 'left_out', texts.noSurvey())
      return this.#finish(undefined, {})
    }
    const settings = isObject(survey) ? this.#settingsOf(survey, base) : {}
    this.#isSingleNamed = list.some(one => isObject(one) && namedType(one.type) === 'single')
    for (const [at, one] of list.entries()) {
      if (this.#questions.length < MAX_QUESTIONS) this.#addQuestion(one, at, [...path, at])
      else {
        const { line: lastLine } = this.#positionOf([...path, list.length - 1])
        this.#note([...path, at], one, 'left_out', texts.tooManyQuestions(MAX_QUESTIONS), { lastLine })
        break
      }
    }
    this.#checkRules(path)
    if (isObject(survey)) {
      this.#setQuestionSettings(survey, base)
      this.#setGroups(survey, base)
      this.#setTexts(survey, base)
    }
    const title = isObject(survey) ? survey.title : undefined
    return this.#finish(typeof title === 'string' && !isBlank(title) ? title : undefined, settings)
  }

  #finish(title: string | undefined, settings: JsonObject): Reading {
    const findings = this.#findings.toSorted((one, other) => one.place.line - other.place.line)
    const questionSettings = settingsList(this.#questionSettings)
    const [questions, places, texts] = [this.#questions, this.#places, this.#texts]
    return { title, questions, places, questionSettings, groups: this.#groups, texts, settings, findings }
  }

  #note(path: Path, value: Json, outcome: Outcome, message: string, more: Partial<Finding> = {}): void {
    const place = this.#positionOf(path)
    const name = path.filter(part => typeof part === 'string').at(-1)
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
    const read = shortened(name === undefined ? text : `${name}: ${text}`)
    this.#findings.push({ place, lastLine: place.line, read, outcome, message, decisions: [], ...more })
  }

  #settingsOf(survey: JsonObject, base: Path): JsonObject {
    for (const [name, value] of Object.entries(survey))
      if (name === 'title' ? typeof value !== 'string' : ![...PARTS, ...SETTINGS, ...RETURNED].includes(name))
        this.#note([...base, name], value, 'left_out', texts.unknownMember())
    return Object.fromEntries(SETTINGS.flatMap(name => (survey[name] === undefined ? [] : [[name, survey[name]]])))
  }

  #addQuestion(value: Json, at: number, path: Path): void {
    const question =
      typeof value === 'string' ? questionIn(value) : isObject(value) ? this.#questionOf(value, path) : undefined
    const wantsSeveral = isObject(value) && this.#asksForSeveral(value.type)
    const refusal = question === undefined ? undefined : refusalOf(() => parseQuestionList([question]))
    if (question === undefined) this.#note(path, value, 'left_out', texts.noQuestionValue())
    else if (refusal !== undefined)
      this.#note(path, value, 'left_out', texts.repaired(refusal.message.replace(/^question 1:? /, 'its ')))
    else {
      this.#kept.set(at, this.#questions.length)
      const described = this.#withDescription(question, path)
      if (wantsSeveral && isObject(value) && value.type === 'multiple_choice')
        this.#note([...path, 'type'], value.type, 'kept', texts.several())
      if (wantsSeveral) this.#addCheckList(described, path)
      else this.#push(described, path)
    }
  }

  /** Beside single choice, multiple choice means several answers. */
  #asksForSeveral(type: Json | undefined): boolean {
    return (
      namedType(type) === 'several' ||
      (this.#isSingleNamed && (type === 'multiple_choice' || namedType(type) === 'multiple'))
    )
  }

  #push(question: JsonObject, path: Path): void {
    this.#questions.push(question)
    this.#places.push(this.#positionOf(path))
  }

  /** A question with several answers, if there are options enough. */
  #addCheckList(question: JsonObject, path: Path): void {
    const { type: _, text, options: sent, requirement, ...others } = question
    const options = isArray(sent) ? sent.map(String) : []
    const from = this.#questions.length
    const isTooLong = from + options.length > MAX_QUESTIONS
    if (isTooLong) this.#note(path, question, 'kept', texts.checkList())
    if (isTooLong || options.length < 2) {
      this.#push(question, path)
      return
    }
    if (isObject(requirement) && requirement.mode === 'conditional')
      this.#note([...path, 'requirement'], requirement, 'left_out', texts.severalWhen())
    const list = { text: String(text), options, isRequired: requirement === undefined, from }
    const { questions, group } = this.#grouper.checkList(list)
    for (const [at, one] of questions.entries()) this.#push(at === 0 ? { ...one, ...others } : one, path)
    for (const _ of questions.slice(1)) this.#questionSettings.push(null)
    if (group !== undefined) this.#groups.push(group)
  }

  /** A description is a setting beside a question, unless it is too long for one. */
  #withDescription(question: JsonObject, path: Path): JsonObject {
    const { description, ...rest } = question
    const isText = typeof description === 'string'
    const { settings, ...left } = this.#fitter.fit(isText ? { description: description.trim() } : {})
    this.#questionSettings.push(settings)
    if (!isText) return question
    if (left.description === undefined) return rest
    this.#note([...path, 'description'], description, 'kept', texts.longDescription())
    return { ...rest, text: `${rest.text}\n${left.description}` }
  }

  #setQuestionSettings(survey: JsonObject, base: Path): void {
    const { list, path } = sentSettings(survey)
    const refuse = (at: number, reason: string) =>
      this.#note([...base, ...path, at], list[at] ?? null, 'left_out', texts.repaired(reason))
    const before = this.#questionSettings
    if (list.length > 0) this.#questionSettings = keptSettings(list, before, this.#questions, this.#kept, refuse)
  }

  #setGroups(survey: JsonObject, base: Path): void {
    const { sent, path } = sentGroups(survey)
    if (sent === undefined) return
    const own = this.#groups
    const list = isArray(sent) ? sent : [sent]
    const refuse = (at: number, reason: string) =>
      this.#note(
        [...base, ...path, ...(isArray(sent) ? [at] : [])],
        list[at] ?? null,
        'left_out',
        texts.repaired(reason),
      )
    this.#groups = keptGroups(list, own, this.#questions, this.#kept, refuse)
  }

  #setTexts(survey: JsonObject, base: Path): void {
    const { sent, path } = sentTexts(survey)
    if (isObject(sent))
      this.#texts = textsAround(sent, (name, text, reason) =>
        this.#note([...base, ...path, name], text, 'left_out', texts.repaired(reason)),
      )
    else if (sent !== undefined) this.#note([...base, ...path], sent, 'left_out', texts.unknownMember())
  }

  #questionOf(value: JsonObject, path: Path): JsonObject | undefined {
    const textName = TEXT_NAMES.find(name => typeof value[name] === 'string' && !isBlank(String(value[name])))
    if (textName === undefined) return undefined
    const { type: named, options: sent, required, index: _, [textName]: text, requirement, ...rest } = value
    if (textName !== 'text') this.#note([...path, textName], text ?? null, 'kept', texts.asText())
    const type = this.#typeOf(named, sent, path)
    const options = type === 'multiple_choice' ? this.#optionsOf(sent, [...path, 'options']) : undefined
    if (type !== 'multiple_choice' && sent !== undefined)
      this.#note([...path, 'options'], sent, 'left_out', texts.ratingOptions())
    const isYesNo = namedType(named) === 'yes_no' && options?.length === 0
    const isOptional = required === false
    if (required !== undefined && typeof required !== 'boolean')
      this.#note([...path, 'required'], required, 'left_out', texts.field())
    const kept = this.#requirementOf(requirement, path) ?? (isOptional ? { mode: 'optional' } : undefined)
    return {
      type,
      text: text ?? '',
      ...(options !== undefined && { options: isYesNo ? ['Yes', 'No'] : options }),
      ...(kept !== undefined && { requirement: kept }),
      ...rest,
    }
  }

  #typeOf(named: Json | undefined, options: Json | undefined, path: Path): QuestionType {
    const own = QUESTION_TYPES.find(type => type === named)
    if (own !== undefined) return own
    const known = namedType(named)
    const byOptions = options === undefined ? 'free_text' : 'multiple_choice'
    const type = known === undefined ? byOptions : ownTypeOf(known)
    if (known !== 'several')
      this.#note(
        named === undefined ? path : [...path, 'type'],
        named ?? 'no type',
        'kept',
        texts.unknownType(describedType(type)),
      )
    return type
  }

  #optionsOf(sent: Json | undefined, path: Path): string[] {
    const list = typeof sent === 'string' ? (optionsIn(sent, true) ?? []) : isArray(sent) ? sent : []
    const options = new Set<string>()
    let [hasNumbers, hasLabels] = [false, false]
    for (const [at, one] of list.entries()) {
      const option = typeof one === 'string' ? one : optionText(one)
      if (typeof one !== 'string' && option !== undefined) {
        if (isObject(one)) hasLabels = true
        else hasNumbers = true
      }
      if (option === undefined || isBlank(option)) this.#note([...path, at], one, 'left_out', texts.noOptionValue())
      else if (options.has(option)) this.#note([...path, at], one, 'left_out', texts.repeated())
      else options.add(option)
    }
    if (hasNumbers) this.#note(path, sent ?? null, 'kept', texts.numberText())
    if (hasLabels) this.#note(path, sent ?? null, 'kept', texts.labelled())
    return [...options]
  }

  #requirementOf(requirement: Json | undefined, path: Path): JsonObject | undefined {
    if (!isObject(requirement)) {
      if (requirement !== undefined)
        this.#note([...path, 'requirement'], requirement, 'left_out', texts.repaired('a requirement is an object'))
      return undefined
    }
    const refusal = refusalOf(() => parseRequirement(requirement, 'the question'))
    if (refusal === undefined) return requirement
    this.#note(
      [...path, 'requirement'],
      requirement,
      'left_out',
      texts.repaired(refusal.message.replace(/^the question: /, '')),
    )
    return undefined
  }

  /** Conditions follow the questions that were kept. One that fits no question is left out. */
  #checkRules(path: Path): void {
    const positions = new Map([...this.#kept].map(([from, to]) => [to, from]))
    for (const [at, question] of this.#questions.entries()) {
      const { requirement, ...rest } = question
      if (!isObject(requirement) || requirement.mode !== 'conditional') continue
      const moved = this.#moved(requirement)
      const refusal = refusalOf(() => {
        const list = parseQuestionList(this.#questions.slice(0, at + 1).with(at, { ...rest, requirement: moved }))
        checkRule(list[at]?.requirement ?? 'always', at, list)
      })
      this.#questions[at] = refusal === undefined ? { ...rest, requirement: moved } : rest
      const reason = refusal?.message.replace(/^question \d+: /, '') ?? ''
      if (refusal !== undefined)
        this.#note([...path, positions.get(at) ?? at, 'requirement'], requirement, 'left_out', texts.repaired(reason))
    }
  }

  #moved(requirement: JsonObject): JsonObject {
    const when = requirement.when as JsonObject & { readonly conditions: readonly JsonObject[] }
    const conditions = when.conditions.map(one => ({
      ...one,
      questionIndex: this.#kept.get(Number(one.questionIndex)) ?? MAX_QUESTIONS,
    }))
    return { ...requirement, when: { ...when, conditions } }
  }
}

/** A question in a text of its own. */
function questionIn(line: string): JsonObject | undefined {
  const marked = readMarks(line.trim())
  if (isBlank(marked.text)) return undefined
  const inline = marked.range === undefined ? inlineOptions(marked.text) : undefined
  const isRating = marked.isRating || (marked.range?.low === 1 && marked.range.high === 10)
  const requirement = marked.isOptional && { requirement: { mode: 'optional' } }
  if (inline !== undefined)
    return { type: 'multiple_choice', text: inline.text.trim(), options: inline.options, ...requirement }
  if (!isRating && marked.range !== undefined) return { type: 'free_text', text: line.trim() }
  return { type: isRating ? 'rating' : 'free_text', text: marked.text, ...requirement }
}

function optionText(value: Json): string | undefined {
  if (!isObject(value)) return value === null || isArray(value) ? undefined : (JSON.stringify(value) ?? undefined)
  const { label, text, title, value: inner, name } = value
  return [label, text, title, inner, name].find(one => typeof one === 'string' && one !== '') as string | undefined
}
