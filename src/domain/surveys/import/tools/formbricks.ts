import { isObject, type Json, type JsonObject } from '../../../values/json.ts'
import { choiceLimits } from '../foreign/choice-limits.ts'
import { ForeignBuilder } from '../foreign/foreign-builder.ts'
import type { ForeignItem, ForeignScale, ForeignSurvey, Path, Subject } from '../foreign/foreign-survey.ts'
import { found, has, isTrueAt, listAt, numberAt, objectAt, textAt } from '../foreign/json-fields.ts'
import { aroundText, hasLink, withoutTags } from '../foreign/marked-text.ts'

/** https://github.com/formbricks/formbricks/tree/main/packages/types/surveys, old and new. */
export function isFormbricks(value: JsonObject): boolean {
  const [first] = [...listAt(value, 'questions'), ...listAt(listAt(value, 'blocks')[0], 'elements')]
  return has(value, 'name') && (has(value, 'welcomeCard') || has(value, 'endings')) && has(first, 'headline', 'type')
}

export function readFormbricks(survey: JsonObject): ForeignSurvey {
  return new FormbricksReader(survey).read()
}

type Base = Omit<ForeignItem, 'kind'>

/** A question, and what decides which one is next. */
interface Element {
  readonly id: string
  readonly value: Json
  readonly path: Path
}

const CHOICES = { multipleChoiceSingle: 'multiple_choice', multipleChoiceMulti: 'check_list' } as const
const SCALES = ['rating', 'nps', 'csat', 'ces']
const PARTS: Readonly<Record<string, readonly string[]>> = {
  contactInfo: ['firstName', 'lastName', 'email', 'phone', 'company'],
  address: ['addressLine1', 'addressLine2', 'city', 'state', 'zip', 'country'],
}
const INPUTS: Readonly<Record<string, Subject>> = {
  email: 'personal_data',
  phone: 'personal_data',
  url: 'validation',
  number: 'number',
}
const LEFT_OUT: Readonly<Record<string, Subject>> = { fileUpload: 'file', cal: 'other' }
const RECALL = /#recall:[^#]*#/
/** The id of the choice beside which one may write. */
const OTHER = 'other'

class FormbricksReader {
  readonly #survey: JsonObject
  readonly #builder = new ForeignBuilder()
  readonly #elements: readonly Element[]

  constructor(survey: JsonObject) {
    this.#survey = survey
    this.#elements = elementsOf(survey)
  }

  read(): ForeignSurvey {
    for (const element of this.#elements) this.#readElement(element)
    this.#readLogic()
    if (listAt(this.#survey, 'languages').length > 1) this.#builder.note(['languages'], 'translation')
    if (listAt(objectAt(this.#survey, 'hiddenFields'), 'fieldIds').length > 0)
      this.#builder.note(['hiddenFields'], 'other')
    if (listAt(this.#survey, 'variables').length > 0) this.#builder.note(['variables'], 'calculation')
    const welcome = objectAt(this.#survey, 'welcomeCard')
    return this.#builder.finish({
      title: textAt(this.#survey, 'name'),
      introduction: isTrueAt(welcome, 'enabled') ? cardText(welcome) : '',
      thanks: this.#thanks(),
    })
  }

  #thanks(): string {
    const old = objectAt(this.#survey, 'thankYouCard')
    const endings = listAt(this.#survey, 'endings')
    for (const [at, ending] of endings.entries()) {
      if (textAt(ending, 'buttonLink') !== '') this.#builder.note(['endings', at, 'buttonLink'], 'other')
      if (at > 0) this.#builder.note(['endings', at], textAt(ending, 'type') === 'endScreen' ? 'branching' : 'other')
    }
    return endings.length > 0 ? cardText(endings[0]) : isTrueAt(old, 'enabled') ? cardText(old) : ''
  }

  #readElement({ value, path }: Element): void {
    const type = textAt(value, 'type')
    const headline = wordsAt(value, 'headline')
    const item = {
      text: headline,
      description: wordsAt(value, 'subheader') || wordsAt(value, 'html'),
      path,
      required: isTrueAt(value, 'required'),
    }
    if (RECALL.test(headline)) this.#builder.note([...path, 'headline'], 'calculation', 'unsure')
    if (hasLink(JSON.stringify(objectAt(value, 'html'))) || hasLink(textAt(value, 'html')))
      this.#builder.note([...path, 'html'], 'html')
    if (textAt(value, 'imageUrl') !== '') this.#builder.note([...path, 'imageUrl'], 'image')
    const [kind, parts] = [found(CHOICES, type), found(PARTS, type)]
    if (kind !== undefined) this.#addChoice(kind, value, item)
    else if (SCALES.includes(type)) this.#builder.addScale(scaleOf(value), item)
    else if (parts !== undefined) this.#addParts(parts, value, item)
    else this.#addOther(type, value, item)
  }

  #addChoice(kind: 'multiple_choice' | 'check_list', value: Json, item: Base): void {
    const choices = listAt(value, 'choices')
    const other = choices.find(choice => textAt(choice, 'id') === OTHER)
    const options = this.#builder.options(
      this.#sent(value, 'choices', item.path).filter((_, at) => choices[at] !== other),
    )
    const written = other !== undefined && { other: wordsAt(other, 'label') }
    this.#builder.add({ ...item, kind, options, ...written, ...(kind === 'check_list' && limitsOf(value)) })
  }

  #sent(value: Json, name: string, path: Path) {
    return listAt(value, name).map((one, at) => {
      const text = isObject(one) && has(one, 'label') ? wordsAt(one, 'label') : wordsOf(one)
      return { text, path: [...path, name, at] }
    })
  }

  #addParts(names: readonly string[], value: Json, item: Base): void {
    this.#builder.note(item.path, 'personal_data', 'free_text')
    this.#builder.add({ ...item, kind: 'section', required: false })
    for (const name of names) {
      const part = objectAt(value, name)
      const path = [...item.path, name]
      if (isTrueAt(part, 'show'))
        this.#builder.add({
          text: wordsAt(part, 'placeholder'),
          path,
          kind: 'free_text',
          required: isTrueAt(part, 'required'),
        })
    }
  }

  #addOther(type: string, value: Json, item: Base): void {
    if (type === 'openText') this.#addText(value, item)
    else if (type === 'date') {
      this.#builder.note(item.path, 'date', 'free_text')
      this.#builder.add({ ...item, kind: 'free_text' })
    } else if (type === 'ranking')
      this.#builder.add({
        ...item,
        kind: 'ranking',
        rows: this.#builder.options(this.#sent(value, 'choices', item.path)),
      })
    else if (type === 'matrix') this.#addMatrix(value, item)
    else if (type === 'cta') {
      if (isTrueAt(value, 'buttonExternal')) this.#builder.note([...item.path, 'buttonUrl'], 'other')
      this.#builder.add({ ...item, kind: 'statement', required: false })
    } else if (type === 'consent') {
      this.#builder.note(item.path, 'other', 'unsure')
      this.#builder.add({ ...item, kind: 'multiple_choice', options: [wordsAt(value, 'label')] })
    } else if (type === 'pictureSelection') this.#builder.note(item.path, 'image', 'unsure')
    else this.#builder.note(item.path, found(LEFT_OUT, type) ?? 'unknown_kind')
  }

  #addText(value: Json, item: Base): void {
    const subject = found(INPUTS, textAt(value, 'inputType'))
    if (subject !== undefined) this.#builder.note(item.path, subject, 'free_text')
    if (isTrueAt(objectAt(value, 'charLimit'), 'enabled')) this.#builder.note([...item.path, 'charLimit'], 'validation')
    this.#builder.add({ ...item, kind: 'free_text' })
  }

  #addMatrix(value: Json, item: Base): void {
    const order = textAt(value, 'shuffleOption')
    if (order !== '' && order !== 'none') this.#builder.note([...item.path, 'shuffleOption'], 'setting')
    const [options, rows] = ['columns', 'rows'].map(name => this.#builder.options(this.#sent(value, name, item.path)))
    this.#builder.add({ ...item, kind: 'grid', options: options ?? [], rows: rows ?? [] })
  }

  /** Rules stand with the question or the block behind which they apply. */
  #readLogic(): void {
    const skipped = new Set<string>()
    const pass = (from: number, target: string) => {
      const to = this.#elements.findIndex(({ id, path }) => id === target || this.#blockAt(path) === target)
      const passed = this.#elements.slice(from + 1, to < 0 ? undefined : Math.max(from + 1, to))
      for (const { id } of passed) skipped.add(id)
    }
    for (const { value, path, last } of this.#ruled()) {
      for (const [at, rule] of listAt(value, 'logic').entries())
        this.#readRule(rule, [...path, 'logic', at], target => pass(last, target))
      const fallback = textAt(value, 'logicFallback')
      if (fallback !== '') this.#builder.note([...path, 'logicFallback'], 'branching')
    }
    const idOf = (item: ForeignItem) => this.#elements.find(({ path }) => path.join() === item.path.join())?.id ?? ''
    this.#builder.makeOptional(
      item => skipped.has(idOf(item)),
      ({ path }) => [...path, 'required'],
    )
  }

  /** What can have rules, and the position of the last question before they apply. */
  #ruled(): { readonly value: Json; readonly path: Path; readonly last: number }[] {
    const questions = this.#elements.map(({ value, path }, last) => ({ value, path, last }))
    const blocks = listAt(this.#survey, 'blocks').map((value, at) => ({
      value,
      path: ['blocks', at],
      last: this.#elements.findLastIndex(({ path }) => path[0] === 'blocks' && path[1] === at),
    }))
    return [...questions, ...blocks.filter(({ last }) => last >= 0)]
  }

  #blockAt(path: Path): string | undefined {
    return path[0] === 'blocks' ? textAt(listAt(this.#survey, 'blocks')[Number(path[1])], 'id') : undefined
  }

  #readRule(rule: Json, path: Path, pass: (target: string) => void): void {
    if (has(rule, 'destination')) {
      this.#builder.note(path, 'branching')
      pass(textAt(rule, 'destination'))
    }
    for (const [at, action] of listAt(rule, 'actions').entries()) {
      const objective = textAt(action, 'objective')
      const target = textAt(action, 'target')
      const place = [...path, 'actions', at]
      if (objective === 'calculate') this.#builder.note(place, 'calculation')
      else if (objective === 'requireAnswer') this.#requireWhen(rule, target, place)
      else {
        this.#builder.note(place, 'branching')
        pass(target)
      }
    }
  }

  #requireWhen(rule: Json, target: string, path: Path): void {
    const all = listAt(objectAt(rule, 'conditions'), 'conditions')
    const [condition] = all
    const values = valuesOf(objectAt(condition, 'rightOperand'))
    const asked = textAt(objectAt(condition, 'leftOperand'), 'value')
    const from = this.#positionOf(asked)
    const to = this.#positionOf(target)
    const question = this.#elements.find(({ id }) => id === asked)?.value
    const options = listAt(question, 'choices').filter(choice => values.includes(textAt(choice, 'id')))
    const isKept =
      all.length === 1 &&
      ['equals', 'equalsOneOf'].includes(textAt(condition, 'operator')) &&
      from >= 0 &&
      from < to &&
      this.#builder.items[from]?.kind === 'multiple_choice' &&
      options.length > 0
    if (isKept) this.#builder.requireWhen(to, { item: from, values: options.map(option => wordsAt(option, 'label')) })
    else this.#builder.note(path, 'condition')
  }

  #positionOf(id: string): number {
    const path = this.#elements.find(element => element.id === id)?.path.join()
    return this.#builder.items.findIndex(item => item.path.join() === path)
  }
}

/** The questions: the API may give the same ones in both of its forms. */
function elementsOf(survey: JsonObject): Element[] {
  const old = listAt(survey, 'questions').map((value, at) => ({ value, path: ['questions', at] }))
  const blocks = listAt(survey, 'blocks').flatMap((block, at) =>
    listAt(block, 'elements').map((value, number) => ({ value, path: ['blocks', at, 'elements', number] })),
  )
  return (old.length > 0 ? old : blocks).map(one => ({ ...one, id: textAt(one.value, 'id') }))
}

function limitsOf(value: Json): ReturnType<typeof choiceLimits> {
  const rules = listAt(objectAt(value, 'validation'), 'rules')
  const numberOf = (type: string, name: string) =>
    numberAt(
      objectAt(
        rules.find(rule => textAt(rule, 'type') === type),
        'params',
      ),
      name,
    )
  return choiceLimits(numberOf('minSelections', 'min'), numberOf('maxSelections', 'max'))
}

function scaleOf(value: Json): ForeignScale {
  const [low, high] = [wordsAt(value, 'lowerLabel'), wordsAt(value, 'upperLabel')]
  const isRecommendation = textAt(value, 'type') === 'nps'
  const [from, to] = isRecommendation ? [0, 10] : [1, numberAt(value, 'range') ?? 5]
  return { from, to, ...(low !== '' && { low }), ...(high !== '' && { high }) }
}

function cardText(card: Json | undefined): string {
  return ['headline', 'subheader', 'html']
    .map(name => aroundText(sentText(isObject(card) ? card[name] : undefined)))
    .filter(text => text !== '')
    .join('\n')
}

/** A text in the language of the survey. */
function wordsAt(value: Json | undefined, name: string): string {
  return isObject(value) ? wordsOf(value[name]) : ''
}

function wordsOf(value: Json | undefined): string {
  return withoutTags(sentText(value))
}

function sentText(value: Json | undefined): string {
  if (typeof value === 'string') return value
  return isObject(value) ? textAt(value, 'default') : ''
}

function valuesOf(operand: JsonObject): readonly string[] {
  const list = listAt(operand, 'value')
  return list.length > 0 ? list.map(String) : [textAt(operand, 'value')]
}
