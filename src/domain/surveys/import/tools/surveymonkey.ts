import { isObject, type Json, type JsonObject } from '../../../values/json.ts'
import { SURVEY_TEXT_LENGTHS } from '../../limits.ts'
import { choiceLimits } from '../foreign/choice-limits.ts'
import { ForeignBuilder } from '../foreign/foreign-builder.ts'
import type { ForeignItem, ForeignScale, ForeignSurvey, Path } from '../foreign/foreign-survey.ts'
import { has, isTrueAt, listAt, numberAt, objectAt, textAt } from '../foreign/json-fields.ts'
import { aroundText, hasLink, hasPicture, withoutTags } from '../foreign/marked-text.ts'

/** https://api.surveymonkey.com/v3/docs, the details of a survey. */
export function isSurveyMonkey(value: JsonObject): boolean {
  const questions = listAt(value, 'pages').flatMap(page => listAt(page, 'questions'))
  return has(value, 'title') && has(questions[0], 'family', 'headings')
}

export function readSurveyMonkey(survey: JsonObject): ForeignSurvey {
  return new SurveyMonkeyReader(survey).read()
}

type Base = Omit<ForeignItem, 'kind'>

/** A part that is visible, and where it is. */
interface Part {
  readonly value: Json
  readonly path: Path
}

/** A text that repeats an earlier answer. */
const RECALL = /\[Q\d+\]|\{\{[^}]*\}\}/
/** The text of a single row on which a scale stands. */
const NO_ROW = ''
const NAMED_NUMBER = /(-?\d+)\s*$/

class SurveyMonkeyReader {
  readonly #survey: JsonObject
  readonly #builder = new ForeignBuilder()

  constructor(survey: JsonObject) {
    this.#survey = survey
  }

  read(): ForeignSurvey {
    for (const [at, page] of listAt(this.#survey, 'pages').entries()) this.#readPage(page, ['pages', at])
    if (Object.keys(objectAt(this.#survey, 'custom_variables')).length > 0)
      this.#builder.note(['custom_variables'], 'other')
    const [first] = listAt(this.#survey, 'pages')
    return this.#builder.finish({
      title: withoutTags(textAt(this.#survey, 'title')),
      introduction: isIntroducing(first)
        ? aroundText(`${textAt(first, 'title')}\n${textAt(first, 'description')}`)
        : '',
    })
  }

  #readPage(page: Json, path: Path): void {
    const [text, description] = [withoutTags(textAt(page, 'title')), withoutTags(textAt(page, 'description'))]
    const isOpening = path.at(-1) === 0 && isIntroducing(page)
    if (!isOpening && `${text}${description}` !== '')
      this.#builder.add({ kind: 'section', text, description, path, required: false })
    for (const [at, question] of listAt(page, 'questions').entries())
      this.#readQuestion(question, [...path, 'questions', at])
  }

  #readQuestion(question: Json, path: Path): void {
    if (isObject(question) && question.visible === false) {
      this.#builder.note(path, 'other')
      return
    }
    const heading = textAt(listAt(question, 'headings')[0], 'heading')
    this.#noteHeading(question, heading, path)
    this.#addQuestion(question, { text: withoutTags(heading), path, required: isForAll(question) })
    if (isTrueAt(objectAt(question, 'quiz_options'), 'scoring_enabled'))
      this.#builder.note([...path, 'quiz_options'], 'score')
    const sorting = objectAt(question, 'sorting')
    if (isTrueAt(sorting, 'ignore_last')) this.#builder.note([...path, 'sorting', 'ignore_last'], 'setting')
    else if (has(sorting, 'type') && textAt(sorting, 'type') !== 'random')
      this.#builder.note([...path, 'sorting'], 'setting')
  }

  #noteHeading(question: Json, heading: string, path: Path): void {
    const headings = listAt(question, 'headings')
    const place = [...path, 'headings', 0, 'heading']
    if (headings.length > 1) this.#builder.note([...path, 'headings'], 'other')
    if (hasLink(heading)) this.#builder.note(place, 'html')
    if (hasPicture(heading)) this.#builder.note(place, 'image')
    if (RECALL.test(heading)) this.#builder.note(place, 'calculation', 'unsure')
  }

  #addQuestion(question: Json, item: Base): void {
    const [family, subtype] = [textAt(question, 'family'), textAt(question, 'subtype')]
    const display = textAt(objectAt(question, 'display_options'), 'display_type')
    if (family === 'single_choice') this.#addChoice('multiple_choice', question, item)
    else if (family === 'multiple_choice') this.#addChoice('check_list', question, item)
    else if (family === 'matrix') this.#addMatrix(subtype, question, item)
    else if (display === 'slider') this.#builder.addScale(sliderOf(question), item)
    else if (display === 'file_upload') this.#builder.note(item.path, 'file')
    else if (family === 'open_ended') this.#addText(subtype, question, item)
    else if (family === 'datetime') this.#addParts('date', question, item)
    else if (family === 'demographic') this.#addParts('personal_data', question, item)
    else if (family === 'presentation') this.#addPresentation(subtype, item)
    else this.#builder.note(item.path, 'unknown_kind')
  }

  #addChoice(kind: 'multiple_choice' | 'check_list', question: Json, item: Base): void {
    const answers = objectAt(question, 'answers')
    const sent = answers.other
    const other = isObject(sent) ? sent : listAt(answers, 'other')[0]
    const isOption = other !== undefined && !(isObject(other) && other.is_answer_choice === false)
    const options = this.#options(question, 'choices', item.path)
    const label = withoutTags(textAt(other, 'text'))
    const limits = kind === 'check_list' && limitsOf(question)
    this.#builder.add({ ...item, kind, options, ...(isOption && { other: label }), ...limits })
    if (other === undefined || isOption) return
    this.#builder.add({ kind: 'free_text', text: label, path: [...item.path, 'answers', 'other'], required: false })
  }

  #options(question: Json, name: string, path: Path): string[] {
    const parts = this.#visible(question, name, path)
    for (const { value, path: place } of parts)
      if (has(value, 'image')) this.#builder.note([...place, 'image'], 'image')
    return this.#builder.options(
      parts.map(({ value, path: place }) => ({ text: withoutTags(textAt(value, 'text')), path: place })),
    )
  }

  #visible(question: Json, name: string, path: Path): Part[] {
    const all = listAt(objectAt(question, 'answers'), name).map((value, at) => {
      return { value, path: [...path, 'answers', name, at] }
    })
    const isHidden = ({ value }: Part) => isObject(value) && value.visible === false
    for (const part of all) if (isHidden(part)) this.#builder.note(part.path, 'other')
    return all.filter(part => !isHidden(part))
  }

  #addMatrix(subtype: string, question: Json, item: Base): void {
    const { path } = item
    const rows = this.#visible(question, 'rows', path)
    const choices = listAt(objectAt(question, 'answers'), 'choices')
    if (subtype === 'menu') this.#builder.note(path, 'other', 'unsure')
    else if (subtype === 'rating' && rows.every(({ value }) => textAt(value, 'text') === NO_ROW))
      this.#builder.addScale(starsOf(choices), item)
    else if (subtype === 'ranking')
      this.#builder.add({ ...item, kind: 'ranking', rows: this.#options(question, 'rows', path) })
    else this.#addGrid(subtype, question, item)
  }

  #addGrid(subtype: string, question: Json, item: Base): void {
    const { path } = item
    const choices = listAt(objectAt(question, 'answers'), 'choices')
    if (subtype === 'multi') this.#builder.note([...path, 'subtype'], 'other', 'unsure')
    if (isTrueAt(question, 'forced_ranking')) this.#builder.note([...path, 'forced_ranking'], 'validation')
    if (choices.some(choice => has(choice, 'weight'))) this.#builder.note([...path, 'answers', 'choices'], 'score')
    const type = textAt(objectAt(question, 'required'), 'type')
    if (type !== '' && type !== 'all') this.#builder.note([...path, 'required'], 'condition')
    const options = this.#options(question, 'choices', path)
    const rows = this.#options(question, 'rows', path)
    this.#builder.add({ ...item, kind: 'grid', options, rows, required: type === 'all' })
  }

  #addText(subtype: string, question: Json, item: Base): void {
    if (subtype === 'multi') this.#addParts(undefined, question, item)
    else if (subtype === 'numerical') this.#addParts('number', question, item)
    else {
      if (textAt(objectAt(question, 'validation'), 'type') === 'email')
        this.#builder.note(item.path, 'personal_data', 'free_text')
      this.#builder.add({ ...item, kind: 'free_text' })
    }
  }

  /** A question with a text for each row. */
  #addParts(subject: 'date' | 'number' | 'personal_data' | undefined, question: Json, item: Base): void {
    if (subject !== undefined) this.#builder.note(item.path, subject, 'free_text')
    this.#builder.add({ ...item, kind: 'section', required: false })
    for (const { value, path } of this.#visible(question, 'rows', item.path))
      this.#builder.add({
        kind: 'free_text',
        text: withoutTags(textAt(value, 'text')),
        path,
        required: item.required || isTrueAt(value, 'required'),
      })
  }

  #addPresentation(subtype: string, item: Base): void {
    if (subtype === 'descriptive_text') this.#builder.add({ ...item, kind: 'statement', required: false })
    else this.#builder.note(item.path, subtype === 'image' ? 'image' : 'video')
  }
}

/** The description of the first page introduces the survey, which has none itself. */
function isIntroducing(page: Json | undefined): boolean {
  const { length } = textAt(page, 'description')
  return length > 0 && length + textAt(page, 'title').length < SURVEY_TEXT_LENGTHS.introduction
}

function isForAll(question: Json): boolean {
  return isObject(question) && isObject(question.required)
}

function sliderOf(question: Json): ForeignScale {
  const [limits, display] = [objectAt(question, 'validation'), objectAt(question, 'display_options')]
  const [low, high] = [textAt(display, 'left_label'), textAt(display, 'right_label')]
  const middle = textAt(display, 'middle_label')
  return {
    from: numberAt(limits, 'min') ?? 0,
    to: numberAt(limits, 'max') ?? 100,
    ...(low !== '' && { low }),
    ...(middle !== '' && { middle }),
    ...(high !== '' && { high }),
  }
}

/** Stars, or the numbers in the labels. */
function starsOf(choices: readonly Json[]): ForeignScale {
  const ends = [choices[0], choices.at(-1)].map(choice => NAMED_NUMBER.exec(textAt(choice, 'text'))?.[1])
  const [low, high] = [textAt(choices[0], 'description'), textAt(choices.at(-1), 'description')]
  return {
    from: Number(ends[0] ?? 1),
    to: Number(ends[1] ?? choices.length),
    ...(low !== '' && { low }),
    ...(high !== '' && { high }),
  }
}

/** Stands with the requirement of a question, as in `1,3`. */
function limitsOf(question: Json): ReturnType<typeof choiceLimits> {
  const required = objectAt(question, 'required')
  const type = textAt(required, 'type')
  const [first, second] = textAt(required, 'amount').split(',').map(Number)
  if (type === 'range') return choiceLimits(first, second)
  if (type === 'exactly') return choiceLimits(first, first)
  if (type === 'at_least') return choiceLimits(first, undefined)
  return type === 'at_most' ? choiceLimits(undefined, first) : {}
}
