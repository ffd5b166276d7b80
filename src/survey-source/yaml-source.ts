import {
  type Document,
  isAlias,
  isNode,
  isScalar,
  type Node,
  parseDocument,
  type Scalar,
  visit,
  type YAMLError,
} from 'yaml'
import type { DataSource } from '../domain/surveys/import/data-source.ts'
import type { Json } from '../domain/values/json.ts'
import { PlacedError, placeFinder, placeIn } from '../domain/values/place.ts'
import { DuplicateError } from './json-places.ts'

/** A shared list may be used by every question of a survey; ten shared lists inside one another may not. */
const MAX_ALIASES = 10_000
/** How much a survey may be once its aliases are resolved, in characters. */
const MAX_EXPANDED = 8_000_000
const KNOWN_TAG = /^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq|merge)$/
const TEXT_FIELDS: readonly unknown[] = ['title', 'slug', 'text']
const TEXT_LISTS: readonly unknown[] = ['options', 'values']

/**
 * Reads YAML. Numbers where texts belong are the texts that were written.
 * @param options whether `null` in such a place is a text too, as people mean it in YAML and programs do not in JSON
 * @throws PlacedError
 */
export function readYaml(text: string, { nullIsText = true } = {}): DataSource {
  // The library compares each key with each other key of its map.
  const document = parseDocument(text, { merge: true, prettyErrors: false, uniqueKeys: false, logLevel: 'error' })
  const fail: Fail = (message, offset, Kind = PlacedError) => {
    throw new Kind(message, placeIn(text, offset))
  }
  const [error] = document.errors
  if (error !== undefined) fail(...inWords(error, text))
  const anchors = new Set<string>()
  visit(document, (key, node, path) => {
    if (!isNode(node)) return
    const [from = 0] = node.range ?? []
    if (isAlias(node)) {
      if (anchors.has(node.source)) return
      const advice = `put quotes around a text that begins with "*"`
      return fail(`"*" refers to an anchor, and there is no "&${node.source}" before it; ${advice}`, from)
    }
    if (node.anchor !== undefined) anchors.add(node.anchor)
    if (node.tag !== undefined && !KNOWN_TAG.test(node.tag))
      fail(`"${node.tag}" is not a tag of survey files; put quotes around a text that begins with "!"`, from)
    if (key === 'key' || !isScalar(node)) return checkKeys(node, fail)
    checkComment(node, text, fail)
    const isText = typeof node.value === 'string' || (node.value === null && !nullIsText)
    if (!isText && node.source && isTextField(key, path)) node.value = node.source
  })
  try {
    const value = document.toJS({ maxAliasCount: MAX_ALIASES }) as Json
    requireSize(value)
    const placeAt = placeFinder(text)
    return { value, positionOf: path => placeAt(offsetOf(document, path)) }
  } catch (cause) {
    return fail(
      (cause as Error).message.startsWith('Excessive') ? 'too many uses of anchors' : (cause as Error).message,
      0,
    )
  }
}

type Fail = (message: string, offset: number, kind?: typeof PlacedError) => never

function checkKeys(node: Node, fail: Fail): undefined {
  if (!('items' in node)) return
  const seen = new Set<unknown>()
  for (const item of node.items as { key?: unknown }[]) {
    const { key } = item
    if (!isScalar(key) || key.value === '<<') continue
    const [from = 0] = key.range ?? []
    if (/^[\u00a0\u3000]/.test(String(key.value))) fail(NO_BREAK_SPACE, from)
    if (/^[“”„‘’]/u.test(String(key.value))) fail('a curly quotation mark; write a straight one', from)
    if (seen.has(key.value))
      fail(`${JSON.stringify(key.value)} stands here twice; keep one of them`, from, DuplicateError)
    seen.add(key.value)
  }
}

/** Whoever writes a comment leaves a blank behind its sign. `What is #1?` was meant as a text. */
function checkComment({ type, range }: Scalar, text: string, fail: Fail): void {
  if (range === undefined || range === null || type !== 'PLAIN') return
  const [, end, all] = range
  const [, blanks, comment] = /^([ \t]*)(#[^\s#!][^\n]*)/.exec(text.slice(end, Math.max(all, end + 200))) ?? []
  if (blanks === undefined || comment === undefined) return
  fail(swallowed(comment), end + blanks.length)
}

/** Whether a scalar stands where a survey has a text. The options of right answers are numbers. */
function isTextField(key: unknown, path: readonly unknown[]): boolean {
  const names = path.map(nameOf).filter(name => typeof name === 'string')
  const name = names.at(-1) ?? ''
  if (names.at(-2) === 'right') return false
  return key === 'value' ? TEXT_FIELDS.includes(name) : TEXT_LISTS.includes(name)
}

/** The name of a pair on the path to a value. */
function nameOf(parent: unknown): unknown {
  const isPair = typeof parent === 'object' && parent !== null && 'key' in parent
  return isPair && isScalar(parent.key) ? parent.key.value : undefined
}

/** Aliases cost nothing until the survey is written out, one within the other. */
function requireSize(value: Json): void {
  let left = MAX_EXPANDED
  const pass = (part: Json): void => {
    left -= typeof part === 'string' ? part.length + 2 : 2
    if (left < 0) throw new Error('too long once its anchors are resolved')
    if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) pass(inner)
  }
  pass(value)
}

function offsetOf(document: Document, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return document.contents?.range?.[0] ?? 0
}

export const FENCE = 'the survey stands between "```"; remove these lines'

/** What to write instead, by the code of the library. */
const ADVICE: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'a second ": " in one line; put quotes around a text that contains ": "',
  MULTIPLE_DOCS: 'a second document begins here; remove "---" and write one survey in a file',
  TAB_AS_INDENT: 'a tab; indent with spaces',
  RESOURCE_EXHAUSTION: 'nested too deeply for a survey',
  BAD_SCALAR_START: 'a text cannot begin with this character; put quotes around it',
  MULTILINE_IMPLICIT_KEY: 'a name without ":" behind it; write "name: value"',
  MISSING_CHAR: 'a sign is missing; close what was opened before, such as a quotation mark, or write "name: value"',
  BAD_INDENT:
    'wrong indentation or a bracket that is not closed; indent like the lines around, and close each "[" and "{"',
  BAD_ALIAS: 'a text cannot begin with "*" or "&"; put quotes around it',
  UNEXPECTED_TOKEN:
    'something follows a value that has ended; put quotes around the whole text, and double each quotation mark in it',
}

const ODD_INDENTATION = /^ *[\u00a0\u3000]/m
const NO_BREAK_SPACE = 'a no-break space; indent with ordinary spaces'
/** In a list or map in brackets, which then seems not to end. */
const COMMENT_IN_BRACKETS = /^[^#"'\n]*[[{,][^#"'\n]*[ \t](#[^\s#!][^\n]*)/m
const NO_COMMENT = 'put quotes around the text, or a blank behind "#" if it is a comment'

function inWords({ code, pos: [from], message }: YAMLError, text: string): [message: string, offset: number] {
  if (text.startsWith('```', from)) return [FENCE, from]
  if (/^[“”„‘’]/u.test(text.slice(from))) return ['a curly quotation mark; write a straight one', from]
  const indentation = ODD_INDENTATION.exec(text)
  if (indentation !== null) return [NO_BREAK_SPACE, indentation.index]
  const comment = code === 'BAD_INDENT' ? COMMENT_IN_BRACKETS.exec(text.slice(0, from)) : null
  if (comment?.[1] !== undefined) return [swallowed(comment[1]), text.indexOf(comment[1], comment.index)]
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && /(?:^|\n) *-[^\s-][^\n]*$/.test(text.slice(0, from)))
    return ['a blank is missing behind "-"; write "- name: value"', from]
  if (code === 'MISSING_CHAR' && !message.startsWith('Missing closing'))
    return ['wrong indentation; indent this line like those that it belongs to', from]
  return [ADVICE[code] ?? `${message}; put quotes around texts with special characters`, from]
}

function swallowed(comment: string): string {
  return `${JSON.stringify(comment.trim())} is a comment here and no part of the text; ${NO_COMMENT}`
}
