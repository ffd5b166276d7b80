import { textToolOf } from './tools/text-formats.ts'
import { isTextTool, TOOL_NAMES, type ToolName } from './tools/tool-names.ts'

/** What a text is; `tool` if it has the form of a tool beside those of data. */
export type Format = 'text' | 'json' | 'yaml' | 'html' | 'xml' | 'tool'

/** What only a parser reads. */
export type DataFormat = Exclude<Format, 'text' | 'html'>

const PLAIN_FORMATS = ['text', 'html', 'json', 'yaml', 'xml'] as const satisfies readonly Format[]
/** The formats that a caller can name: what a text is, or whose file it is. */
export const READ_FORMATS = [...PLAIN_FORMATS, ...TOOL_NAMES] as const
export type ReadFormat = (typeof READ_FORMATS)[number]

const HTML =
  /^<(?:!doctype html|!--|(?:html|head|body|meta|div|p|ul|ol|li|h[1-6]|table|form|span|b|strong|section|article|main|fieldset|label|style|br|a|font)\b)/i
const XML = /^<(?:\?xml|[a-z_][\w.:-]*(?:\s|\/?>))/i
/** A list of JSON begins with a value; brackets around words or nothing are signs of a text. */
const JSON_TEXT = /^(?:\{|\[\s*(?:[{["'“„]|\]\s*$|-?\d+\s*[,\]]|(?:true|false|null)\s*[,\]]))/
const COMMENTED_JSON = /^(?:\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)\s*[{[]/
const YAML_START = /^(?:%YAML|(?:title|slug|theme|questions)[ \t]*:|-[ \t]+(?:\{[ \t]*)?(?:type|text)[ \t]*:)/
const QUESTIONS_KEY = /^(?:questions[ \t]*:[ \t]*(?:[[{#&]|$)|-[ \t]+(?:\{[ \t]*)?(?:type|text)[ \t]*:)/m
/** How much of a text tells what it is. */
const HEAD_LENGTH = 20_000

/** How a text is read if its format is known, or is that of its first lines. */
export function namedFormat(
  text: string,
  name: ReadFormat | undefined,
): { readonly format: Format; readonly tool?: ToolName } {
  const found = formatOf(text)
  if (name === undefined) return { format: found }
  const plain = PLAIN_FORMATS.find(one => one === name)
  if (plain !== undefined) return { format: plain }
  const tool = name as ToolName
  if (found === 'json' || found === 'xml') return { format: found, tool }
  if (isTextTool(tool)) return { format: 'tool', tool }
  // Copied pages and documents of tools whose files are data are texts.
  return { format: found === 'html' ? 'html' : 'text' }
}

/** Recognises a format by its first lines. */
export function formatOf(text: string): Format {
  const head = text.slice(0, HEAD_LENGTH).replace(/^[\s\ufeff\u200b]+/, '')
  if (JSON_TEXT.test(head) || COMMENTED_JSON.test(head)) return 'json'
  if (HTML.test(head)) return 'html'
  if (XML.test(head)) return 'xml'
  if (textToolOf(head) !== undefined) return 'tool'
  const lines = head.split(/\r\n|[\n\r]/).filter(line => line !== '' && !/^(?:#|---[ \t]*$)/.test(line))
  return YAML_START.test(lines[0] ?? '') && QUESTIONS_KEY.test(head) ? 'yaml' : 'text'
}

/** Data between fences, as assistants give it. */
export interface Fenced {
  readonly body: string
  /** Numbers of its first and last line. */
  readonly from: number
  readonly to: number
}

const FENCE = /^[ \t]*(```|~~~)[\w-]*[ \t]*$/

/** The first part between fences that is data. */
export function fencedData(lines: readonly string[]): Fenced | undefined {
  let start: number | undefined
  for (const [at, line] of lines.entries()) {
    if (!FENCE.test(line)) continue
    if (start === undefined) start = at
    else {
      const fenced = fencedPart(lines, start, at)
      if (fenced !== undefined) return fenced
      start = undefined
    }
  }
  return start === undefined ? undefined : fencedPart(lines, start, lines.length)
}

function fencedPart(lines: readonly string[], start: number, end: number): Fenced | undefined {
  const body = lines.slice(start + 1, end).join('\n')
  const format = formatOf(body)
  return format === 'json' || format === 'yaml' ? { body, from: start + 2, to: end } : undefined
}
