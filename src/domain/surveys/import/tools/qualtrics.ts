import type { JsonObject } from '../../../values/json.ts'
import { choiceLimits } from '../foreign/choice-limits.ts'
import { ForeignBuilder } from '../foreign/foreign-builder.ts'
import type { ForeignItem, ForeignScale, ForeignSurvey, Path, Subject } from '../foreign/foreign-survey.ts'
import { found, has, listAt, numberAt, objectAt, textAt } from '../foreign/json-fields.ts'
import { aroundText, hasPicture, withoutTags } from '../foreign/marked-text.ts'
import { entriesOf, orderedParts, type Part, QualtricsFile, validationOf } from './qualtrics-file.ts'

/** A survey file (`.qsf`). Its form is not published; see the importers of others and their tests. */
export function isQualtrics(value: JsonObject): boolean {
  return has(value, 'SurveyEntry', 'SurveyElements')
}

export function readQualtrics(survey: JsonObject): ForeignSurvey {
  return new QualtricsReader(survey).read()
}

type Base = Omit<ForeignItem, 'kind'>

const SEVERAL = ['MAVR', 'MAHR', 'MACOL', 'MSB']
const LEFT_OUT: Readonly<Record<string, Subject>> = {
  FileUpload: 'file',
  Timing: 'timer',
  Meta: 'other',
  Captcha: 'other',
  HeatMap: 'image',
  HotSpot: 'image',
  Signature: 'other',
}
const CONTENTS: Readonly<Record<string, Subject>> = {
  ValidNumber: 'number',
  ValidDate: 'date',
  ValidEmail: 'personal_data',
  ValidPhone: 'personal_data',
  ValidZip: 'personal_data',
}
const OTHER_FLOW: Readonly<Record<string, Subject>> = { Branch: 'branching', BlockRandomizer: 'setting' }
const STYLED = /<span[^>]*style=|<font\b/i
const LOCATOR = /^q:\/\/(QID\d+)\/SelectableChoice\/(.+)$/

class QualtricsReader {
  readonly #survey: JsonObject
  readonly #file: QualtricsFile
  readonly #builder = new ForeignBuilder()
  readonly #questions: ReadonlyMap<string, Part>
  /** Positions of the items that were made of questions, by their ids. */
  readonly #items = new Map<string, number>()

  constructor(survey: JsonObject) {
    this.#survey = survey
    this.#file = new QualtricsFile(survey)
    this.#questions = new Map(this.#file.payloads('SQ').map(part => [textAt(part.value, 'QuestionID'), part]))
  }

  read(): ForeignSurvey {
    const blocks = this.#file.blocks()
    const { blocks: order, others } = this.#file.flow()
    for (const id of order) this.#readBlock(blocks.get(id))
    for (const { type, path } of others) this.#builder.note(path, found(OTHER_FLOW, type) ?? 'other')
    for (const { value, path } of blocks.values())
      if (textAt(value, 'Type') === 'Trash' && listAt(value, 'BlockElements').length > 0)
        this.#builder.note(path, 'other')
    for (const { path } of this.#file.payloads('QO')) this.#builder.note(path, 'quota')
    for (const options of this.#file.payloads('SO')) this.#readOptions(options)
    return this.#builder.finish({
      title: textAt(objectAt(this.#survey, 'SurveyEntry'), 'SurveyName'),
      thanks: aroundText(this.#file.payloads('SO').map(thanksIn).join('')),
    })
  }

  #readOptions({ value, path }: Part): void {
    for (const name of ['Header', 'Footer']) {
      const text = textAt(value, name)
      if (text !== '') this.#builder.note([...path, name], hasPicture(text) ? 'image' : 'other')
    }
    if (textAt(value, 'EOSMessage') !== '' && thanksIn({ value }) === '')
      this.#builder.note([...path, 'EOSMessage'], 'other')
  }

  #readBlock(block: Part | undefined): void {
    for (const element of listAt(block?.value, 'BlockElements')) {
      const id = textAt(element, 'QuestionID')
      const question = this.#questions.get(id)
      if (question === undefined) continue
      if (has(element, 'SkipLogic')) this.#builder.note(question.path, 'branching')
      this.#readQuestion(id, question)
    }
  }

  #readQuestion(id: string, { value, path }: Part): void {
    this.#noteExtras(value, path)
    const required = textAt(validationOf(value), 'ForceResponse') === 'ON'
    const first = this.#builder.items.length
    this.#addQuestion(value, { text: withoutTags(textAt(value, 'QuestionText')), path, required })
    if (this.#builder.items.length === first) return
    this.#items.set(id, first)
    if (has(value, 'DisplayLogic')) this.#applyLogic(objectAt(value, 'DisplayLogic'), [...path, 'DisplayLogic'], first)
  }

  #noteExtras(value: JsonObject, path: Path): void {
    if (STYLED.test(textAt(value, 'QuestionText'))) this.#builder.note([...path, 'QuestionText'], 'styling')
    if (Object.keys(objectAt(value, 'RecodeValues')).length > 0) this.#builder.note([...path, 'RecodeValues'], 'score')
    if (listAt(value, 'GradingData').length > 0) this.#builder.note([...path, 'GradingData'], 'score')
    for (const language of Object.keys(objectAt(value, 'Language')))
      this.#builder.note([...path, 'Language', language], 'translation')
    const settings = validationOf(value)
    if (textAt(settings, 'ForceResponse') === 'RequestResponse' || textAt(settings, 'Type') === 'ChoicesTotal')
      this.#builder.note([...path, 'Validation'], 'validation')
  }

  #addQuestion(value: JsonObject, item: Base): void {
    const type = textAt(value, 'QuestionType')
    const add = found(this.#kinds, type)
    if (add === undefined) this.#builder.note(item.path, found(LEFT_OUT, type) ?? 'unknown_kind')
    else add(value, item)
  }

  readonly #kinds: Readonly<Record<string, (value: JsonObject, item: Base) => void>> = {
    MC: (value, item) => this.#addChoice(value, item),
    TE: (value, item) => this.#addText(value, item),
    RO: (value, item) =>
      this.#builder.add({ ...item, kind: 'ranking', rows: this.#texts(value, 'Choices', item.path) }),
    DB: (_, item) => this.#builder.add({ ...item, kind: 'statement', required: false }),
    Matrix: (value, item) => this.#addMatrix(value, item),
    Slider: (value, item) => this.#addSliders(value, item),
    CS: (value, item) => this.#addParts(value, 'number', item),
    PGR: (value, item) => this.#addGroups(value, item),
    SBS: (value, item) => this.#addSideBySide(value, item),
  }

  #texts(value: JsonObject, name: 'Choices' | 'Answers', path: Path): string[] {
    return this.#builder.options(
      orderedParts(value, name, path).map(part => ({
        text: withoutTags(textAt(part.value, 'Display')),
        path: part.path,
      })),
    )
  }

  #addChoice(value: JsonObject, item: Base): void {
    const selector = textAt(value, 'Selector')
    if (selector === 'NPS') {
      this.#builder.addScale({ from: 0, to: 10, ...endsOf(value.ColumnLabels) }, item)
      return
    }
    const parts = orderedParts(value, 'Choices', item.path)
    for (const { value: choice, path } of parts)
      if (choice.ExclusiveAnswer === true) this.#builder.note(path, 'validation')
    const [written, ...others] = writtenParts(parts, SEVERAL.includes(selector))
    for (const { path } of others) this.#builder.note(path, 'option_text')
    const other = written !== undefined && { other: withoutTags(textAt(written.value, 'Display')) }
    const options = this.#texts(value, 'Choices', item.path)
    if (!SEVERAL.includes(selector)) this.#builder.add({ ...item, kind: 'multiple_choice', options, ...other })
    else {
      const [least, most] = ['MinChoices', 'MaxChoices'].map(name => Number(textAt(validationOf(value), name)))
      this.#builder.add({ ...item, kind: 'check_list', options, ...other, ...choiceLimits(least, most) })
    }
  }

  #addText(value: JsonObject, item: Base): void {
    if (textAt(value, 'Selector') === 'FORM') {
      this.#addParts(value, undefined, item)
      return
    }
    const content = textAt(validationOf(value), 'ContentType')
    const subject = found(CONTENTS, content)
    if (subject !== undefined)
      this.#builder.note(subject === 'number' ? [...item.path, 'Validation'] : item.path, subject, 'free_text')
    this.#builder.add({ ...item, kind: 'free_text' })
  }

  /** A field for each choice. */
  #addParts(value: JsonObject, subject: Subject | undefined, item: Base): void {
    if (subject !== undefined) this.#builder.note(item.path, subject, 'free_text')
    this.#builder.add({ ...item, kind: 'section', required: false })
    for (const part of orderedParts(value, 'Choices', item.path)) {
      const own = found(CONTENTS, textAt(part.value, 'TextEntryValidation')) ?? personal(textAt(part.value, 'Display'))
      if (subject === undefined && own !== undefined) this.#builder.note(part.path, own, 'free_text')
      this.#builder.add({
        kind: 'free_text',
        text: withoutTags(textAt(part.value, 'Display')),
        path: part.path,
        required: item.required,
      })
    }
  }

  #addMatrix(value: JsonObject, item: Base): void {
    const rows = this.#texts(value, 'Choices', item.path)
    for (const { value: choice, path } of orderedParts(value, 'Choices', item.path))
      if (isWritten(choice)) this.#builder.note(path, 'option_text')
    const columns = orderedParts(value, 'Answers', item.path)
    const [selector, sub] = [textAt(value, 'Selector'), textAt(value, 'SubSelector')]
    if (selector === 'TE') this.#addRows(rows, { ...item, kind: 'free_text' })
    else if (selector === 'Bipolar') {
      this.#builder.note(item.path, 'scale', 'unsure')
      this.#builder.add({ ...item, kind: 'grid', options: columns.map((_, at) => `${at + 1}`), rows })
    } else {
      const options = this.#texts(value, 'Answers', item.path)
      if (sub === 'MultipleAnswer') this.#addRows(rows, { ...item, kind: 'check_list', options })
      else this.#builder.add({ ...item, kind: 'grid', options, rows })
    }
  }

  /** A question for each row. */
  #addRows(rows: readonly string[], item: ForeignItem): void {
    for (const row of rows) this.#builder.add({ ...item, text: `${item.text} – ${row}` })
  }

  #addSliders(value: JsonObject, item: Base): void {
    const settings = objectAt(value, 'Configuration')
    const named = textAt(settings, 'NotApplicableText')
    if (named !== '') this.#builder.note([...item.path, 'Configuration', 'NotApplicableText'], 'other')
    const [from, to] = [numberAt(settings, 'CSSliderMin') ?? 0, numberAt(settings, 'CSSliderMax') ?? 100]
    for (const row of this.#texts(value, 'Choices', item.path))
      this.#builder.addScale({ from, to, ...endsOf(value.Labels) }, { ...item, text: `${item.text} – ${row}` })
  }

  #addGroups(value: JsonObject, item: Base): void {
    this.#builder.note(item.path, 'other', 'grid')
    const groups = listAt(value, 'Groups').map((group, at) => ({
      text: String(group),
      path: [...item.path, 'Groups', at],
    }))
    const rows = this.#texts(value, 'Choices', item.path)
    this.#builder.add({ ...item, kind: 'grid', options: this.#builder.options(groups), rows })
  }

  #addSideBySide(value: JsonObject, item: Base): void {
    this.#builder.add({ ...item, kind: 'section', required: false })
    for (const [name, question] of entriesOf(value.AdditionalQuestions))
      this.#addQuestion(question, {
        text: withoutTags(textAt(question, 'QuestionText')),
        path: [...item.path, 'AdditionalQuestions', name],
        required: item.required,
      })
  }

  /** Shown only after certain choices of one earlier question: required only then. */
  #applyLogic(logic: JsonObject, path: Path, at: number): void {
    const groups = entriesOf(logic)
    const parts = entriesOf(groups[0]?.[1])
    const named = parts.map(([, part]) => LOCATOR.exec(textAt(part, 'LeftOperand')))
    const [id] = new Set(named.map(match => match?.[1]))
    const question = this.#questions.get(id ?? '')
    const item = this.#items.get(id ?? '') ?? Number.POSITIVE_INFINITY
    const isKept =
      groups.length === 1 &&
      named.every(match => match?.[1] === id) &&
      parts.every(
        ([, part], n) => textAt(part, 'Operator') === 'Selected' && (n === 0 || textAt(part, 'Conjuction') === 'Or'),
      ) &&
      item < at &&
      this.#builder.items[item]?.kind === 'multiple_choice'
    const isRequired = this.#builder.items[at]?.required === true
    const values = named.map(match =>
      withoutTags(textAt(objectAt(question?.value.Choices, match?.[2] ?? ''), 'Display')),
    )
    if (isKept) this.#builder.limit(at, { item, values })
    else this.#builder.release(at)
    if (!isKept || !isRequired) this.#builder.note(path, 'condition', 'optional')
  }
}

/** Thanks that the survey has itself, instead of the id of those in a library. */
function thanksIn({ value }: Pick<Part, 'value'>): string {
  const text = textAt(value, 'EOSMessage')
  return /^MS_\w+$/.test(text) ? '' : text
}

/** Choices with a text beside them. The first one is kept, or of several answers the last. */
function writtenParts(parts: readonly Part[], areSeveral: boolean): Part[] {
  const written = parts.filter(({ value }) => isWritten(value))
  return areSeveral ? written.toReversed() : written
}

function isWritten(choice: JsonObject): boolean {
  return choice.TextEntry === 'true' || choice.TextEntry === true || choice.TextEntry === 1
}

function endsOf(labels: JsonObject[string] | undefined): Omit<ForeignScale, 'from' | 'to'> {
  const texts = entriesOf(labels).map(([, label]) => textAt(label, 'Display'))
  const [low = '', high = ''] = [texts[0], texts.length > 1 ? texts.at(-1) : '']
  const middle = texts.length === 3 ? (texts[1] ?? '') : ''
  return { ...(low !== '' && { low }), ...(middle !== '' && { middle }), ...(high !== '' && { high }) }
}

/** A field for what identifies people, by its name. */
function personal(name: string): Subject | undefined {
  return /^(?:(?:first|last|full)?[ -]?name|vorname|nachname|nom|prénom|nombre|nome|address|adresse|street|phone|e-?mail)$/i.test(
    name.trim(),
  )
    ? 'personal_data'
    : undefined
}
