import type { Json, JsonObject } from '../../../values/json.ts'
import { isBlank } from '../../../values/text.ts'
import { ForeignBuilder } from '../foreign/foreign-builder.ts'
import type { ForeignItem, ForeignSurvey, Path } from '../foreign/foreign-survey.ts'
import { has, listAt, objectAt, textAt, valueAt } from '../foreign/json-fields.ts'
import { hasFormatting, hasLink, hasPicture, withoutTags } from '../foreign/marked-text.ts'

/** https://docs.moodle.org/en/Moodle_XML_format. */
export function isMoodle(value: JsonObject): boolean {
  return listAt(valueAt(value, ['quiz', 0]), 'question').some(question => has(question, '@type', 'questiontext'))
}

export function readMoodle(value: JsonObject): ForeignSurvey {
  const builder = new ForeignBuilder()
  for (const [at, question] of listAt(valueAt(value, ['quiz', 0]), 'question').entries())
    readQuestion(builder, question, ['quiz', 0, 'question', at])
  return builder.finish({})
}

/** What has feedback in it, and what only graders see. */
const FEEDBACK = ['generalfeedback', 'correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback']
const FOR_GRADERS = 'graderinfo'
const TEXTS = ['shortanswer', 'numerical', 'essay']
const TRUTH = ['True', 'False']

function readQuestion(builder: ForeignBuilder, question: Json, path: Path): void {
  const type = textAt(question, '@type')
  if (type === 'category' || textAt(question, 'hidden') === '1') {
    builder.note(path, 'other')
    return
  }
  const html = textIn(question, 'questiontext')
  const isRequired = type === 'essay' && textAt(question, 'responserequired') === '1'
  const item = { text: withoutTags(html), path, required: isRequired }
  const answers = listAt(question, 'answer')
  if (type === 'multichoice') addChoice(builder, question, item)
  else if (type === 'truefalse') {
    const right = answers.filter(isRight).map(one => (/^true$/i.test(textAt(one, 'text')) ? 'True' : 'False'))
    builder.add({ ...item, kind: 'multiple_choice', options: TRUTH, right })
  } else if (type === 'matching') addMatching(builder, question, item)
  else if (type === 'description') builder.add({ ...item, kind: 'statement' })
  else if (TEXTS.includes(type)) addText(builder, type, answers, item)
  else {
    builder.note(path, 'unknown_kind')
    return
  }
  noteDetails(builder, question, html, path)
}

type Base = Omit<ForeignItem, 'kind'>

function addChoice(builder: ForeignBuilder, question: Json, item: Base): void {
  const answers = listAt(question, 'answer')
  const isSingle = !['false', '0'].includes(textAt(question, 'single'))
  const sent = answers.map((one, at) => ({
    text: withoutTags(textAt(one, 'text')),
    path: [...item.path, 'answer', at],
  }))
  const right = answers.filter(one => (isSingle ? isRight(one) : fractionOf(one) > 0))
  builder.add({
    ...item,
    kind: isSingle ? 'multiple_choice' : 'check_list',
    options: builder.options(sent),
    right: right.map(one => withoutTags(textAt(one, 'text'))),
  })
}

/** A grid, whose pairs are not kept as right answers. */
function addMatching(builder: ForeignBuilder, question: Json, item: Base): void {
  const pairs = listAt(question, 'subquestion')
  const rows = pairs.map(one => withoutTags(textAt(one, 'text'))).filter(row => !isBlank(row))
  const options = pairs
    .map(one => withoutTags(textAt(valueAt(one, ['answer', 0]), 'text')))
    .filter(one => !isBlank(one))
  builder.note(item.path, 'other', 'unsure')
  builder.add({ ...item, kind: 'grid', rows, options: [...new Set(options)] })
}

/** Right texts and numbers are for nobody to choose from. */
function addText(builder: ForeignBuilder, type: string, answers: readonly Json[], item: Base): void {
  if (type === 'numerical') builder.note(item.path, 'number', 'free_text')
  if (answers.length > 0) builder.note([...item.path, 'answer'], 'other')
  builder.add({ ...item, kind: 'free_text' })
}

function noteDetails(builder: ForeignBuilder, question: Json, html: string, path: Path): void {
  const answers = listAt(question, 'answer')
  const all = [html, ...answers.map(one => textAt(one, 'text'))].join('\n')
  if (hasPicture(all)) builder.note(path, 'image')
  if (hasLink(all)) builder.note(path, 'html')
  if (hasFormatting(all)) builder.note(path, 'styling')
  const isPartly = (fraction: number) => fraction !== 0 && fraction !== 100
  if (answers.some(one => isPartly(fractionOf(one)))) builder.note(path, 'score')
  const ofAnswers = answers.some(one => textIn(one, 'feedback') !== '')
  if (ofAnswers || FEEDBACK.some(name => textIn(question, name) !== '')) builder.note(path, 'feedback')
  if (textIn(question, FOR_GRADERS) !== '') builder.note([...path, FOR_GRADERS], 'other')
}

function isRight(answer: Json): boolean {
  return fractionOf(answer) === 100
}

function fractionOf(answer: Json): number {
  return Number(textAt(answer, '@fraction')) || 0
}

/** The text of an element that has it in one of its own. */
function textIn(value: Json, name: string): string {
  return textAt(listAt(value, name)[0] ?? objectAt(value, name), 'text').trim()
}
