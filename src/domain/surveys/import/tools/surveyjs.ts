import { isObject, type Json, type JsonObject } from '../../../values/json.ts'
import { choiceLimits } from '../foreign/choice-limits.ts'
import { ForeignBuilder } from '../foreign/foreign-builder.ts'
import type { ForeignItem, ForeignScale, ForeignSurvey, Path, Subject } from '../foreign/foreign-survey.ts'
import { found, has, isTrueAt, listAt, numberAt, objectAt, textAt } from '../foreign/json-fields.ts'
import { aroundText, hasLink, withoutTags } from '../foreign/marked-text.ts'
import { conditionIn } from './surveyjs-condition.ts'

/** https://github.com/surveyjs/survey-library, whose models name these properties. */
export function isSurveyJs(value: JsonObject): boolean {
  const [page] = listAt(value, 'pages')
  const [first] = [value, page].flatMap(elementsOf).map(({ value: element }) => element)
  return has(first, 'type', 'name') || (has(page, 'name') && (has(page, 'elements') || has(page, 'questions')))
}

export function readSurveyJs(survey: JsonObject): ForeignSurvey {
  return new SurveyJsReader(survey).read()
}

type Base = Omit<ForeignItem, 'kind'>

/** A question with options, to which conditions can refer. */
interface Asked {
  readonly item: number
  /** Texts of its options by their values. */
  readonly texts: ReadonlyMap<string, string>
}

const CHOICES: Readonly<Record<string, 'multiple_choice' | 'check_list'>> = {
  radiogroup: 'multiple_choice',
  dropdown: 'multiple_choice',
  buttongroup: 'multiple_choice',
  imagepicker: 'multiple_choice',
  checkbox: 'check_list',
  tagbox: 'check_list',
}
const INPUTS: Readonly<Record<string, Subject>> = {
  email: 'personal_data',
  tel: 'personal_data',
  date: 'date',
  'datetime-local': 'date',
  time: 'date',
  month: 'date',
  week: 'date',
  number: 'number',
  color: 'other',
  url: 'validation',
}
const LEFT_OUT: Readonly<Record<string, Subject>> = {
  file: 'file',
  signaturepad: 'other',
  image: 'image',
  expression: 'calculation',
}
/** Tables whose cells are questions of their own kind. */
const TABLES = ['matrixdropdown', 'matrixdynamic', 'paneldynamic']
const RANGES = ['slider', 'nouislider']

class SurveyJsReader {
  readonly #survey: JsonObject
  readonly #builder = new ForeignBuilder()
  readonly #asked = new Map<string, Asked>()

  constructor(survey: JsonObject) {
    this.#survey = survey
  }

  read(): ForeignSurvey {
    for (const [at, page] of listAt(this.#survey, 'pages').entries()) this.#readContainer(page, ['pages', at], [])
    this.#readElements(this.#survey, [], [])
    if (has(this.#survey, 'calculatedValues')) this.#builder.note(['calculatedValues'], 'calculation')
    if (has(this.#survey, 'triggers')) this.#builder.note(['triggers'], 'branching')
    if (isObject(this.#survey.title) && Object.keys(this.#survey.title).length > 1)
      this.#builder.note(['title'], 'translation')
    return this.#builder.finish({
      title: wordsAt(this.#survey, 'title'),
      introduction: aroundText(sentAt(this.#survey, 'description')),
      thanks: aroundText(sentAt(this.#survey, 'completedHtml')),
    })
  }

  /** A page or a panel. @param outer conditions of what is around it */
  #readContainer(container: Json, path: Path, outer: readonly string[]): void {
    const title = wordsAt(container, 'title')
    const own = textAt(container, 'visibleIf')
    if (title !== '')
      this.#builder.add({
        kind: 'section',
        text: title,
        description: wordsAt(container, 'description'),
        path,
        required: false,
      })
    if (own !== '') this.#builder.note([...path, 'visibleIf'], 'branching', 'unsure')
    if (isTrueAt(container, 'isRequired')) this.#builder.note([...path, 'isRequired'], 'condition')
    this.#readElements(container, path, own === '' ? outer : [...outer, own])
  }

  #readElements(container: Json, path: Path, conditions: readonly string[]): void {
    for (const { value, name, at } of elementsOf(container)) this.#readElement(value, [...path, name, at], conditions)
  }

  #readElement(element: Json, path: Path, conditions: readonly string[]): void {
    if (textAt(element, 'type') === 'panel') this.#readContainer(element, path, conditions)
    else this.#readQuestion(element, path, conditions)
  }

  #readQuestion(element: Json, path: Path, conditions: readonly string[]): void {
    const before = this.#builder.items.length
    const base = {
      text: wordsAt(element, 'title') || textAt(element, 'name'),
      description: wordsAt(element, 'description'),
      path,
      required: ['isRequired', 'eachRowRequired', 'isAllRowRequired'].some(name => isTrueAt(element, name)),
    }
    this.#addElement(textAt(element, 'type'), element, base)
    const isAdded = this.#builder.items.length > before
    if (isAdded) this.#applyConditions(element, path, before, conditions)
    if (has(element, 'validators')) this.#builder.note([...path, 'validators'], 'validation')
    if (has(element, 'correctAnswer')) this.#builder.note([...path, 'correctAnswer'], 'score')
    this.#addComment(element, path)
  }

  #addElement(type: string, element: Json, base: Base): void {
    const kind = found(CHOICES, type)
    if (kind !== undefined) this.#addChoice(kind, element, base)
    else if (type === 'boolean') this.#addBoolean(element, base)
    else if (textAt(element, 'inputType') === 'range' || RANGES.includes(type))
      this.#builder.addScale(rangeOf(element), base)
    else if (type === 'comment' || type === 'text') this.#addText(element, base)
    else if (type === 'rating') this.#addRating(element, base)
    else if (type === 'matrix') this.#addMatrix(element, base)
    else if (type === 'ranking')
      this.#builder.add({ ...base, kind: 'ranking', rows: this.#options(element, 'choices', base.path) })
    else if (type === 'multipletext') this.#addTexts(element, base)
    else if (type === 'html') this.#addHtml(element, base)
    else if (TABLES.includes(type)) this.#builder.note(base.path, 'other', 'unsure')
    else this.#builder.note(base.path, found(LEFT_OUT, type) ?? 'unknown_kind')
  }

  #addChoice(kind: 'multiple_choice' | 'check_list', element: Json, base: Base): void {
    const { path } = base
    for (const name of ['showNoneItem', 'hasNone'])
      if (isTrueAt(element, name)) this.#builder.note([...path, name], 'other')
    if (listAt(element, 'choices').some(choice => has(choice, 'imageLink'))) this.#builder.note(path, 'image')
    const none = wordsAt(element, 'noneText')
    const options = this.#options(element, 'choices', path)
    const hasOther = isTrueAt(element, 'hasOther') || isTrueAt(element, 'showOtherItem')
    const texts = new Map(listAt(element, 'choices').map(choice => [sentValue(choice), textOf(choice).trim()]))
    this.#asked.set(textAt(element, 'name'), { item: this.#builder.items.length, texts })
    this.#builder.add({
      ...base,
      kind,
      options: none === '' ? options : [...options, none],
      ...(hasOther && { other: wordsAt(element, 'otherText') }),
      ...(kind === 'check_list' && limitsOf(element)),
    })
  }

  #options(element: Json, name: string, path: Path): string[] {
    return this.#builder.options(
      listAt(element, name).map((choice, at) => ({ text: textOf(choice), path: [...path, name, at] })),
    )
  }

  #addBoolean(element: Json, base: Base): void {
    const options = [wordsAt(element, 'labelTrue') || 'Yes', wordsAt(element, 'labelFalse') || 'No']
    const texts = new Map([
      ['true', options[0] ?? ''],
      ['false', options[1] ?? ''],
    ])
    this.#asked.set(textAt(element, 'name'), { item: this.#builder.items.length, texts })
    this.#builder.add({ ...base, kind: 'multiple_choice', options })
  }

  #addText(element: Json, base: Base): void {
    const subject = found(INPUTS, textAt(element, 'inputType'))
    if (subject !== undefined) this.#builder.note(base.path, subject, 'free_text')
    this.#builder.add({ ...base, kind: 'free_text' })
  }

  #addRating(element: Json, base: Base): void {
    const labels = listAt(element, 'rateValues')
    if (labels.length === 0) this.#builder.addScale(ratingOf(element), base)
    else {
      this.#builder.note(base.path, 'scale', 'multiple_choice')
      this.#builder.add({ ...base, kind: 'multiple_choice', options: this.#options(element, 'rateValues', base.path) })
    }
  }

  #addMatrix(element: Json, base: Base): void {
    const [options, rows] = [this.#options(element, 'columns', base.path), this.#options(element, 'rows', base.path)]
    if (textAt(element, 'cellType') === 'checkbox') this.#builder.note([...base.path, 'cellType'], 'other', 'unsure')
    this.#builder.add(
      rows.length === 0 ? { ...base, kind: 'multiple_choice', options } : { ...base, kind: 'grid', options, rows },
    )
  }

  #addTexts(element: Json, base: Base): void {
    this.#builder.add({ ...base, kind: 'section', required: false })
    for (const [at, item] of listAt(element, 'items').entries())
      this.#builder.add({
        kind: 'free_text',
        text: wordsAt(item, 'title') || textAt(item, 'name'),
        path: [...base.path, 'items', at],
        required: isTrueAt(item, 'isRequired'),
      })
  }

  #addHtml(element: Json, { path }: Base): void {
    if (hasLink(textAt(element, 'html'))) this.#builder.note([...path, 'html'], 'html')
    this.#builder.add({ kind: 'statement', text: wordsAt(element, 'html'), path, required: false })
  }

  #addComment(element: Json, path: Path): void {
    const name = ['hasComment', 'showCommentArea'].find(one => isTrueAt(element, one))
    if (name === undefined) return
    this.#builder.note([...path, name], 'other')
    this.#builder.add({
      kind: 'free_text',
      text: wordsAt(element, 'commentText'),
      path: [...path, name],
      required: false,
    })
  }

  /** @param at position of the item @param outer conditions of what is around it */
  #applyConditions(element: Json, path: Path, at: number, outer: readonly string[]): void {
    const [required, visible] = [textAt(element, 'requiredIf'), textAt(element, 'visibleIf')]
    if (visible !== '') this.#applyVisibility(visible, path, at, outer)
    else if (outer.length > 0 && this.#builder.items[at]?.required) this.#requireWhen(outer, at)
    if (required === '') return
    if (!this.#requireWhen([...outer, required], at)) this.#builder.note([...path, 'requiredIf'], 'condition')
  }

  /** What only some see has to be answered by them only. */
  #applyVisibility(visible: string, path: Path, at: number, outer: readonly string[]): void {
    const isRequired = this.#builder.items[at]?.required === true
    const isKept = isRequired && this.#requireWhen([...outer, visible], at)
    this.#builder.note([...path, 'visibleIf'], 'branching', isKept ? 'unsure' : 'left_out')
  }

  /** @returns false if it cannot be kept; then nobody has to answer */
  #requireWhen(conditions: readonly string[], at: number): boolean {
    const [only] = conditions
    const condition = conditions.length === 1 && only !== undefined ? conditionIn(only) : undefined
    const asked = condition === undefined ? undefined : this.#asked.get(condition.name)
    const values = condition?.values.flatMap(value => asked?.texts.get(value) ?? []) ?? []
    const isChoice = asked !== undefined && this.#builder.items[asked.item]?.kind === 'multiple_choice'
    if (asked !== undefined && isChoice && asked.item < at && values.length > 0) {
      this.#builder.requireWhen(at, { item: asked.item, values })
      return true
    }
    this.#builder.release(at)
    return false
  }
}

function elementsOf(container: Json | undefined) {
  return ['elements', 'questions'].flatMap(name => listAt(container, name).map((value, at) => ({ value, name, at })))
}

function ratingOf(element: Json): ForeignScale {
  const [low, high] = [wordsAt(element, 'minRateDescription'), wordsAt(element, 'maxRateDescription')]
  const from = numberAt(element, 'rateMin') ?? 1
  const to = numberAt(element, 'rateMax') ?? numberAt(element, 'rateCount') ?? 5
  return { from, to, ...(low !== '' && { low }), ...(high !== '' && { high }) }
}

function rangeOf(element: Json): ForeignScale {
  return { from: numberAt(element, 'min') ?? 0, to: numberAt(element, 'max') ?? 100 }
}

/** The value of an option, to which conditions refer. */
function sentValue(choice: Json): string {
  return isObject(choice) ? textAt(choice, 'value') : textAt({ choice }, 'choice')
}

/** An option whose text is empty is called by its value. */
function textOf(choice: Json): string {
  return wordsAt(choice, 'text') || sentValue(choice)
}

/** A text in the language of the survey, or in the first that it has. */
function wordsAt(value: Json | undefined, name: string): string {
  return withoutTags(sentAt(value, name))
}

function sentAt(value: Json | undefined, name: string): string {
  const texts = objectAt(value, name)
  const named = textAt(texts, 'default') || Object.values(texts).find(text => typeof text === 'string' && text !== '')
  return textAt(value, name) || String(named ?? '')
}

function limitsOf(element: Json): ReturnType<typeof choiceLimits> {
  return choiceLimits(numberAt(element, 'minSelectedChoices'), numberAt(element, 'maxSelectedChoices'))
}
