import { Refusal } from './refusal.ts'

/** Nesting depth of arrays and objects in a body. */
const JSON_DEPTH = 200
/** Members of all objects in a body: the engine's parser takes a millisecond for every thousand. */
export const JSON_MEMBERS = 50_000
/** Texts in a body that are values. It takes half as long for those of the worst kind, which are short numbers. */
const JSON_TEXTS = 30_000
/** Values in a body that contains a number which does not fit a double. Such bodies need a slower parser of our own. */
export const JSON_EXACT_VALUES = 25_000

/**
 * A JSON value. A number that would be written differently from how it was sent is a `RawNumber`, so that it is
 * returned unchanged; code that interprets a number reads it with `numberIn`.
 */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject | RawNumber
export type JsonObject = { readonly [name: string]: Json }

/** A number as sent. `JSON.stringify` writes its digits unquoted. */
declare const rawNumber: unique symbol
interface RawNumber {
  readonly [rawNumber]: true
}

// The platform has these (ES2026, "JSON.parse source text access"), but the compiler's library does not know them yet.
// In browsers that lack them, no number is raw.
const { rawJSON = Number, isRawJSON = () => false } = JSON as unknown as {
  readonly rawJSON?: (text: string) => Json
  readonly isRawJSON?: (value: unknown) => boolean
}

/**
 * Parses a request body. No number is rounded, and no member is lost, whatever its name. In a body of up to 25,000
 * values, numbers keep their spelling and members their order.
 * @throws Refusal `invalid JSON` if the text does not parse, is nested deeper than 200 levels or has too many members or
 * texts
 */
export function parseJson(text: string): Json {
  const { depth, members, texts, values, isExact, isPlain } = scan(text)
  const isLarge = values > JSON_EXACT_VALUES
  // The parser accepts deep nesting, but it would overflow the stack of a later recursive walk. Many texts would block
  // other requests.
  const isTooLarge = members > JSON_MEMBERS || texts > JSON_TEXTS || (!isExact && isLarge)
  if (depth > JSON_DEPTH || isTooLarge) throw new Refusal('invalid_json')
  try {
    return read(text, isPlain || isLarge)
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal('invalid_json')
    throw error
  }
}

/**
 * Reads JSON written by the service or its pages. It can have more members than a request body: an index for each
 * question, and two for each count.
 */
export function readJson(text: string): Json {
  return read(text, scan(text).isPlain)
}

/**
 * Reads JSON of a file that the service has written, unless somebody else has: it may be as large as what the service
 * writes, but is nested no deeper than a body.
 * @throws Refusal `invalid JSON`, SyntaxError
 */
export function readFileJson(text: string): Json {
  const { depth, isPlain } = scan(text)
  if (depth > JSON_DEPTH) throw new Refusal('invalid_json')
  return read(text, isPlain)
}

function read(text: string, isPlain: boolean): Json {
  return isPlain ? JSON.parse(text) : new ExactReader(text).read()
}

/** Parses a body that has fields. A value that is not an object counts as an object without fields. */
export function parseFields(text: string): JsonObject {
  const value = parseJson(text)
  return isObject(value) ? value : {}
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value)
}

export function isRawNumber(value: Json): value is RawNumber {
  return isRawJSON(value)
}

/** A number in any spelling. @returns undefined for anything else, and for a number that a double would round */
export function numberIn(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value
  if (value === undefined || !isRawNumber(value)) return undefined
  const text = JSON.stringify(value)
  return isExactNumber(text, 0, text.length) ? Number(text) : undefined
}

export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

const QUOTE = 34
const BACKSLASH = 92
const MINUS = 45
const COMMA = 44
const COLON = 58
const CLOSING_BRACKET = 93
const CLOSING_BRACE = 125
const POINT = 46
const ZERO = 48
const OWN = { writable: true, enumerable: true, configurable: true }
const isDigit = (code: number) => code >= 48 && code <= 57
const isOpening = (code: number) => code === 91 || code === 123
const isExponent = (code: number) => code === 69 || code === 101
const isClosing = (code: number) => code === 93 || code === 125

/** The cost of parsing a text, and what `JSON.parse` would lose of it. */
interface Scan {
  readonly depth: number
  readonly members: number
  /** Strings that are values, not names. */
  readonly texts: number
  readonly values: number
  /** Doubles can represent all numbers. */
  readonly isExact: boolean
  /**
   * All numbers are spelled as they would be written, and no name looks like an integer, which would be moved to the
   * front.
   */
  readonly isPlain: boolean
}

/** Scans the text before it is parsed (3 ms for 1 MiB). */
function scan(text: string): Scan {
  let open = 0
  let depth = 0
  let members = 0
  let strings = 0
  let values = 1
  let isExact = true
  let isPlain = true
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(text, at)
      strings++
      isPlain &&= !isMovingName(text, at, end)
      at = end
    } else if (isOpening(code)) {
      values++
      depth = Math.max(depth, ++open)
    } else if (isClosing(code)) open--
    else if (code === COMMA) values++
    else if (code === COLON) members++
    else if (isDigit(code) || code === MINUS) {
      const end = endOfNumber(text, at)
      isPlain &&= isPlainNumber(text, at, end)
      isExact &&= isPlain || isExactNumber(text, at, end)
      at = end - 1
    }
  }
  return { depth, members, texts: strings - members, values, isExact, isPlain }
}

/** Whether a string is a name, and possibly one that objects list before all others. An escape can hide its digits. */
function isMovingName(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start + 1)
  if (!isDigit(first) && first !== BACKSLASH) return false
  let at = end + 1
  while (text.charCodeAt(at) <= 32) at++
  return text.charCodeAt(at) === COLON
}

/** The position of the quote that ends the string begun at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1
  while (isNumberPart(text.charCodeAt(at))) at++
  return at
}

/** Digits, sign, point, exponent. */
function isNumberPart(code: number): boolean {
  return isDigit(code) || code === POINT || isExponent(code) || code === 43 || code === MINUS
}

/**
 * Whether a number is spelled as it would be written. Most numbers, such as 12 and -0.75, can be recognised without a
 * conversion: those of up to 15 digits, unless they are so small that they are written with an exponent.
 */
function isPlainNumber(text: string, start: number, end: number): boolean {
  const digits = text.charCodeAt(start) === MINUS ? start + 1 : start
  const hasZero = text.charCodeAt(digits) === ZERO
  const isShort = end - digits <= (hasZero ? 8 : 15)
  const isMinusZero = hasZero && digits > start && end === digits + 1
  if (isShort && isPlainDecimal(text, digits, end)) return !isMinusZero
  const source = text.slice(start, end)
  return String(Number(source)) === source
}

/** Whether digits contain at most one point and do not end in zero after it. */
function isPlainDecimal(text: string, start: number, end: number): boolean {
  let hasPoint = false
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === POINT && !hasPoint) hasPoint = true
    else if (!isDigit(code)) return false
  }
  const last = text.charCodeAt(end - 1)
  return hasPoint ? last !== ZERO && last !== POINT : true
}

/** Up to 15 digits with a two-digit exponent always fit a double. Other numbers are compared digit by digit. */
function isExactNumber(text: string, start: number, end: number): boolean {
  let isShort = end - start <= 15
  for (let at = start; isShort && at < end - 3; at++) isShort = !isExponent(text.charCodeAt(at))
  if (isShort) return true
  const source = text.slice(start, end)
  return normalizeDecimal(source) === normalizeDecimal(String(Number(source)))
}

/** An object with some members replaced in place, and new ones at the end. */
export function withMembers(object: JsonObject, changes: JsonObject): JsonObject {
  return inOrder({ ...object, ...changes }, () => [...Object.keys(object), ...Object.keys(changes)])
}

/** Members in the order of these names. Objects list names that look like integers first, so most have no such name. */
function inOrder(members: JsonObject, names: () => Iterable<string>): JsonObject {
  for (const first in members) {
    if (!isDigit(first.charCodeAt(0))) return members
    const sent = [...new Set(names())]
    return new Proxy(members, { ownKeys: () => sent })
  }
  return members
}

/**
 * Normalizes a decimal number to sign, significant digits and exponent. Text that is not a number, or whose exponent is
 * beyond any double, is returned unchanged. Zeros are trimmed in a loop: a regular expression would backtrack over
 * every run of them.
 */
export function normalizeDecimal(source: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? []
  if (sign === undefined) return source
  const digits = whole + fraction
  let first = 0
  let last = digits.length
  while (digits[first] === '0') first++
  while (last > first && digits[last - 1] === '0') last--
  if (first === last) return '0'
  if (exponent.length > 9) return source
  return `${sign}${digits.slice(first, last)}e${Number(exponent) - fraction.length + digits.length - last}`
}

/**
 * Parses a text of which `JSON.parse` would lose something: digits, the spelling of a number, or the order of members.
 * It runs only after `JSON.parse` has accepted the text, so it does not validate. A reviver of `JSON.parse` would do
 * the same at fifty times the cost per value.
 */
class ExactReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    JSON.parse(text)
    this.#text = text
  }

  read(): Json {
    const code = this.#next()
    if (code === QUOTE) return this.#string()
    if (code === 91) return this.#array()
    if (code === 123) return this.#object()
    if (isDigit(code) || code === MINUS) return this.#number()
    return this.#word()
  }

  /** The code of the next character that is not white space. */
  #next(): number {
    while (this.#text.charCodeAt(this.#at) <= 32) this.#at++
    return this.#text.charCodeAt(this.#at)
  }

  #string(): string {
    const start = this.#at
    this.#at = endOfString(this.#text, start) + 1
    return JSON.parse(this.#text.slice(start, this.#at))
  }

  #number(): Json {
    const start = this.#at
    this.#at = endOfNumber(this.#text, start)
    const source = this.#text.slice(start, this.#at)
    return isPlainNumber(this.#text, start, this.#at) ? Number(source) : rawJSON(source)
  }

  #word(): Json {
    const word = ['true', 'false', 'null'].find(candidate => this.#text.startsWith(candidate, this.#at)) ?? ''
    this.#at += word.length
    return JSON.parse(word)
  }

  #array(): Json {
    const items: Json[] = []
    this.#at++
    while (this.#next() !== CLOSING_BRACKET) {
      items.push(this.read())
      this.#skipComma()
    }
    this.#at++
    return items
  }

  #object(): Json {
    const members: Record<string, Json> = {}
    const names = new Set<string>()
    this.#at++
    while (this.#next() !== CLOSING_BRACE) {
      const name = this.#string()
      this.#next()
      this.#at++
      const value = this.read()
      names.add(name)
      // Like any other member, it is plain data; an assignment would set the prototype.
      if (name === '__proto__') Object.defineProperty(members, name, { value, ...OWN })
      else members[name] = value
      this.#skipComma()
    }
    this.#at++
    return inOrder(members, () => names)
  }

  #skipComma(): void {
    if (this.#next() === COMMA) this.#at++
  }
}
