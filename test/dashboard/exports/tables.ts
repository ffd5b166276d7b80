import assert from 'node:assert/strict'
import { strFromU8, unzipSync } from 'fflate'
import type { Service } from '../../harness.ts'
import type { AdminClient } from '../admin-client.ts'

/** A cell of a workbook: its value, type and style. */
export interface SheetCell {
  readonly value: string | number
  /** `s` for a text; undefined for a number, which a date is too. */
  readonly type: string | undefined
  /** The format of a number, in Excel’s notation. */
  readonly format: string | undefined
  readonly bold: boolean
}

export interface Sheet {
  readonly name: string
  /** Rows and their cells by position; undefined if there is none. */
  readonly rows: readonly (readonly (SheetCell | undefined)[])[]
  readonly xml: string
}

/** Reads CSV as defined by RFC 4180, and nothing else. @throws if it is invalid */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  const fields = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  while (fields.lastIndex < text.length) {
    const at = fields.lastIndex
    const [, quoted, bare = '', end] = fields.exec(text) ?? []
    if (end === undefined) throw new Error(`no field at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`)
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

/** The sheets of a survey's export.xlsx. */
export async function sheetsOf(
  { baseUrl }: Service,
  { id, adminToken }: Pick<AdminClient, 'id' | 'adminToken'>,
): Promise<Sheet[]> {
  const headers = { authorization: `Bearer ${adminToken}` }
  const answer = await fetch(`${baseUrl}/admin/api/${id}/export.xlsx`, { headers })
  assert.equal(answer.status, 200)
  return readWorkbook(new Uint8Array(await answer.arrayBuffer()))
}

export function readWorkbook(file: Uint8Array): Sheet[] {
  const parts = unzipSync(file)
  const part = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
  const texts = elements(part('xl/sharedStrings.xml'), 'si').map(({ inner }) => {
    return elements(inner, 't')
      .map(text => decoded(text.inner))
      .join('')
  })
  const styles = stylesOf(part('xl/styles.xml'))
  return elements(part('xl/workbook.xml'), 'sheet').map(({ attributes: { name = '', sheetId } }) => {
    const xml = part(`xl/worksheets/sheet${sheetId}.xml`)
    return { name: decoded(name), xml, rows: elements(xml, 'row').map(({ inner }) => rowOf(inner, texts, styles)) }
  })
}

interface Style {
  readonly format: string | undefined
  readonly bold: boolean
}

interface Element {
  readonly attributes: Readonly<Record<string, string>>
  readonly inner: string
}

function rowOf(xml: string, texts: readonly string[], styles: readonly Style[]): (SheetCell | undefined)[] {
  const row: (SheetCell | undefined)[] = []
  for (const { attributes, inner } of elements(xml, 'c')) {
    const { r = '', s, t: type } = attributes
    const [{ inner: written } = { inner: '' }] = elements(inner, 'v')
    const value = type === 's' ? (texts[Number(written)] ?? '') : Number(written)
    row[columnOf(r)] = { value, type, ...(styles[Number(s)] ?? { format: undefined, bold: false }) }
  }
  return Array.from(row)
}

function stylesOf(xml: string): Style[] {
  const formats = new Map(elements(xml, 'numFmt').map(({ attributes: a }) => [a.numFmtId, a.formatCode]))
  const fonts = elements(xml, 'font').map(({ inner }) => inner.includes('<b/>'))
  const [{ inner } = { inner: '' }] = elements(xml, 'cellXfs')
  return elements(inner, 'xf').map(({ attributes: { numFmtId, fontId } }) => {
    return { format: formats.get(numFmtId), bold: fonts[Number(fontId ?? 0)] ?? false }
  })
}

/** Elements of one name, which must not be nested. */
function elements(xml: string, name: string): Element[] {
  const found = xml.matchAll(new RegExp(`<${name}((?: [\\w:]+="[^"<]*")*) *(?:/>|>(.*?)</${name}>)`, 'gs'))
  return [...found].map(([, written = '', inner = '']) => {
    const pairs = [...written.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value])
    return { attributes: Object.fromEntries(pairs), inner }
  })
}

/** A1 is 0, B1 is 1, AA7 is 26. */
function columnOf(address: string): number {
  const letters = address.replace(/\d+$/, '')
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * A text as readers decode it: first entities, then ECMA-376 codes such as `_x000D_`.
 * @throws if XML 1.0 does not allow it
 */
function decoded(xml: string): string {
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|<|&(?!#?\w+;)/u.test(xml))
    throw new Error(`no XML: ${xml}`)
  const lines = xml.replaceAll(/\r\n?/g, '\n')
  const text = lines
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '')
  return text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
