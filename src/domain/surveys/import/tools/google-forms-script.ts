import type { Json, JsonObject } from '../../../values/json.ts'
import { ForeignBuilder } from '../foreign/foreign-builder.ts'
import type { ForeignItem, ForeignSurvey, Path } from '../foreign/foreign-survey.ts'
import { found, isTrueAt, listAt, numberAt, objectAt, textAt } from '../foreign/json-fields.ts'

/** A form as scripts within the tool write it down, with the names of its Apps Script service. */
export function readScriptExport(form: JsonObject): ForeignSurvey {
  const builder = new ForeignBuilder()
  for (const [at, item] of listAt(form, 'items').entries()) readItem(builder, item, ['items', at])
  const metadata = objectAt(form, 'metadata')
  return builder.finish({
    title: textAt(metadata, 'title'),
    introduction: textAt(metadata, 'description'),
    thanks: textAt(metadata, 'confirmationMessage'),
  })
}

type Add = (builder: ForeignBuilder, item: Json, base: Omit<ForeignItem, 'kind'>) => void

const plainText: Add = (builder, _, base) => builder.add({ ...base, kind: 'free_text' })
const date: Add = (builder, _, base) => {
  builder.note(base.path, 'date', 'free_text')
  builder.add({ ...base, kind: 'free_text' })
}

function choice(kind: 'multiple_choice' | 'check_list'): Add {
  return (builder, item, base) => {
    const options = builder.options(textsAt(item, 'choices', base.path))
    builder.add({ ...base, kind, options, ...(isTrueAt(item, 'hasOtherOption') && { other: '' }) })
  }
}

function grid(hasSeveral: boolean): Add {
  return (builder, item, base) => {
    if (hasSeveral) builder.note(base.path, 'other', 'unsure')
    const options = builder.options(textsAt(item, 'columns', base.path))
    const rows = builder.options(textsAt(item, 'rows', base.path))
    builder.add({ ...base, kind: 'grid', options, rows })
  }
}

const scale: Add = (builder, item, base) => {
  const [from, to] = [numberAt(item, 'lowerBound') ?? 1, numberAt(item, 'upperBound') ?? 5]
  const [low, high] = [textAt(item, 'leftLabel'), textAt(item, 'rightLabel')]
  builder.addScale({ from, to, ...(low !== '' && { low }), ...(high !== '' && { high }) }, base)
}

const KINDS: Readonly<Record<string, Add>> = {
  MULTIPLE_CHOICE: choice('multiple_choice'),
  LIST: choice('multiple_choice'),
  CHECKBOX: choice('check_list'),
  TEXT: plainText,
  PARAGRAPH_TEXT: plainText,
  SCALE: scale,
  RATING: scale,
  GRID: grid(false),
  CHECKBOX_GRID: grid(true),
  DATE: date,
  DATETIME: date,
  TIME: date,
  DURATION: date,
  PAGE_BREAK: (builder, _, base) => builder.add({ ...base, kind: 'section' }),
  SECTION_HEADER: (builder, _, base) => builder.add({ ...base, kind: 'statement' }),
  IMAGE: (builder, _, { path }) => builder.note(path, 'image'),
  VIDEO: (builder, _, { path }) => builder.note(path, 'video'),
  FILE_UPLOAD: (builder, _, { path }) => builder.note(path, 'file'),
}

function readItem(builder: ForeignBuilder, item: Json, path: Path): void {
  const add = found(KINDS, textAt(item, 'type'))
  const base = { text: textAt(item, 'title'), description: textAt(item, 'helpText'), path }
  if (add === undefined) builder.note(path, 'unknown_kind')
  else add(builder, item, { ...base, required: isTrueAt(item, 'isRequired') })
}

function textsAt(item: Json, name: string, path: Path) {
  return listAt(item, name).map((text, at) => ({ text: String(text), path: [...path, name, at] }))
}
