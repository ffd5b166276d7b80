import { choiceLimits } from '../foreign/choice-limits.ts'
import { ForeignBuilder } from '../foreign/foreign-builder.ts'
import type { ForeignItem, ForeignScale, ForeignSurvey, Path, Subject } from '../foreign/foreign-survey.ts'
import { found } from '../foreign/json-fields.ts'
import { hasMarks, isPersonal, withoutMarks } from '../foreign/marked-text.ts'
import { type Sheet, sheetsIn } from './sheets.ts'

/** https://xlsform.org, of which Kobo and ODK read forms. Paths are the name of a sheet and the number of a row. */
export function readXlsForm(text: string): ForeignSurvey {
  return new XlsFormReader(sheetsIn(text)).read()
}

/** A row by the names of its columns. */
interface Row {
  readonly of: (column: string) => string
  readonly path: Path
}

/** A row that is asked or shown. */
interface Asked {
  readonly row: Row
  readonly type: string
  /** Of the list of choices. */
  readonly list: string
  readonly item: Base
}

type Base = Omit<ForeignItem, 'kind'>
type Kind = ForeignItem['kind']

const ALIASES: Readonly<Record<string, string>> = { 'list name': 'list_name', relevance: 'relevant', caption: 'label' }
const SELECT = /^(select[ _]one|select1|select[ _]multiple|select all that apply|rank)(?:[ _]from)? (.+?)( or_other)?$/i
const FROM_FILE = /^select[ _]\w+[ _]from[ _]file\b/i
const KINDS: Readonly<Record<string, Kind>> = {
  'select one': 'multiple_choice',
  select1: 'multiple_choice',
  'select multiple': 'check_list',
  'select all that apply': 'check_list',
  rank: 'ranking',
}
const TEXTS: Readonly<Record<string, Subject | undefined>> = {
  text: undefined,
  string: undefined,
  integer: 'number',
  int: 'number',
  decimal: 'number',
  date: 'date',
  time: 'date',
  datetime: 'date',
}
const LEFT_OUT: Readonly<Record<string, Subject>> = {
  audio: 'file',
  'background-audio': 'file',
  calculate: 'calculation',
  deviceid: 'personal_data',
  email: 'personal_data',
  file: 'file',
  geopoint: 'personal_data',
  geoshape: 'personal_data',
  geotrace: 'personal_data',
  image: 'image',
  phonenumber: 'personal_data',
  photo: 'image',
  simserial: 'personal_data',
  subscriberid: 'personal_data',
  username: 'personal_data',
  video: 'file',
}
/** What is recorded without being asked. */
const RECORDED = ['start', 'end', 'today', 'audit', 'hidden', 'xml-external', 'csv-external']
const TRUE = ['yes', 'true', 'true()', '1']
const FALSE = ['', 'no', 'false', 'false()', '0']
const COMPARED = /^\(?\s*(?:\$\{([^}]+)\}\s*=\s*'([^']*)'|selected\(\s*\$\{([^}]+)\}\s*,\s*'([^']*)'\s*\))\s*\)?$/
const OTHER = 'Other'

class XlsFormReader {
  readonly #sheets: readonly Sheet[]
  readonly #builder = new ForeignBuilder()
  readonly #choices: ReadonlyMap<string, readonly Row[]>
  readonly #usedLists = new Set<string>()
  /** Positions of the items that conditions can be about, and their lists. */
  readonly #asked = new Map<string, { readonly at: number; readonly list: string }>()
  readonly #settings: Row | undefined
  /** Texts stand in a column for each language. */
  readonly #language: string
  /** The rows of a grid that has begun. */
  #grid: { readonly row: Row; readonly parts: Asked[] } | undefined

  constructor(sheets: readonly Sheet[]) {
    this.#sheets = sheets
    this.#settings = this.#rows('settings')[0]
    this.#language = this.#languageOf()
    this.#choices = Map.groupBy(this.#rows('choices'), row => row.of('list_name'))
  }

  read(): ForeignSurvey {
    this.#noteLanguages()
    for (const row of this.#rows('survey')) this.#readRow(row)
    this.#endGrid()
    for (const [list, [first]] of this.#choices)
      if (first !== undefined && list !== '' && !this.#usedLists.has(list)) this.#builder.note(first.path, 'other')
    return this.#builder.finish({ title: this.#settings?.of('form_title') ?? '' })
  }

  #sheet(name: string): Sheet | undefined {
    return this.#sheets.find(sheet => sheet.name.toLowerCase() === name)
  }

  #rows(name: string): Row[] {
    const [header, ...rows] = this.#sheet(name)?.rows ?? []
    const columns = new Map((header?.cells ?? []).map((cell, at) => [columnNamed(cell), at]))
    return rows.flatMap(({ cells, number }) => {
      const of = (column: string) => (cells[columns.get(column) ?? -1] ?? '').trim()
      return cells.some(cell => cell !== '') ? [{ of, path: [name, number] }] : []
    })
  }

  #headers(): readonly string[] {
    return this.#sheet('survey')?.rows[0]?.cells ?? []
  }

  #languageOf(): string {
    const languages = this.#headers().flatMap(cell => /^label::(.+)$/i.exec(cell)?.[1]?.trim() ?? [])
    const named = this.#settings?.of('default_language') ?? ''
    const hasPlain = this.#headers().some(cell => columnNamed(cell) === 'label')
    return languages.includes(named) ? named : hasPlain ? '' : (languages[0] ?? '')
  }

  #noteLanguages(): void {
    for (const cell of this.#headers())
      if (/^label::/i.test(cell) && columnNamed(cell) !== columnNamed(`label::${this.#language}`))
        this.#builder.note(['survey', 1, cell], 'translation')
  }

  /** A text in the language that is read. */
  #text(row: Row, column: string): string {
    return (this.#language === '' ? '' : row.of(columnNamed(`${column}::${this.#language}`))) || row.of(column)
  }

  #readRow(row: Row): void {
    const type = row.of('type').replace(/\s+/g, ' ')
    const name = type.toLowerCase().replace(/^(begin|end)[ _]/, '$1 ')
    if (name.startsWith('begin ')) this.#begin(row, name)
    else if (name.startsWith('end ')) this.#endGrid()
    else if (FROM_FILE.test(type)) this.#builder.note(row.path, 'file')
    else if (RECORDED.includes(name)) this.#builder.note(row.path, 'other')
    else if (found(LEFT_OUT, name) !== undefined) this.#builder.note(row.path, found(LEFT_OUT, name) ?? 'other')
    else this.#readAsked(row, type, name)
  }

  #begin(row: Row, name: string): void {
    this.#endGrid()
    if (row.of('appearance').includes('table-list')) {
      this.#grid = { row, parts: [] }
      return
    }
    if (name === 'begin repeat') this.#builder.note(row.path, 'other')
    if (row.of('relevant') !== '') this.#builder.note([...row.path, 'relevant'], 'branching')
    const text = withoutMarks(this.#text(row, 'label'))
    if (text !== '') this.#builder.add({ kind: 'section', text, path: row.path, required: false })
  }

  #readAsked(row: Row, type: string, name: string): void {
    const [, select = '', list = ''] = SELECT.exec(type) ?? []
    const asked = { row, type: name, list, item: this.#baseOf(row) }
    const kind = found(KINDS, select.toLowerCase().replace('_', ' '))
    if (this.#grid !== undefined && kind === 'multiple_choice') {
      this.#grid.parts.push(asked)
      return
    }
    this.#endGrid()
    const before = this.#builder.items.length
    if (kind === undefined) this.#addPlain(asked)
    else this.#addListed(asked, kind, / or_other$/i.test(type))
    if (this.#builder.items.length === before) return
    this.#noteDetails(row)
    if (this.#builder.items[before]?.kind === 'multiple_choice') this.#asked.set(row.of('name'), { at: before, list })
  }

  #baseOf(row: Row): Base {
    const [required, relevant] = [row.of('required').toLowerCase(), row.of('relevant')]
    const isRequired = TRUE.includes(required)
    if (!isRequired && !FALSE.includes(required)) this.#builder.note([...row.path, 'required'], 'condition', 'optional')
    const when = relevant === '' ? undefined : this.#conditionOf(relevant)
    const isKept = relevant === '' || (isRequired && when !== undefined)
    if (!isKept) this.#builder.note([...row.path, 'relevant'], 'condition', isRequired ? 'left_out' : 'optional')
    return {
      text: withoutMarks(this.#text(row, 'label')),
      description: withoutMarks(this.#text(row, 'hint')),
      path: row.path,
      required: isRequired && isKept,
      ...(isRequired && when !== undefined && { when }),
    }
  }

  /** @returns undefined unless one of some answers to an earlier question is asked for */
  #conditionOf(relevant: string): ForeignItem['when'] {
    const parts = relevant.split(/\s+or\s+/).map(part => COMPARED.exec(part.trim()))
    const names = new Set(parts.map(part => part?.[1] ?? part?.[3] ?? ''))
    const [name = ''] = names
    const asked = this.#asked.get(name)
    if (names.size !== 1 || asked === undefined) return undefined
    const choices = this.#choices.get(asked.list) ?? []
    const values = parts.flatMap(part => {
      const choice = choices.find(one => one.of('name') === (part?.[2] ?? part?.[4]))
      return choice === undefined ? [] : [this.#text(choice, 'label')]
    })
    return values.length === parts.length ? { item: asked.at, values } : undefined
  }

  #noteDetails(row: Row): void {
    const texts = `${this.#text(row, 'label')}\n${this.#text(row, 'hint')}`
    if (hasMarks(texts)) this.#builder.note(row.path, 'styling')
    if (texts.includes('${')) this.#builder.note(row.path, 'calculation')
    for (const column of ['constraint', 'choice_filter'])
      if (row.of(column) !== '' && !COUNTED.test(row.of(column)))
        this.#builder.note([...row.path, column], column === 'constraint' ? 'validation' : 'branching')
    for (const [column, subject] of [
      ['media::image', 'image'],
      ['image', 'image'],
      ['media::video', 'video'],
    ] as const)
      if (row.of(column) !== '') this.#builder.note([...row.path, column], subject)
  }

  #addPlain({ row, type, item }: Asked): void {
    const { path } = row
    if (Object.hasOwn(TEXTS, type)) {
      const subject = found(TEXTS, type) ?? (isPersonal(item.text) ? 'personal_data' : undefined)
      if (subject !== undefined) this.#builder.note(path, subject, 'free_text')
      this.#builder.add({ ...item, kind: 'free_text' })
    } else if (type === 'note') this.#builder.add({ ...item, kind: 'statement', required: false })
    else if (type === 'range') this.#builder.addScale(scaleOf(row.of('parameters')), item)
    else if (type === 'acknowledge' || type === 'trigger')
      this.#builder.add({ ...item, kind: 'multiple_choice', options: ['OK'] })
    else this.#builder.note(path, 'unknown_kind')
  }

  #addListed({ row, list, item }: Asked, kind: Kind, hasOther: boolean): void {
    const options = this.#options(list)
    const limits = kind === 'check_list' && limitsOf(row.of('constraint'))
    if (options.length === 0) {
      this.#builder.note(item.path, 'other', 'free_text')
      this.#builder.add({ ...item, kind: 'free_text' })
    } else if (kind === 'ranking') this.#builder.add({ ...item, kind, rows: options })
    else this.#builder.add({ ...item, kind, options, ...(hasOther && { other: OTHER }), ...limits })
  }

  #options(list: string): string[] {
    const isFirst = !this.#usedLists.has(list)
    this.#usedLists.add(list)
    const choices = this.#choices.get(list) ?? []
    if (isFirst)
      for (const { of, path } of choices)
        if (of('image') !== '' || of('media::image') !== '') this.#builder.note([...path, 'image'], 'image')
    return this.#builder.options(
      choices.map(row => ({ text: this.#text(row, 'label') || row.of('name'), path: row.path })),
    )
  }

  /** Questions of a table become a grid. */
  #endGrid(): void {
    const grid = this.#grid
    this.#grid = undefined
    const [first] = grid?.parts ?? []
    if (grid === undefined || first === undefined) return
    this.#builder.add({
      kind: 'grid',
      text: withoutMarks(this.#text(grid.row, 'label')),
      path: grid.row.path,
      required: grid.parts.every(({ item }) => item.required),
      options: this.#options(first.list),
      rows: this.#builder.options(grid.parts.map(({ item }) => ({ text: item.text, path: item.path }))),
    })
  }
}

function columnNamed(cell: string): string {
  const name = cell.trim().toLowerCase()
  return found(ALIASES, name) ?? name
}

function scaleOf(parameters: string): ForeignScale {
  const of = (name: string, otherwise: number) => {
    const value = new RegExp(`\\b${name}\\s*=\\s*(-?\\d+)`).exec(parameters)?.[1]
    return value === undefined ? otherwise : Number(value)
  }
  return { from: of('start', 1), to: of('end', 10) }
}

/** How many options may be chosen, and nothing else. */
const COUNTED = /^\s*count-selected\(\s*\.\s*\)\s*(<=|>=|<|>|=)\s*(\d{1,3})\s*$/

function limitsOf(constraint: string): ReturnType<typeof choiceLimits> {
  const [, sign, number] = COUNTED.exec(constraint) ?? []
  const count = Number(number)
  if (sign === '<=' || sign === '<') return choiceLimits(undefined, sign === '<' ? count - 1 : count)
  if (sign === '>=' || sign === '>') return choiceLimits(sign === '>' ? count + 1 : count, undefined)
  return sign === '=' ? choiceLimits(count, count) : {}
}
