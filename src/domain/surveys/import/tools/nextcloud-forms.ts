import type { Json, JsonObject } from '../../../values/json.ts'
import { choiceLimits } from '../foreign/choice-limits.ts'
import { ForeignBuilder } from '../foreign/foreign-builder.ts'
import type { ForeignItem, ForeignSurvey, Path, Subject } from '../foreign/foreign-survey.ts'
import { found, has, isTrueAt, listAt, numberAt, objectAt, textAt } from '../foreign/json-fields.ts'
import { aroundText, withoutMarks } from '../foreign/marked-text.ts'

/** https://github.com/nextcloud/forms/blob/main/docs/DataStructure.md, also as its migrator writes it. */
export function isNextcloudForm(value: JsonObject): boolean {
  const [first] = listAt(value, 'questions')
  return has(value, 'title') && has(first, 'type', 'text', 'order')
}

export function readNextcloudForm(form: JsonObject): ForeignSurvey {
  const builder = new ForeignBuilder()
  if (has(form, 'submissions')) builder.note(['submissions'], 'other')
  if ((numberAt(form, 'expires') ?? 0) > 0) builder.note(['expires'], 'setting')
  if ((numberAt(form, 'maxSubmissions') ?? 0) > 0) builder.note(['maxSubmissions'], 'quota')
  if (isTrueAt(form, 'confirmationEmailEnabled')) builder.note(['confirmationEmailEnabled'], 'personal_data')
  const questions = listAt(form, 'questions').map((question, at): [Json, Path] => [question, ['questions', at]])
  for (const [question, path] of inOrder(questions)) readQuestion(builder, question, path)
  for (const [question, path] of questions) if (numberAt(question, 'order') === 0) builder.note(path, 'other')
  return builder.finish({
    title: textAt(form, 'title'),
    introduction: aroundText(textAt(form, 'description')),
    thanks: aroundText(textAt(form, 'submissionMessage')),
  })
}

/** The order counts, not the place in the list. 0 is a question that was deleted. */
function inOrder(entries: readonly [Json, Path][]): readonly [Json, Path][] {
  const placeOf = ([entry]: [Json, Path]) => numberAt(entry, 'order') ?? Number.POSITIVE_INFINITY
  return entries.filter(entry => placeOf(entry) !== 0).toSorted((one, other) => placeOf(one) - placeOf(other))
}

const LISTED = { multiple_unique: 'multiple_choice', dropdown: 'multiple_choice', multiple: 'check_list' } as const
const TYPED: Readonly<Record<string, Subject>> = { date: 'date', time: 'date', datetime: 'date', color: 'other' }
const VALIDATED: Readonly<Record<string, Subject>> = {
  email: 'personal_data',
  phone: 'personal_data',
  number: 'number',
}

function readQuestion(builder: ForeignBuilder, question: Json, path: Path): void {
  const type = textAt(question, 'type')
  const settings = objectAt(question, 'extraSettings')
  const item = {
    text: textAt(question, 'text'),
    description: withoutMarks(textAt(question, 'description')),
    path,
    required: isTrueAt(question, 'isRequired') || isTrueAt(question, 'mandatory'),
  }
  const [listed, typed] = [found(LISTED, type), found(TYPED, type)]
  if (listed !== undefined) {
    const other = isTrueAt(settings, 'allowOtherAnswer') ? { other: '' } : {}
    const [least, most] = ['optionsLimitMin', 'optionsLimitMax'].map(name => numberAt(settings, name))
    const limits = listed === 'check_list' && choiceLimits(least, most)
    builder.add({ ...item, kind: listed, options: optionsOf(builder, question, path), ...other, ...limits })
  } else if (type === 'linearscale') builder.addScale(scaleOf(settings), item)
  else if (type === 'ranking') builder.add({ ...item, kind: 'ranking', rows: optionsOf(builder, question, path) })
  else if (type === 'grid') addGrid(builder, question, item)
  else if (type === 'short' || type === 'long') addText(builder, settings, item)
  else if (typed !== undefined) {
    builder.note(path, typed, 'free_text')
    builder.add({ ...item, kind: 'free_text' })
  } else builder.note(path, type === 'file' ? 'file' : 'unknown_kind')
}

function optionsOf(builder: ForeignBuilder, question: Json, path: Path, kind?: string): string[] {
  const all = listAt(question, 'options').map((option, at): [Json, Path] => [option, [...path, 'options', at]])
  const own = all.filter(([option]) => kind === undefined || textAt(option, 'optionType') === kind)
  return builder.options(inOrder(own).map(([option, place]) => ({ text: textAt(option, 'text'), path: place })))
}

function addText(builder: ForeignBuilder, settings: JsonObject, item: Omit<ForeignItem, 'kind'>): void {
  const subject = found(VALIDATED, textAt(settings, 'validationType'))
  if (subject !== undefined) builder.note(item.path, subject, 'free_text')
  if (textAt(settings, 'validationRegex') !== '')
    builder.note([...item.path, 'extraSettings', 'validationRegex'], 'validation')
  builder.add({ ...item, kind: 'free_text' })
}

function addGrid(builder: ForeignBuilder, question: Json, item: Omit<ForeignItem, 'kind'>): void {
  const type = textAt(objectAt(question, 'extraSettings'), 'questionType')
  if (type === 'number' || type === 'text') {
    builder.note(item.path, 'number', 'unsure')
    return
  }
  if (type === 'checkbox') builder.note([...item.path, 'extraSettings', 'questionType'], 'other', 'unsure')
  const options = optionsOf(builder, question, item.path, 'column')
  builder.add({ ...item, kind: 'grid', options, rows: optionsOf(builder, question, item.path, 'row') })
}

/** What the ends are called if the form does not say. */
const [LOW, HIGH] = ['Strongly disagree', 'Strongly agree']

function scaleOf(settings: JsonObject) {
  const endOf = (name: string, otherwise: string) => (has(settings, name) ? textAt(settings, name) : otherwise)
  const [low, high] = [endOf('optionsLabelLowest', LOW), endOf('optionsLabelHighest', HIGH)]
  return {
    from: numberAt(settings, 'optionsLowest') ?? 1,
    to: numberAt(settings, 'optionsHighest') ?? 5,
    ...(low !== '' && { low }),
    ...(high !== '' && { high }),
  }
}
