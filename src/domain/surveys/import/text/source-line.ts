/** A line of an input, as people meant it. */
export interface SourceLine {
  /** From 1, as an editor counts. */
  readonly number: number
  /** Of the last of several lines that were wrapped. */
  readonly lastNumber?: number
  /** Of the first character that shows, from 1. */
  readonly column: number
  /** Width of the white space in front. */
  readonly indent: number
  /** Without invisible characters, marks of quotation and of emphasis. Empty for a blank line. */
  readonly text: string
  /** As it stands in the input. */
  readonly raw: string
  /** Whether all of it was emphasised, as headings in documents and chats are. */
  readonly isBold: boolean
  /** Whether its number stood in the line above. */
  readonly isJoined?: boolean
}

const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
const LINE_BREAKS = new RegExp(LINE_BREAK, 'g')
/** Marks of direction, joiners of nothing, byte order marks and soft hyphens. Joiners inside words and emoji show, and stay. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]|&nbsp;/g
/** A sign of quotation. In front of an amount alone it says *more than*. */
const QUOTED = /^[ \t]*>(?![ \t]?[€$£]?[\d.,]+[ \t]*(?:%|€|\p{L}{1,8})?$)(?:[ \t]{0,3}>)*[ \t]?/u
const ESCAPED = /\\([\\`*_{}[\]()#+\-.!>~|])/g
const LINE_TAG = /<br ?\/?>/gi
const TAB_WIDTH = 4
/** Emphasis is not looked for in longer lines. */
export const LINE_LENGTH = 3_000

/** @param limit of the lines that are asked for */
export function splitLines(text: string, limit?: number): string[] {
  return text.split(LINE_BREAK, limit)
}

export function countLines(text: string): number {
  let count = 1
  for (const _ of text.matchAll(LINE_BREAKS)) count++
  return count
}

export function readLine(source: string, number: number): SourceLine {
  // What is far too long is not cleaned either.
  const raw = source.length > 4 * LINE_LENGTH ? source.slice(0, 4 * LINE_LENGTH) : source
  const visible = raw.replace(INVISIBLE, '').replace(BLANKS, ' ')
  const body = visible.replace(QUOTED, '')
  const content = body.trim().replace(/ {2,}/g, ' ')
  const escaped = content.length > LINE_LENGTH ? content : content.replace(LINE_TAG, ' ').replace(ESCAPED, '$1').trim()
  const text = content.length > LINE_LENGTH ? content : withoutEmphasis(withoutQuotes(escaped))
  return {
    number,
    column: columnOf(raw, content),
    indent: widthOf(body.slice(0, body.length - body.trimStart().length)),
    text,
    raw,
    isBold: isEmphasised(escaped) && text !== '',
  }
}

function columnOf(raw: string, content: string): number {
  const at = content === '' ? -1 : raw.indexOf(content.charAt(0))
  return at < 0 ? 1 : [...raw.slice(0, at)].length + 1
}

function widthOf(blanks: string): number {
  let width = 0
  for (const one of blanks) width = one === '\t' ? width + TAB_WIDTH - (width % TAB_WIDTH) : width + 1
  return width
}

function isEmphasised(text: string): boolean {
  return /^(\*\*|__)[^*_]+\1:?$/.test(text)
}

/** A sheet with one column is copied with quotation marks around its cells. */
function withoutQuotes(text: string): string {
  return /^"[^"]+"$/.test(text) ? text.slice(1, -1).trim() : text
}

/** Without the signs of Markdown around bold and italic words. A star that stands alone marks something, and stays. */
function withoutEmphasis(text: string): string {
  if (!/[*_]/.test(text)) return text
  return (
    text
      .replace(/\*\*(?! )([^*]+)\*\*/g, '$1')
      // Blanks for a date have nothing between them that could be bold.
      .replace(/__(?! )([^_]+)__/g, (all, inner: string) => (/[\p{L}\p{N}]/u.test(inner) ? inner : all))
      .replace(/(^|[\s(])\*(?=\S)([^*]*[^\s*])\*(?=[\s).,:;!?]|$)/g, '$1$2')
      .replace(/(^|[\s(])_(?=[^\s_])([^_]*[^\s_])_(?=[\s).,:;!?]|$)/g, '$1$2')
      .trim()
  )
}
