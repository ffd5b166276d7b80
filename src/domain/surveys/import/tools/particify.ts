import { type Json, type JsonObject, numberIn } from '../../../values/json.ts'
import { ForeignBuilder } from '../foreign/foreign-builder.ts'
import type { ForeignItem, ForeignSurvey, Path } from '../foreign/foreign-survey.ts'
import { has, isTrueAt, listAt, numberAt, textAt } from '../foreign/json-fields.ts'
import { aroundText, hasMarks, withoutMarks } from '../foreign/marked-text.ts'
import { type SeparatedRow, separatedRows, separatorOf } from '../tables/separated-rows.ts'

/** A room as the server of https://particify.de describes it. */
export function isParticifyRoom(value: JsonObject): boolean {
  return has(listAt(value, 'contents')[0], 'body', 'format')
}

export function readParticifyRoom(room: JsonObject): ForeignSurvey {
  const reader = new ContentReader()
  const contents = listAt(room, 'contents')
  const positions = new Map(contents.map((content, at) => [textAt(content, 'id'), at]))
  const left = new Set(contents.keys())
  for (const [at, group] of listAt(room, 'contentGroups').entries()) {
    reader.builder.add({ kind: 'section', text: textAt(group, 'name'), path: ['contentGroups', at], required: false })
    for (const id of listAt(group, 'contentIds')) {
      const position = positions.get(String(id))
      if (position === undefined || !left.delete(position)) continue
      reader.add(contentOf(contents[position] ?? null, ['contents', position]))
    }
  }
  for (const at of left) reader.add(contentOf(contents[at] ?? null, ['contents', at]))
  return reader.builder.finishDeck({
    title: textAt(room, 'name'),
    introduction: aroundText(textAt(room, 'description')),
  })
}

/** The contents of a group, as Particify writes them for spreadsheets. Paths are numbers of records. */
export function readParticifyRows(text: string): ForeignSurvey {
  const [header, ...rows] = separatedRows(text, separatorOf(text))
  const reader = new ContentReader()
  const names = header?.cells ?? []
  for (const [at, row] of rows.entries()) if (row.cells.join('') !== '') reader.add(contentOfRow(names, row, at + 1))
  return reader.builder.finishDeck({})
}

/** What is shown at once: a question, a slide or a card. */
interface Content {
  readonly format: string
  readonly body: string
  readonly more: string
  readonly options: readonly string[]
  readonly right: readonly string[]
  readonly isMultiple: boolean
  readonly duration: number
  /** The scale that a template names, such as that of agreement. */
  readonly points: number | undefined
  readonly answers: number
  readonly path: Path
}

function contentOf(content: Json, path: Path): Content {
  const options = listAt(content, 'options').map(one => textAt(one, 'label'))
  return {
    format: textAt(content, 'format'),
    body: textAt(content, 'body'),
    more: textAt(content, 'additionalText'),
    options,
    right: listAt(content, 'correctOptionIndexes').flatMap(one => options[numberIn(one) ?? -1] ?? []),
    isMultiple: isTrueAt(content, 'multiple'),
    duration: numberAt(content, 'duration') ?? 0,
    points: numberAt(content, 'optionCount'),
    answers: numberAt(content, 'maxAnswers') ?? 1,
    path,
  }
}

/** `AGREEMENT (5)`. */
const TEMPLATE = /^[A-Z_]+ \((\d{1,2})\)$/

function contentOfRow(names: readonly string[], { cells }: SeparatedRow, record: number): Content {
  const of = (name: string) => cells[names.indexOf(name)] ?? ''
  const linesOf = (name: string) =>
    of(name)
      .split(/\r\n|[\n\r]/)
      .filter(line => line !== '')
  const template = TEMPLATE.exec(of('options'))
  return {
    format: of('format'),
    body: of('body'),
    more: of('additionalText'),
    options: template === null ? linesOf('options') : [],
    right: linesOf('correctOptions'),
    isMultiple: of('multiple') === 'true',
    duration: Number(of('duration')) || 0,
    points: template === null ? undefined : Number(template[1]),
    answers: Number(of('options')) || 1,
    path: [record],
  }
}

type Base = Omit<ForeignItem, 'kind'>

/** Formats whose additional text belongs to what is asked. */
const WITH_BACK = 'FLASHCARD'
const RANKED = ['SORT', 'PRIORITIZATION']
const TEXTS = ['TEXT', 'WORDCLOUD', 'SHORT_ANSWER', 'NUMERIC']

class ContentReader {
  readonly builder = new ForeignBuilder()

  add(content: Content): void {
    const { format, body, more, duration, path } = content
    if (duration > 0) this.builder.note([...path, 'duration'], 'timer')
    if (more !== '' && format !== WITH_BACK) this.builder.note([...path, 'additionalText'], 'feedback')
    if (hasMarks(body)) this.builder.note([...path, 'body'], 'styling')
    this.#addItem(content, { text: withoutMarks(body), path, required: false })
  }

  #addItem(content: Content, item: Base): void {
    const { format, more, points, path } = content
    const { builder } = this
    if (format === 'CHOICE' || format === 'BINARY' || (format === 'SCALE' && points === undefined))
      this.#addChoice(content, item)
    else if (format === 'SCALE') builder.addScale({ from: 1, to: points ?? 1 }, item)
    else if (RANKED.includes(format)) this.#addRanking(content, item)
    else if (TEXTS.includes(format)) this.#addText(content, item)
    else if (format === 'SLIDE') builder.add({ ...item, kind: 'statement' })
    else if (format === WITH_BACK) {
      builder.note(path, 'other', 'statement')
      builder.add({ ...item, kind: 'statement', description: withoutMarks(more) })
    } else builder.note(path, 'unknown_kind')
  }

  #addChoice({ isMultiple, right, ...content }: Content, item: Base): void {
    const kind = isMultiple ? 'check_list' : 'multiple_choice'
    this.builder.add({ ...item, kind, options: this.#options(content), right: right.map(withoutMarks) })
  }

  #addRanking(content: Content, item: Base): void {
    const { format, right, path } = content
    if (format === 'PRIORITIZATION') this.builder.note(path, 'other', 'ranking')
    if (right.length > 0) this.builder.note(path, 'other')
    this.builder.add({ ...item, kind: 'ranking', rows: this.#options(content) })
  }

  #addText({ format, right, answers, path }: Content, item: Base): void {
    if (format === 'NUMERIC') this.builder.note(path, 'number', 'free_text')
    if (right.length > 0) this.builder.note(path, 'other')
    if (format === 'WORDCLOUD' && answers > 1) this.builder.note(path, 'other')
    this.builder.add({ ...item, kind: 'free_text' })
  }

  #options({ options, path }: Pick<Content, 'options' | 'path'>): string[] {
    return this.builder.options(options.map(text => ({ text: withoutMarks(text), path })))
  }
}
