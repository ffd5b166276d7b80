import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DataSource } from '../../src/domain/surveys/import/data-source.ts'
import type { ForeignItem, ForeignNote, Path } from '../../src/domain/surveys/import/foreign/foreign-survey.ts'
import { valueAt } from '../../src/domain/surveys/import/foreign/json-fields.ts'
import { formatOf } from '../../src/domain/surveys/import/format.ts'
import { read } from '../../src/domain/surveys/import/read.ts'
import type { Reading } from '../../src/domain/surveys/import/survey-assembly.ts'
import { isObject, type Json } from '../../src/domain/values/json.ts'
import { officeText } from '../../src/survey-source/office-text.ts'
import { parseSurveyData } from '../../src/survey-source/survey-data.ts'

const FOLDER = join(import.meta.dirname, 'tools')

/** What a correct reader makes of a file. */
export interface Expected {
  readonly title: string
  readonly introduction: string | null
  readonly thanks: string | null
  readonly items: readonly ExpectedItem[]
  readonly findings: readonly { readonly at: string; readonly about: string; readonly became: string }[]
  readonly must_not_lose: readonly string[]
}

export interface ExpectedItem {
  readonly kind: string
  readonly text: string
  readonly required: boolean
  readonly description?: string
  readonly options?: readonly string[]
  readonly rows?: readonly string[]
  readonly items?: readonly string[]
  readonly other?: boolean
  readonly atLeast?: number
  readonly atMost?: number
  readonly scale?: object
  readonly right?: readonly string[]
  readonly when?: { readonly question: number; readonly values: readonly string[] }
}

const FILES = globSync('*/*.{json,qsf,lss,lsq,xml,txt,gift,csv,tsv,xlsx,docx}', { cwd: FOLDER })
  .filter(file => !file.endsWith('.expected.json'))
  .toSorted()
/** Files that have no form of a tool: they are read as texts. */
const TEXT_FOLDERS = /^(?:docx|forms-text|spreadsheet)\/|polls-overall\.csv$/

/** Files of other tools, by their names. The expected result of each is beside it. */
export const TOOL_FILES = FILES.filter(file => !TEXT_FOLDERS.test(file))
export const TEXT_FILES = FILES.filter(file => TEXT_FOLDERS.test(file))

export function fileOf(name: string): string {
  const bytes = readFileSync(join(FOLDER, name))
  if (/\.(?:xlsx|docx)$/.test(name)) return officeText(bytes) ?? ''
  return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8', { ignoreBOM: true }).decode(bytes)
}

export function expectedOf(name: string): Expected {
  return JSON.parse(readFileSync(join(FOLDER, name.replace(/\.\w+$/, '.expected.json')), 'utf8'))
}

/** @returns undefined if it is of no tool that is known */
export function sourceOf(text: string): DataSource | undefined {
  const format = formatOf(text)
  return format === 'text' || format === 'html' ? undefined : parseSurveyData(text, format)
}

export function readTool(text: string): Reading {
  return read(text, { parse: parseSurveyData })
}

/** An item in the form of the expected files, in which nothing that is missing is written. */
export function written(item: ForeignItem, items: readonly ForeignItem[]): object {
  const { kind, text, required, description, options = [], rows = [], other, scale, right = [], when } = item
  const { atLeast, atMost } = item
  const named = other === undefined || other === '' ? [] : [squeezed(other)]
  const all = [...new Set([...options.map(squeezed), ...named])]
  return {
    kind: kind === 'check_list' ? 'check-list' : kind,
    text: squeezed(text),
    required,
    ...(description !== undefined && { description: squeezed(description) }),
    ...(all.length > 0 && { options: all }),
    ...(kind === 'grid' && { rows: rows.map(squeezed) }),
    ...(kind === 'ranking' && { items: rows.map(squeezed) }),
    ...(other !== undefined && { other: true }),
    ...(atLeast !== undefined && { atLeast }),
    ...(atMost !== undefined && { atMost }),
    ...(scale !== undefined && { scale }),
    ...(right.length > 0 && { right: right.map(squeezed) }),
    ...(when !== undefined && { when: { question: squeezed(items[when.item]?.text ?? ''), values: when.values } }),
  }
}

/** An expected item without what no survey of ours can have yet. */
export function comparable({ shuffled: _, ...item }: ExpectedItem & { shuffled?: unknown }): object {
  return { ...item, text: squeezed(item.text) }
}

/** Questions with the texts right in front of them as descriptions. @param start number of items that introduce the survey */
export function withStatements(expected: Expected, start: number): Expected {
  const items = expected.items.map((item, at): ExpectedItem => {
    const [above, heading] = [expected.items[at - 1], expected.items[at - 2]]
    const isFree = item.description === undefined && !['section', 'statement'].includes(item.kind)
    if (!isFree || at <= start || above?.kind !== 'statement' || heading?.kind === 'section') return item
    return { ...item, description: `${above.text} ${above.description ?? ''}`.trim() }
  })
  return { ...expected, items }
}

/** The option of those whose file does not name it has a name of ours. */
export function withOthersNamed(expected: Expected, items: readonly ForeignItem[]): Expected {
  const named = expected.items.map((item, at) =>
    items[at]?.other === '' ? { ...item, options: [...(item.options ?? []), 'Other'] } : item,
  )
  return { ...expected, items: named }
}

/** Whether a note is the expected one: about the same, at its place, below it or around it. @param file the whole text */
export function isMet(
  { at, about }: Expected['findings'][number],
  notes: readonly ForeignNote[],
  root: Json,
  file: string,
): boolean {
  return notes.some(({ subject, path }) => ABOUT[subject] === about && isAt(at, path, root, file))
}

function isAt(at: string, path: Path, root: Json, file: string): boolean {
  const line = /^(?:rows?|line|record) (\d+|with)/.exec(at)?.[1]
  if (line !== undefined) return [String(path[0]), 'with'].includes(line)
  const question = /^question (\d+)/.exec(at)?.[1]
  const [, sheet, row] = /^(\w+)!(?:row |[A-Z]+)(\d+)/.exec(at) ?? []
  if (row !== undefined) return path.slice(0, 2).join().replace(/^\d+/, `${sheet},$&`).startsWith(`${sheet},${row}`)
  if (path.at(-1) === at) return true
  if (question !== undefined) return path[3] === positionOf(Number(question), file)
  if (isObject(root) && root.document !== undefined) return isAtIds(at, path, root)
  const expected = at.replace(/^(?:\w+ )?\$\.?/, '')
  const own = path
    .map(part => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '')
  return own === expected || own.startsWith(expected) || expected.startsWith(own)
}

/** The position of a question in a quiz of Moodle, whose number is in the comment in front of it. */
function positionOf(number: number, file: string): number {
  const numbers = [...file.matchAll(/<!-- question: (\d+)/g)].map(([, own]) => Number(own))
  return numbers.length > 0 ? numbers.indexOf(number) : number - 1
}

/** Whether a path leads to what is named by the table, the id of a row and the column. */
function isAtIds(at: string, path: Path, root: Json): boolean {
  const around = path.map((_, length) => valueAt(root, path.slice(0, length + 1)))
  const row = around.find(value => isObject(value) && ['qid', 'aid', 'id'].some(name => name in value))
  const ids = isObject(row) ? Object.values(row).map(String) : around.filter(value => typeof value === 'string')
  const known = new Set([...path.map(String), ...ids, ...(isObject(row) ? Object.keys(row) : [])])
  return at.split('/').every(part => known.has(part))
}

/** What the expected files call the subjects of notes. */
const ABOUT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'branching',
      'calculation',
      'condition',
      'date',
      'feedback',
      'file',
      'html',
      'image',
      'number',
      'other',
      'quota',
      'scale',
      'score',
      'styling',
      'timer',
      'translation',
      'validation',
    ].map(name => [name, name]),
  ),
  duplicate_option: 'duplicate option',
  personal_data: 'personal-data',
  option_text: 'other',
  setting: 'other',
  unknown_kind: 'unknown type',
  video: 'other',
}

/** The right options of those questions that have any. */
export function rightOptions({ questions, questionSettings, groups }: Reading): string[][] {
  const lists = groups.filter(({ kind }) => kind === 'check_list')
  const found = new Map<number, string[]>()
  for (const [at, one] of questionSettings.entries()) {
    const { options: all = [] } = questions[at] as { readonly options?: readonly string[] }
    const right = one?.right !== undefined && 'options' in one.right ? one.right.options : []
    const first = lists.find(({ from, to }) => from <= at && at <= to)?.from ?? at
    if (right.length > 0)
      found.set(first, [...(found.get(first) ?? []), ...right.map(option => squeezed(all[option] ?? ''))])
  }
  return [...found.values()]
}

export function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Texts that stand neither in the survey nor in what its findings say. */
export function lostTexts(
  expected: Expected,
  { title, questions, questionSettings, groups, texts, findings }: Reading,
): string[] {
  const all = squeezed(
    [
      title ?? '',
      JSON.stringify([questions, questionSettings, groups, texts]).replace(/\\n/g, ' ').replace(/\\"/g, '"'),
      ...findings.map(({ read: text }) => text),
    ].join(' '),
  )
  return expected.must_not_lose.filter(text => !all.includes(squeezed(text)))
}
