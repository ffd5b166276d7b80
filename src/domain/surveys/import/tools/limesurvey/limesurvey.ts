import { MAX_QUESTIONS } from '../../../limits.ts'
import { choiceLimits } from '../../foreign/choice-limits.ts'
import { ForeignBuilder } from '../../foreign/foreign-builder.ts'
import type { Fate, ForeignItem, ForeignSurvey, Path, Subject } from '../../foreign/foreign-survey.ts'
import { found } from '../../foreign/json-fields.ts'
import { aroundText, hasFormatting, hasLink, hasPicture, isPersonal, withoutTags } from '../../foreign/marked-text.ts'
import { LimeConditions } from './limesurvey-conditions.ts'
import type { LimeGroup, LimePart, LimeQuestion, LimeSurvey } from './limesurvey-survey.ts'
import { type LimeWords, limeWords } from './limesurvey-words.ts'

/** https://manual.limesurvey.org/Question_types. */
export function readLimeSurvey(survey: LimeSurvey): ForeignSurvey {
  return new LimeSurveyReader(survey).read()
}

type Base = Omit<ForeignItem, 'kind'>

const TEXTS: Readonly<Record<string, Subject | undefined>> = {
  S: undefined,
  T: undefined,
  U: undefined,
  D: 'date',
  N: 'number',
}
const LEFT_OUT: Readonly<Record<string, Subject>> = { '|': 'file', '*': 'calculation', I: 'setting' }
/** Questions with a text for each row, or for each row and column. */
const ROWS_OF_TEXT: Readonly<Record<string, Subject | undefined>> = { Q: undefined, K: 'number' }
const CELLS: Readonly<Record<string, Subject | undefined>> = { ';': undefined, ':': 'number' }
/** How many points an array has. */
const POINTS: Readonly<Record<string, number>> = { A: 5, B: 10 }
const WORD_COLUMNS: Readonly<Record<string, readonly (keyof LimeWords)[]>> = {
  C: ['yes', 'uncertain', 'no'],
  E: ['increase', 'same', 'decrease'],
}
const SCALE_HEADERS = ['dualscale_headerA', 'dualscale_headerB']
/** Attributes that a survey of ours does not have. */
const ATTRIBUTES: Readonly<Record<string, Subject>> = {
  exclude_all_others: 'validation',
  random_order: 'setting',
  answer_order: 'setting',
  array_filter: 'branching',
  array_filter_exclude: 'branching',
  time_limit: 'timer',
}
/** Attributes that say nothing if they have this value. */
const UNSET = ['', '0', 'normal']
const EXPRESSION = /\{[\p{L}_(!][^{}\n]{0,1000}\}/u

class LimeSurveyReader {
  readonly #survey: LimeSurvey
  readonly #words: LimeWords
  readonly #builder = new ForeignBuilder()
  readonly #conditions = new LimeConditions()

  constructor(survey: LimeSurvey) {
    this.#survey = survey
    this.#words = limeWords(survey.language)
  }

  read(): ForeignSurvey {
    const { title, welcome, end, groups, notes } = this.#survey
    for (const { path, subject, fate } of notes) this.#builder.note(path, subject, fate)
    for (const group of groups) this.#readGroup(group)
    return this.#builder.finish({
      title: withoutTags(title),
      introduction: aroundText(welcome),
      thanks: aroundText(end),
    })
  }

  #readGroup({ name, description, relevance, path, questions }: LimeGroup): void {
    if (name !== '') {
      const texts = { text: withoutTags(name), description: withoutTags(description) }
      this.#builder.add({ kind: 'section', ...texts, path, required: false })
    }
    const isForAll = isAlways(relevance)
    if (!isForAll) this.#builder.note(path, 'branching')
    for (const question of questions)
      this.#readQuestion(isForAll ? question : { ...question, mandatory: question.mandatory === 'Y' ? 'N' : '' })
  }

  #readQuestion(question: LimeQuestion): void {
    const { type, path, attributes } = question
    const leftOut = attributes.get('hidden')?.value === '1' ? 'other' : found(LEFT_OUT, type)
    if (leftOut !== undefined) {
      this.#builder.note(path, leftOut)
      return
    }
    const item = this.#baseOf(question)
    const before = this.#builder.items.length
    this.#addItem(question, item)
    if (this.#builder.items.length === before) return
    this.#noteDetails(question)
    this.#conditions.add(question, before, this.#builder.items[before], this.#words)
  }

  #baseOf(question: LimeQuestion): Base {
    const { text, help, path, mandatory, relevance } = question
    const isMandatory = mandatory === 'Y'
    const when = isAlways(relevance) ? undefined : this.#conditions.read(relevance)
    if (mandatory === 'S') this.#builder.note([...path, 'mandatory'], 'validation', 'optional')
    if (!isAlways(relevance) && !(isMandatory && when !== undefined))
      this.#builder.note([...path, 'relevance'], 'condition', isMandatory ? 'left_out' : 'optional')
    return {
      text: withoutTags(text),
      description: withoutTags(help),
      path,
      required: isMandatory && (isAlways(relevance) || when !== undefined),
      ...(isMandatory && when !== undefined && { when }),
    }
  }

  #noteDetails({ text, help, path, textPath, pattern, attributes, answers, type }: LimeQuestion): void {
    const html = `${text}\n${help}`
    if (hasPicture(html)) this.#builder.note(textPath, 'image')
    if (hasLink(html)) this.#builder.note(textPath, 'html')
    if (hasFormatting(html)) this.#builder.note(textPath, 'styling')
    if (EXPRESSION.test(html)) this.#builder.note(textPath, 'calculation')
    if (pattern !== '') this.#builder.note([...path, 'preg'], 'validation')
    for (const [name, { value, path: place }] of attributes) {
      const isOfRanking = type === 'R' && (name === 'min_answers' || name === 'max_answers') && !UNSET.includes(value)
      if (isOfRanking) this.#builder.note(place, 'validation')
      const subject = found(ATTRIBUTES, name)
      if (subject === undefined || UNSET.includes(value)) continue
      this.#builder.note(place, subject)
    }
    for (const { score, path: place } of answers) if (score !== 0) this.#builder.note(place, 'score')
  }

  #addItem(question: LimeQuestion, item: Base): void {
    const { type, path, subquestions, answers } = question
    const columns = found(WORD_COLUMNS, type)?.map(name => this.#words[name])
    const points = found(POINTS, type)
    if (type === 'L' || type === '!' || type === 'O') this.#addList(question, item)
    else if (type === 'M' || type === 'P') this.#addCheckList(question, item)
    else if (type === 'Y') this.#addChoice(item, [this.#words.yes, this.#words.no])
    else if (type === 'G') {
      this.#builder.note(path, 'personal_data', 'multiple_choice')
      this.#addChoice(item, [this.#words.female, this.#words.male])
    } else if (type === '5') this.#builder.addScale({ from: 1, to: 5 }, item)
    else if (type === 'F' || type === 'H') this.#addGrid(item, this.#options(answers), subquestions)
    else if (columns !== undefined) this.#addGrid(item, columns, subquestions)
    else if (points !== undefined)
      this.#addGrid(
        item,
        Array.from({ length: points }, (_, at) => `${at + 1}`),
        subquestions,
      )
    else if (type === '1') this.#addTwoScales(question, item)
    else if (type === 'R')
      this.#builder.add({ ...item, kind: 'ranking', rows: this.#options(answers.length > 0 ? answers : subquestions) })
    else if (Object.hasOwn(ROWS_OF_TEXT, type)) this.#addRows(question, item)
    else if (Object.hasOwn(CELLS, type)) this.#addCells(question, item)
    else if (type === 'X') this.#builder.add({ ...item, kind: 'statement', required: false })
    else this.#addText(question, item)
  }

  #addText({ type, path, text, pattern }: LimeQuestion, item: Base): void {
    const subject = Object.hasOwn(TEXTS, type) ? found(TEXTS, type) : 'unknown_kind'
    const identifies = subject === undefined && (pattern.includes('@') || isPersonal(text))
    if (subject !== undefined || identifies) this.#builder.note(path, subject ?? 'personal_data', 'free_text')
    this.#builder.add({ ...item, kind: 'free_text' })
  }

  #addChoice(item: Base, options: readonly string[]): void {
    this.#builder.add({ ...item, kind: 'multiple_choice', options })
  }

  #addList(question: LimeQuestion, item: Base): void {
    // A text beside the answer.
    if (question.type === 'O') this.#builder.note(question.path, 'option_text')
    const other = question.other === 'Y' && { other: this.#otherOf(question) }
    this.#builder.add({ ...item, kind: 'multiple_choice', options: this.#options(question.answers), ...other })
  }

  #addCheckList(question: LimeQuestion, item: Base): void {
    const { type, path, subquestions, attributes } = question
    if (type === 'P') this.#builder.note(path, 'option_text')
    const other = question.other === 'Y' && { other: this.#otherOf(question) }
    const options = this.#options(subquestions)
    const [least, most] = ['min_answers', 'max_answers'].map(name => Number(attributes.get(name)?.value))
    this.#builder.add({ ...item, kind: 'check_list', options, ...other, ...choiceLimits(least, most) })
  }

  #otherOf({ attributes }: LimeQuestion): string {
    return withoutTags(attributes.get('other_replace_text')?.value ?? '') || this.#words.other
  }

  #addGrid(item: Base, options: readonly string[], rows: readonly LimePart[]): void {
    this.#builder.add({ ...item, kind: 'grid', options, rows: this.#options(rows) })
  }

  #addTwoScales({ answers, subquestions, attributes }: LimeQuestion, item: Base): void {
    for (const [scale, name] of SCALE_HEADERS.entries()) {
      const header = withoutTags(attributes.get(name)?.value ?? '') || `${scale + 1}`
      const options = this.#options(answers.filter(one => one.scale === scale))
      this.#addGrid({ ...item, text: joined(item.text, header) }, options, subquestions)
    }
  }

  #addRows({ type, subquestions }: LimeQuestion, { required, when, ...texts }: Base): void {
    this.#noteCells(texts.path, found(ROWS_OF_TEXT, type))
    this.#builder.add({ ...texts, kind: 'section', required: false })
    const rule = { required, ...(when !== undefined && { when }) }
    for (const { text, path } of subquestions)
      this.#builder.add({ kind: 'free_text', text: withoutTags(text), path, ...rule })
  }

  #addCells({ type, subquestions, attributes }: LimeQuestion, item: Base): void {
    const [rows, columns] = [0, 1].map(scale => subquestions.filter(one => one.scale === scale))
    const isCheckList = attributes.get('multiflexible_checkbox')?.value === '1'
    if (!isCheckList) this.#noteCells(item.path, found(CELLS, type))
    for (const row of rows ?? []) {
      const text = joined(item.text, withoutTags(row.text))
      if (isCheckList) this.#builder.add({ ...item, text, kind: 'check_list', options: this.#options(columns ?? []) })
      else
        for (const column of columns ?? []) {
          // Rows times columns may be more than the file has characters.
          if (this.#builder.items.length > MAX_QUESTIONS) return
          this.#builder.add({ ...item, text: joined(text, withoutTags(column.text)), kind: 'free_text' })
        }
    }
  }

  #noteCells(path: Path, subject: Subject | undefined, fate: Fate = 'free_text'): void {
    if (subject !== undefined) this.#builder.note(path, subject, fate)
  }

  #options(parts: readonly LimePart[]): string[] {
    return this.#builder.options(parts.map(({ text, path }) => ({ text: withoutTags(text), path })))
  }
}

function isAlways(relevance: string): boolean {
  return relevance === '' || relevance === '1'
}

function joined(text: string, part: string): string {
  return `${text} – ${part}`
}
