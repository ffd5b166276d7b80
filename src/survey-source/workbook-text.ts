import { listAt, textAt, valueAt } from '../domain/surveys/import/foreign/json-fields.ts'
import { MAX_IMPORT_BYTES } from '../domain/surveys/limits.ts'
import { isObject, type Json } from '../domain/values/json.ts'
import type { OfficeParts } from './office-parts.ts'
import { readXml } from './xml-source.ts'

/** Sheets of a workbook that are read. */
const MAX_SHEETS = 50
/** Columns of a sheet that are read: more than any form has. */
const MAX_COLUMNS = 1_000
const NEEDS_QUOTES = /["\t\n\r]/

/** Files of a workbook that have its texts. */
export const WORKBOOK_PARTS =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[\w-]+\.xml)$/

/**
 * The sheets of a workbook as a text: cells behind tabs, a line for each row, blank ones too. Where there are several
 * sheets, `# ` and its name stand above each.
 * @throws Error or RangeError if a part is damaged or nested too deeply
 */
export function workbookLines(parts: OfficeParts): string {
  const texts = parts['xl/sharedStrings.xml'] === undefined ? [] : sharedTexts(xmlOf(parts, 'xl/sharedStrings.xml'))
  const sheets = sheetsOf(parts).map(({ name, path }) => ({ name, text: sheetText(xmlOf(parts, path), texts) }))
  const filled = sheets.filter(({ text }) => text !== '')
  const [first] = filled
  if (filled.length < 2) return first?.text ?? ''
  return filled.map(({ name, text }) => `# ${name}\n${text}`).join('\n')
}

function xmlOf(parts: OfficeParts, path: string): Json {
  const part = parts[path]
  return part === undefined ? null : readXml(part).value
}

/** In the order of the workbook: the numbers of its files have another. */
function sheetsOf(parts: OfficeParts) {
  const relations = listAt(valueAt(xmlOf(parts, 'xl/_rels/workbook.xml.rels'), ['Relationships', 0]), 'Relationship')
  const targets = new Map(relations.map(one => [textAt(one, '@Id'), textAt(one, '@Target')]))
  const sheets = listAt(valueAt(xmlOf(parts, 'xl/workbook.xml'), ['workbook', 0, 'sheets', 0]), 'sheet')
  return sheets.slice(0, MAX_SHEETS).map(sheet => {
    const target = targets.get(textAt(sheet, '@r:id')) ?? ''
    return { name: textAt(sheet, '@name'), path: target.startsWith('/') ? target.slice(1) : `xl/${target}` }
  })
}

function sharedTexts(value: Json): readonly string[] {
  return listAt(valueAt(value, ['sst', 0]), 'si').map(richText)
}

/** A text in one piece or in several with a format each. */
function richText(value: Json | undefined): string {
  const runs = listAt(value, 'r')
  return runs.length > 0 ? runs.map(plainText).join('') : plainText(value)
}

function plainText(value: Json | undefined): string {
  const text = isObject(value) ? value.t : undefined
  return typeof text === 'string' ? text : textAt(listAt(value, 't')[0], '#text')
}

function sheetText(sheet: Json, texts: readonly string[]): string {
  const lines: string[] = []
  for (const row of listAt(valueAt(sheet, ['worksheet', 0, 'sheetData', 0]), 'row')) {
    const number = Number(textAt(row, '@r')) || lines.length + 1
    // Blank rows are left out of files. A number far beyond the others is a mistake.
    while (lines.length < number - 1 && lines.length < MAX_IMPORT_BYTES / 100) lines.push('')
    lines.push(rowText(row, texts))
  }
  return lines.some(line => line !== '') ? `${lines.join('\n')}\n` : ''
}

function rowText(row: Json, texts: readonly string[]): string {
  const cells: string[] = []
  for (const cell of listAt(row, 'c')) {
    const column = columnOf(textAt(cell, '@r')) ?? cells.length
    if (column >= MAX_COLUMNS) break
    while (cells.length < column) cells.push('')
    cells[column] = cellText(cell, texts)
  }
  while (cells.at(-1) === '') cells.pop()
  return cells.map(cell => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t')
}

/** `C12` is in column 2. */
function columnOf(reference: string): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? []
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText(cell: Json, texts: readonly string[]): string {
  const [type, value] = [textAt(cell, '@t'), textAt(cell, 'v')]
  if (type === 's') return (texts[Number(value)] ?? '').trim()
  if (type === 'inlineStr') return richText(listAt(cell, 'is')[0]).trim()
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  // Whole numbers are often written with a decimal point.
  return type === '' || type === 'n' ? value.replace(/\.0+$/, '') : value.trim()
}
