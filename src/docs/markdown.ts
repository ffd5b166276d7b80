/** A part of a document. Texts may have inline markup, which `inline` and `plainText` read. */
export type Block =
  | { readonly type: 'heading'; readonly level: number; readonly id: string; readonly text: string }
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'list'; readonly isOrdered: boolean; readonly items: readonly string[] }
  | { readonly type: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | CodeBlock

export interface CodeBlock {
  readonly type: 'code'
  /** As behind the fence: `sh`, `json`; empty if there is none. */
  readonly language: string
  /** The name of the file that the code stands in, behind the language; empty if there is none. */
  readonly file: string
  readonly code: string
}

/** Fenced code, or lines up to the next empty one. */
const CHUNKS = /^```(?<language>\S*) ?(?<file>.*)\n(?<code>[\s\S]*?)\n```$|^.+(?:\n.+)*/gm

/**
 * Reads the Markdown that our documents are written in: headings, paragraphs, flat lists, tables and fenced code, each with an
 * empty line around it. All of it means the same to every other reader of Markdown.
 */
export function parseMarkdown(text: string): readonly Block[] {
  return [...text.matchAll(CHUNKS)].map(({ 0: chunk, groups }) =>
    groups?.code === undefined ? blockOf(chunk) : codeOf(groups),
  )
}

function codeOf({ language = '', file = '', code = '' }: Readonly<Record<string, string>>): CodeBlock {
  return { type: 'code', language, file, code }
}

function blockOf(chunk: string): Block {
  const [, hashes, title = ''] = /^(#+) (.+)$/.exec(chunk) ?? []
  if (hashes !== undefined) return { type: 'heading', level: hashes.length, id: headingId(title), text: title }
  if (chunk.startsWith('|')) return tableOf(chunk.split('\n'))
  if (/^(?:-|\d+\.) /.test(chunk)) return listOf(chunk)
  return { type: 'paragraph', text: oneLine(chunk) }
}

function listOf(chunk: string): Block {
  const items = chunk.split(/^(?:-|\d+\.) /m).slice(1)
  return { type: 'list', isOrdered: !chunk.startsWith('-'), items: items.map(oneLine) }
}

function tableOf([head = '', , ...rows]: readonly string[]): Block {
  return { type: 'table', head: cellsOf(head), rows: rows.map(cellsOf) }
}

function cellsOf(row: string): string[] {
  return row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(cell => cell.trim())
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ')
}

/** The id of a heading, as GitHub makes it, so that links work in the repository too. */
function headingId(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

/** A piece of inline markup. */
export type Span =
  | { readonly type: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly type: 'link'; readonly text: string; readonly target: string }

const SPANS =
  /`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<target>[^)\s]+)\)|\*\*(?<strong>[^*]+)\*\*|\*(?<emphasis>[^*\s][^*]*)\*/g

/** The spans of a text, in order. Only the text of a link can have spans of its own. */
export function spansOf(text: string): readonly Span[] {
  const spans: Span[] = []
  let end = 0
  for (const { index, 0: whole, groups = {} } of text.matchAll(SPANS)) {
    if (index > end) spans.push({ type: 'text', text: text.slice(end, index) })
    spans.push(spanOf(groups))
    end = index + whole.length
  }
  if (end < text.length) spans.push({ type: 'text', text: text.slice(end) })
  return spans
}

function spanOf({
  code,
  label,
  target = '',
  strong,
  emphasis = '',
}: Readonly<Record<string, string | undefined>>): Span {
  if (code !== undefined) return { type: 'code', text: code }
  if (label !== undefined) return { type: 'link', text: label, target }
  return strong === undefined ? { type: 'emphasis', text: emphasis } : { type: 'strong', text: strong }
}

/** A text without its markup. */
export function plainText(text: string): string {
  return spansOf(text)
    .map(span => (span.type === 'link' ? plainText(span.text) : span.text))
    .join('')
}
