import type { Json, JsonObject } from '../../../values/json.ts'
import { choiceLimits } from '../foreign/choice-limits.ts'
import { ForeignBuilder } from '../foreign/foreign-builder.ts'
import type { ForeignItem, ForeignScale, ForeignSurvey, Path, Subject } from '../foreign/foreign-survey.ts'
import { found, has, isTrueAt, listAt, numberAt, objectAt, textAt } from '../foreign/json-fields.ts'
import { aroundText, withoutMarks, withoutTags } from '../foreign/marked-text.ts'

/** https://www.typeform.com/developers/create/reference/retrieve-form */
export function isTypeform(value: JsonObject): boolean {
  return has(value, 'title', 'fields') && listAt(value, 'fields').every(field => has(field, 'type', 'title'))
}

export function readTypeform(form: JsonObject): ForeignSurvey {
  return new TypeformReader(form).read()
}

const TEXTS: Readonly<Record<string, Subject | undefined>> = {
  short_text: undefined,
  long_text: undefined,
  email: 'personal_data',
  phone_number: 'personal_data',
  website: 'validation',
  date: 'date',
  number: 'number',
}
const CHOICES = ['multiple_choice', 'dropdown', 'picture_choice']
const SCALES = ['opinion_scale', 'rating', 'nps']
const GROUPS = ['group', 'contact_info', 'address', 'inline_group']
const LEFT_OUT: Readonly<Record<string, Subject>> = { file_upload: 'file', payment: 'other', calendly: 'other' }
/** A text that repeats an earlier answer. */
const RECALL = /\{\{\w+:[^}]*\}\}/
/** The tool adds this screen to each form. */
const DEFAULT_SCREEN = 'default_tys'

type Base = Omit<ForeignItem, 'kind'>

class TypeformReader {
  readonly #form: JsonObject
  readonly #builder = new ForeignBuilder()
  /** The fields with questions, in their order, and where each is. */
  readonly #fields: { readonly ref: string; readonly path: Path }[] = []

  constructor(form: JsonObject) {
    this.#form = form
  }

  read(): ForeignSurvey {
    this.#readFields(listAt(this.#form, 'fields'), ['fields'])
    this.#readLogic()
    if (listAt(this.#form, 'hidden').length > 0) this.#builder.note(['hidden'], 'other')
    if (has(this.#form, 'variables')) this.#builder.note(['variables'], 'score')
    const [welcome] = listAt(this.#form, 'welcome_screens')
    return this.#builder.finish({
      title: clean(textAt(this.#form, 'title')),
      introduction: screenText(welcome),
      thanks: this.#thanks(),
    })
  }

  #thanks(): string {
    const screens = listAt(this.#form, 'thankyou_screens')
    const own = screens.flatMap((screen, at) => (textAt(screen, 'ref') === DEFAULT_SCREEN ? [] : [at]))
    for (const at of own.slice(1)) this.#builder.note(['thankyou_screens', at], 'branching')
    return screenText(screens[own[0] ?? -1])
  }

  #readFields(fields: readonly Json[], path: Path): void {
    for (const [at, field] of fields.entries()) this.#readField(field, [...path, at])
  }

  #readField(field: Json, path: Path): void {
    const [type, properties] = [textAt(field, 'type'), objectAt(field, 'properties')]
    this.#fields.push({ ref: textAt(field, 'ref'), path })
    const title = textAt(field, 'title')
    const required = isTrueAt(objectAt(field, 'validations'), 'required')
    const item = { text: clean(title), description: clean(textAt(properties, 'description')), path, required }
    if (has(field, 'attachment')) this.#builder.note([...path, 'attachment'], 'image')
    if (RECALL.test(title)) this.#builder.note([...path, 'title'], 'calculation', 'unsure')
    if (has(field, 'validations') && has(objectAt(field, 'validations'), 'max_length'))
      this.#builder.note([...path, 'validations', 'max_length'], 'validation')
    if (Object.hasOwn(TEXTS, type)) this.#addText(found(TEXTS, type), item)
    else if (CHOICES.includes(type)) this.#addChoice(properties, objectAt(field, 'validations'), item)
    else if (SCALES.includes(type)) this.#addScale(type, properties, item)
    else if (GROUPS.includes(type)) this.#addGroup(type, properties, item)
    else this.#addOther(type, properties, item)
  }

  #addText(subject: Subject | undefined, item: Base): void {
    if (subject !== undefined) this.#builder.note(item.path, subject, 'free_text')
    this.#builder.add({ ...item, kind: 'free_text' })
  }

  #addChoice(properties: JsonObject, validations: JsonObject, item: Base): void {
    const path = [...item.path, 'properties']
    if (isTrueAt(properties, 'alphabetical_order')) this.#builder.note([...path, 'alphabetical_order'], 'setting')
    for (const [at, choice] of listAt(properties, 'choices').entries())
      if (has(choice, 'attachment')) this.#builder.note([...path, 'choices', at, 'attachment'], 'image')
    const kind = isTrueAt(properties, 'allow_multiple_selection') ? 'check_list' : 'multiple_choice'
    const other = isTrueAt(properties, 'allow_other_choice') ? { other: '' } : {}
    const [least, most] = ['min_selection', 'max_selection'].map(name => numberAt(validations, name))
    const limits = kind === 'check_list' && choiceLimits(least, most)
    this.#builder.add({ ...item, kind, options: this.#choices(properties, path), ...other, ...limits })
  }

  #choices(properties: JsonObject, path: Path): string[] {
    const choices = listAt(properties, 'choices')
    return this.#builder.options(
      choices.map((choice, at) => ({ text: clean(textAt(choice, 'label')), path: [...path, 'choices', at] })),
    )
  }

  #addScale(type: string, properties: JsonObject, item: Base): void {
    const labels = objectAt(properties, 'labels')
    this.#builder.addScale(scaleOf(type, properties, labels), item)
  }

  #addGroup(type: string, properties: JsonObject, item: Base): void {
    if (type === 'contact_info' || type === 'address') this.#builder.note(item.path, 'personal_data', 'free_text')
    this.#builder.add({ ...item, kind: 'section', required: false })
    this.#readFields(listAt(properties, 'fields'), [...item.path, 'properties', 'fields'])
  }

  #addOther(type: string, properties: JsonObject, item: Base): void {
    const path = [...item.path, 'properties']
    if (type === 'yes_no') this.#builder.add({ ...item, kind: 'multiple_choice', options: ['Yes', 'No'] })
    else if (type === 'legal') {
      this.#builder.note(item.path, 'other', 'unsure')
      this.#builder.add({ ...item, kind: 'multiple_choice', options: ['I accept', "I don't accept"] })
    } else if (type === 'ranking')
      this.#builder.add({ ...item, kind: 'ranking', rows: this.#choices(properties, path) })
    else if (type === 'matrix') {
      const fields = listAt(properties, 'fields')
      const options = this.#choices(objectAt(fields[0], 'properties'), [...path, 'fields', 0, 'properties'])
      this.#builder.add({ ...item, kind: 'grid', options, rows: fields.map(row => clean(textAt(row, 'title'))) })
    } else if (type === 'statement') this.#builder.add({ ...item, kind: 'statement', required: false })
    else this.#builder.note(item.path, found(LEFT_OUT, type) ?? 'unknown_kind')
  }

  /** Jumps lead past questions; other actions count. */
  #readLogic(): void {
    const skipped = new Set<string>()
    for (const [at, rule] of listAt(this.#form, 'logic').entries())
      for (const [number, action] of listAt(rule, 'actions').entries()) {
        const isJump = textAt(action, 'action') === 'jump'
        this.#builder.note(['logic', at, 'actions', number], isJump ? 'branching' : 'score')
        if (isJump) for (const ref of this.#passedBy(rule, action)) skipped.add(ref)
      }
    const refOf = ({ path }: ForeignItem) => this.#fields.find(field => field.path.join() === path.join())?.ref ?? ''
    this.#builder.makeOptional(
      item => skipped.has(refOf(item)),
      ({ path }) => [...path, 'validations', 'required'],
    )
  }

  #passedBy(rule: Json, action: Json): string[] {
    const target = textAt(objectAt(objectAt(action, 'details'), 'to'), 'value')
    const from = this.#fields.findIndex(({ ref }) => ref === textAt(rule, 'ref'))
    const to = this.#fields.findIndex(({ ref }) => ref === target)
    return this.#fields.slice(from + 1, to < 0 ? undefined : Math.max(from + 1, to)).map(({ ref }) => ref)
  }
}

function scaleOf(type: string, properties: JsonObject, labels: JsonObject): ForeignScale {
  const [low = '', middle = '', high = ''] = ['left', 'center', 'right'].map(name => clean(textAt(labels, name)))
  const steps = numberAt(properties, 'steps') ?? 5
  const from = type === 'rating' || isTrueAt(properties, 'start_at_one') ? 1 : 0
  const words = { ...(low !== '' && { low }), ...(middle !== '' && { middle }), ...(high !== '' && { high }) }
  return { from, to: from + steps - 1, ...words }
}

function screenText(screen: Json | undefined): string {
  const texts = [textAt(screen, 'title'), textAt(objectAt(screen, 'properties'), 'description')]
  return texts
    .filter(text => text !== '')
    .map(aroundText)
    .join('\n')
}

function clean(text: string): string {
  return withoutMarks(withoutTags(text))
}
