import { ROLES } from '../finding.ts'
import { FINDING_TEXTS as texts } from '../finding-texts.ts'
import type { OpenQuestion } from '../open-question.ts'
import type { SurveyAssembly } from '../survey-assembly.ts'
import { optionsIn } from './inline-options.ts'
import type { Item } from './list-roles.ts'
import { type Field, fieldNamed } from './mark-words.ts'
import { rangeAlone } from './scale.ts'
import type { SourceLine } from './source-line.ts'
import { typeNamed } from './type-words.ts'

/** A line that names what it has, as in `Options: Berlin, Paris`. */
export interface FieldLine {
  readonly field: Field
  readonly value: string
}

const FIELD = /^(?:#\+)?([\p{L}][\p{L}' ]{0,28}?)[ \t]*[:：][ \t]*(.*)$/u
const NEGATIVE: readonly string[] = [
  ...['no', 'nein', 'non', 'não', 'nee', 'nie', 'нет', 'ні', 'لا', 'לא', '否', 'いいえ', '아니요', 'false', '0', 'n'],
]
const POSITIVE: readonly string[] = [
  ...[
    'yes',
    'ja',
    'oui',
    'sí',
    'si',
    'sim',
    'sì',
    'tak',
    'да',
    'так',
    'نعم',
    'כן',
    '是',
    'はい',
    '예',
    'true',
    '1',
    'y',
  ],
]
/** As in `Type: Rating (1-10)`. */
const SCALED_TYPE = /^([^()[\]]{2,40}?)[ \t]*[([]([^()[\]]{3,40})[)\]]$/
/** Where an answer is to be written. */
const LINE_TO_WRITE_ON = /^[_.…]{3,}$/u
/** Fields that only a question above has. */
const OF_QUESTION: readonly Field[] = ['options', 'type', 'scale']

export function fieldIn(text: string): FieldLine | undefined {
  const [, name = '', value = ''] = FIELD.exec(text) ?? []
  const field = name === '' ? undefined : fieldNamed(name)
  return field === undefined ? undefined : { field, value }
}

/** What may be answered to a question that begins with `Q:`, behind `A:`. */
export function answersIn(text: string, last: OpenQuestion | undefined): FieldLine | undefined {
  const [, value] = /^A[ \t]*[:：][ \t]*(\S.*)$/.exec(text) ?? []
  const isAsked = last !== undefined && /^\s*Q[ \t]*[:：]/.test(last.line.raw)
  if (value === undefined || !isAsked) return undefined
  if (LINE_TO_WRITE_ON.test(value)) return { field: 'type', value: 'text' }
  const bare = value.replace(/^[([](.*)[)\]]$/, '$1')
  return typeNamed(bare) === undefined ? { field: 'options', value } : { field: 'type', value: bare }
}

/** Whether a line says something about the question above it. */
export function isOfQuestionAbove(text: string): boolean {
  const found = fieldIn(text)
  return found !== undefined && OF_QUESTION.includes(found.field)
}

/** Adds a line to what stands below a question. */
export function addDescription(question: OpenQuestion, line: string): void {
  question.description = question.description === undefined ? line : `${question.description}\n${line}`
}

/** Sets what a field says of the last question. @returns whether it does */
export function setField(assembly: SurveyAssembly, { field, value }: FieldLine, line: SourceLine): boolean {
  const { last } = assembly
  if (last === undefined) return false
  if (field === 'options') {
    for (const option of value === '' ? [] : (optionsIn(value, true) ?? [])) assembly.addOption(line, option)
    return true
  }
  if (value === '') return false
  if (field === 'scale') {
    const range = rangeAlone(value)
    if (range !== undefined) last.range = range
    return range !== undefined
  }
  if (field === 'type') {
    const [, name = value, scale = value] = SCALED_TYPE.exec(value) ?? []
    const type = typeNamed(name)
    const range = rangeAlone(scale)
    last.range = range ?? last.range
    last.type = type ?? last.type
    if (range === undefined && type === undefined) assembly.note(line, 'left_out', texts.field(), ROLES)
    return true
  }
  if (field === 'answer') last.keys.push({ text: value, line })
  else if (field === 'description') addDescription(last, value)
  else {
    const isYes = POSITIVE.includes(value.toLowerCase())
    if (!isYes && !NEGATIVE.includes(value.toLowerCase())) return false
    last.isOptional = isYes === (field === 'optional')
  }
  return true
}

const COMMENTS =
  /^(?:(?:any |other |additional |further )*(?:comments|remarks|suggestions|feedback|notes)|(?:weitere )?(?:anmerkungen|kommentare|bemerkungen|vorschläge)|(?:autres )?(?:commentaires|remarques|suggestions)|(?:otros )?(?:comentarios|sugerencias|observaciones)|comentários|sugestões|observações|commenti|suggerimenti|osservazioni|opmerkingen|suggesties|uwagi|комментарии|замечания)(?: and suggestions)?[:：]$/iu

const FIELD_NAME = /^[\p{Lu}\p{Lo}\p{N}¿][^:：.!?]{0,59}[:：]/u

/**
 * Whether a line names what is to be written behind it: there are others of its kind above or below, or nothing that it
 * could be about.
 */
export function isFormField(items: readonly Item[], at: number): boolean {
  const [above, item, below] = [items[at - 1], items[at], items[at + 1]]
  if (!isNamed(item) || !isEmptyField(item)) return false
  if (below === undefined) return above !== undefined && (item.isSpaced || isNamed(above))
  const isAboveField = !below.isSpaced && isNamed(below) && (isEmptyField(below) || below.isQuestion)
  const isBelowField = !item.isSpaced && isNamed(above) && isEmptyField(above)
  return isAboveField || (isBelowField && below.isSpaced && below.marker === undefined)
}

function isNamed(item: Item | undefined): item is Item {
  return item !== undefined && item.marker === undefined && !item.isHeading && FIELD_NAME.test(item.text)
}

function isEmptyField({ text }: Item): boolean {
  return /[:：]$/.test(text)
}

/** Whether a line names a field for comments, as it stands at the end of many forms. */
export function isCommentField(text: string): boolean {
  return COMMENTS.test(text)
}
