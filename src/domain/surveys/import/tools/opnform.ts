import { type Json, type JsonObject, numberIn } from '../../../values/json.ts'
import { choiceLimits } from '../foreign/choice-limits.ts'
import { ForeignBuilder } from '../foreign/foreign-builder.ts'
import type { ForeignItem, ForeignScale, ForeignSurvey, Path, Subject } from '../foreign/foreign-survey.ts'
import { found, has, isTrueAt, listAt, numberAt, objectAt, textAt } from '../foreign/json-fields.ts'
import { aroundText, withoutTags } from '../foreign/marked-text.ts'

/** https://github.com/JhumanJ/OpnForm, whose API gives this for a form. */
export function isOpnForm(value: JsonObject): boolean {
  return has(value, 'title', 'properties') && listAt(value, 'properties').every(block => has(block, 'type', 'name'))
}

export function readOpnForm(form: JsonObject): ForeignSurvey {
  return new OpnFormReader(form).read()
}

type Base = Omit<ForeignItem, 'kind'>

const CHOICES: Readonly<Record<string, 'multiple_choice' | 'check_list'>> = {
  select: 'multiple_choice',
  radio: 'multiple_choice',
  multi_select: 'check_list',
}
/** Lists of options stand under the name of the type, but for these. */
const LIST_NAMES = ['select', 'multi_select']
const TEXTS: Readonly<Record<string, Subject | undefined>> = {
  text: undefined,
  rich_text: undefined,
  email: 'personal_data',
  phone_number: 'personal_data',
  password: 'personal_data',
  url: 'validation',
  number: 'number',
  date: 'date',
  barcode: 'other',
}
const LEFT_OUT: Readonly<Record<string, Subject>> = {
  files: 'file',
  signature: 'other',
  payment: 'other',
  'nf-image': 'image',
  'nf-code': 'html',
  'nf-video': 'video',
}
const YES_NO = ['checkbox', 'toggle_switch']
/** Parts of the layout, which say nothing. */
const LAYOUT = ['nf-page-break', 'nf-divider']
/** Settings of the form that a survey does not have. */
const SETTINGS: Readonly<Record<string, Subject>> = {
  closes_at: 'setting',
  custom_css: 'styling',
  cover_picture: 'image',
  max_submissions_count: 'quota',
  redirect_url: 'setting',
}

class OpnFormReader {
  readonly #form: JsonObject
  readonly #builder = new ForeignBuilder()

  constructor(form: JsonObject) {
    this.#form = form
  }

  read(): ForeignSurvey {
    const blocks = listAt(this.#form, 'properties')
    for (const [at, block] of blocks.entries()) this.#readBlock(block, ['properties', at])
    for (const [at, block] of blocks.entries()) this.#readLogic(block, ['properties', at])
    this.#readSettings()
    return this.#builder.finish({
      title: withoutTags(textAt(this.#form, 'title')),
      introduction: aroundText(textAt(this.#form, 'description')),
      thanks: aroundText(textAt(this.#form, 'submitted_text')),
    })
  }

  #readSettings(): void {
    for (const [name, subject] of Object.entries(SETTINGS))
      if (has(this.#form, name) && this.#form[name] !== null) this.#builder.note([name], subject)
    if (Object.keys(objectAt(this.#form, 'translations')).length > 0)
      this.#builder.note(['translations'], 'translation')
    for (const at of listAt(this.#form, 'computed_variables').keys())
      this.#builder.note(['computed_variables', at], 'calculation')
  }

  #readBlock(block: Json, path: Path): void {
    const type = textAt(block, 'type')
    if (LAYOUT.includes(type)) return
    if (isTrueAt(block, 'hidden') && !canBeShown(block)) {
      this.#builder.note(path, 'other')
      return
    }
    const item = {
      text: withoutTags(textAt(block, 'name')),
      description: withoutTags(textAt(block, 'help')),
      path,
      required: isTrueAt(block, 'required'),
    }
    this.#addItem(type, block, item)
  }

  #addItem(type: string, block: Json, item: Base): void {
    const { path } = item
    const [kind, scale] = [found(CHOICES, type), found(SCALES, type)]
    if (kind !== undefined) {
      const other = isTrueAt(block, 'allow_creation') ? { other: '' } : {}
      const [least, most] = ['min_selection', 'max_selection'].map(name => numberAt(block, name))
      const limits = kind === 'check_list' && choiceLimits(least, most)
      this.#builder.add({ ...item, kind, options: this.#options(block, path), ...other, ...limits })
    } else if (Object.hasOwn(TEXTS, type)) {
      const subject = found(TEXTS, type)
      if (subject !== undefined) this.#builder.note(path, subject, 'free_text')
      this.#builder.add({ ...item, kind: 'free_text' })
    } else if (YES_NO.includes(type)) {
      this.#builder.note(path, 'other', 'multiple_choice')
      this.#builder.add({ ...item, kind: 'multiple_choice', options: ['Yes', 'No'] })
    } else if (scale !== undefined) this.#builder.addScale(scale(block), item)
    else if (type === 'matrix') this.#addMatrix(block, item)
    else if (type === 'nf-text')
      this.#builder.add({ kind: 'statement', text: withoutTags(textAt(block, 'content')), path, required: false })
    else this.#builder.note(path, found(LEFT_OUT, type) ?? 'unknown_kind')
  }

  #options(block: Json, path: Path): string[] {
    const name = LIST_NAMES.find(one => has(block, one)) ?? ''
    const options = listAt(objectAt(block, name), 'options')
    return this.#builder.options(
      options.map((option, at) => ({ text: textAt(option, 'name'), path: [...path, name, 'options', at] })),
    )
  }

  #addMatrix(block: Json, item: Base): void {
    const [options, rows] = ['columns', 'rows'].map(name =>
      this.#builder.options(
        listAt(block, name).map((one, at) => ({ text: String(numberIn(one) ?? one), path: [...item.path, name, at] })),
      ),
    )
    this.#builder.add({ ...item, kind: 'grid', options: options ?? [], rows: rows ?? [] })
  }

  /** Rules can name questions behind them, so they are read last. */
  #readLogic(block: Json, path: Path): void {
    const logic = objectAt(block, 'logic')
    const actions = listAt(logic, 'actions').map(String)
    if (actions.length === 0) return
    const at = this.#builder.items.findIndex(item => item.path.join() === path.join())
    const when = at < 0 ? undefined : this.#conditionOf(objectAt(logic, 'conditions'), at)
    const isShown = actions.includes('show-block')
    if (isShown) this.#builder.note([...path, 'logic'], 'branching', when === undefined ? 'left_out' : 'unsure')
    if (actions.includes('make-it-optional')) this.#exceptWhen(when, at, [...path, 'logic'])
    else if (!actions.includes('require-answer')) this.#builder.release(at)
    else if (when !== undefined) this.#builder.requireWhen(at, when)
    else this.#builder.note([...path, 'logic'], 'condition')
  }

  /** Required after all other answers than these. */
  #exceptWhen(when: ForeignItem['when'], at: number, path: Path): void {
    const others = when && this.#builder.items[when.item]?.options?.filter(option => !when.values.includes(option))
    this.#builder.note(path, 'condition', 'unsure')
    if (when !== undefined && others !== undefined && others.length > 0)
      this.#builder.requireWhen(at, { item: when.item, values: others })
    else this.#builder.release(at)
  }

  /** @returns undefined unless it is one answer to an earlier question with one */
  #conditionOf(conditions: JsonObject, at: number): ForeignItem['when'] {
    const [condition, ...others] = listAt(conditions, 'children')
    const value = objectAt(condition, 'value')
    const asked = listAt(this.#form, 'properties').findIndex(
      block => textAt(block, 'id') === textAt(condition, 'identifier'),
    )
    const item = this.#builder.items.findIndex(one => one.path.join() === `properties,${asked}`)
    const answer = textAt(value, 'value')
    const isKept =
      others.length === 0 &&
      textAt(value, 'operator') === 'equals' &&
      item >= 0 &&
      item < at &&
      this.#builder.items[item]?.kind === 'multiple_choice' &&
      this.#builder.items[item]?.options?.includes(answer) === true
    return isKept ? { item, values: [answer] } : undefined
  }
}

function canBeShown(block: Json): boolean {
  return listAt(objectAt(block, 'logic'), 'actions').some(action => action === 'show-block')
}

const scaleOf =
  (name: string, from: number, to: number) =>
  (block: Json): ForeignScale => ({
    from: numberAt(block, `${name}_min_value`) ?? from,
    to: numberAt(block, `${name}_max_value`) ?? to,
  })

const SCALES: Readonly<Record<string, (block: Json) => ForeignScale>> = {
  rating: scaleOf('rating', 1, 5),
  scale: scaleOf('scale', 1, 5),
  slider: scaleOf('slider', 0, 50),
}
