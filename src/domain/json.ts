import { JSON_DEPTH, JSON_EXACT_VALUES, JSON_MEMBERS } from './limits.ts'
import { Refusal } from './refusal.ts'

/** A JSON value. A number that a double cannot represent is a `RawNumber`, so that its digits survive. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject | RawNumber
export type JsonObject = { readonly [name: string]: Json }

/** A number as it was sent. `JSON.stringify` writes its digits unquoted. */
declare const rawNumber: unique symbol
interface RawNumber {
  readonly [rawNumber]: true
}

// The platform has these (ES2026, "JSON.parse source text access"); the compiler's library does not know them yet, and in
// browsers that have neither no number is raw.
const { rawJSON, isRawJSON = () => false } = JSON as unknown as {
  rawJSON(text: string): RawNumber
  isRawJSON(value: unknown): boolean
}

/**
 * Parses a request body. No number is rounded, and no member is lost, whatever its name.
 * @throws Refusal `invalid JSON` when the text does not parse, is nested deeper than 200 levels or has too many members
 */
export function parseJson(text: string): Json {
  const { depth, members, values, exact } = scan(text)
  // Deep nesting, which the parser accepts, would overflow the stack of a later recursive walk; many members would block
  // other requests.
  if (depth > JSON_DEPTH || members > JSON_MEMBERS || (!exact && values > JSON_EXACT_VALUES))
    throw new Refusal('invalid_json')
  try {
    return read(text, exact)
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal('invalid_json')
    throw error
  }
}

/** Reads JSON that the service or its pages have written. It can have more members than a body: an index of each question, two for each count. */
export function readJson(text: string): Json {
  return read(text, scan(text).exact)
}

function read(text: string, exact: boolean): Json {
  return exact ? JSON.parse(text) : new ExactReader(text).read()
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
const PLAIN = { writable: true, enumerable: true, configurable: true }
const isDigit = (code: number) => code >= 48 && code <= 57
const isOpening = (code: number) => code === 91 || code === 123
const isExponent = (code: number) => code === 69 || code === 101
const isClosing = (code: number) => code === 93 || code === 125

/** What a text would cost to parse, and whether a double can represent every number in it. */
interface Scan {
  readonly depth: number
  readonly members: number
  readonly values: number
  readonly exact: boolean
}

/** Scans the text before it is parsed (3 ms for 1 MiB). */
function scan(text: string): Scan {
  let open = 0
  let depth = 0
  let members = 0
  let values = 1
  let exact = true
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (isOpening(code)) {
      values++
      depth = Math.max(depth, ++open)
    } else if (isClosing(code)) open--
    else if (code === COMMA) values++
    else if (code === COLON) members++
    else if (isDigit(code) || code === MINUS) {
      const end = endOfNumber(text, at)
      exact &&= isExact(text, at, end)
      at = end - 1
    }
  }
  return { depth, members, values, exact }
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
  return isDigit(code) || code === 46 || isExponent(code) || code === 43 || code === MINUS
}

/** Up to 15 digits with a two-digit exponent always fit a double. Other numbers are compared digit by digit. */
function isExact(text: string, start: number, end: number): boolean {
  let short = end - start <= 15
  for (let at = start; short && at < end - 3; at++) short = !isExponent(text.charCodeAt(at))
  if (short) return true
  const source = text.slice(start, end)
  const double = String(Number(source))
  return double === source || normalizeDecimal(source) === normalizeDecimal(double)
}

/**
 * Normalizes a decimal number to sign, significant digits and exponent. Text that is not a number, or whose exponent no
 * double reaches, is returned unchanged. Zeros are trimmed in a loop: a regular expression would backtrack over every run of them.
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
 * Parses a text with a number that a double would round. It runs only after `JSON.parse` has accepted the text, so it
 * does not validate. A reviver of `JSON.parse` would do the same at fifty times the cost per value.
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
    return isExact(this.#text, start, this.#at) ? Number(source) : rawJSON(source)
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
    this.#at++
    while (this.#next() !== CLOSING_BRACE) {
      const name = this.#string()
      this.#next()
      this.#at++
      const value = this.read()
      // An assignment would set the prototype. Like any other member, it is plain data.
      if (name === '__proto__') Object.defineProperty(members, name, { value, ...PLAIN })
      else members[name] = value
      this.#skipComma()
    }
    this.#at++
    return members
  }

  #skipComma(): void {
    if (this.#next() === COMMA) this.#at++
  }
}
