import { JSON_DEPTH } from './limits.ts'
import { Refusal } from './refusal.ts'

/** A JSON value. A number that a double would round is a `RawNumber`, so that it is written again as it was sent. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject | RawNumber
export type JsonObject = { readonly [name: string]: Json }

/** The digits of a number as they were sent; `JSON.stringify` writes them unquoted. */
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
 * Reads a request body. Nothing is rounded and no member is lost, however it is named.
 * @throws Refusal `invalid JSON` for what does not parse or is nested deeper than 200 levels.
 */
export function parseJson(text: string): Json {
  const exact = scan(text)
  try {
    return exact ? JSON.parse(text) : new ExactReader(text).read()
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal('invalid_json')
    throw error
  }
}

/** The same for a body with fields: what parses but is no object has none of them. */
export function parseFields(text: string): JsonObject {
  const value = parseJson(text)
  return isObject(value) ? value : {}
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawJSON(value)
}

export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

const QUOTE = 34
const BACKSLASH = 92
const MINUS = 45
const isDigit = (code: number) => code >= 48 && code <= 57
const isOpening = (code: number) => code === 91 || code === 123
const isExponent = (code: number) => code === 69 || code === 101
const isClosing = (code: number) => code === 93 || code === 125

/**
 * One pass over the text before it is parsed, 3 ms for a full body: refuses what is nested too deep (the parser itself
 * would take 100,000 levels and a later walk would not), and says whether doubles hold every number in it.
 */
function scan(text: string): boolean {
  let depth = 0
  let exact = true
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (isOpening(code)) {
      if (++depth > JSON_DEPTH) throw new Refusal('invalid_json')
    } else if (isClosing(code)) depth--
    else if (isDigit(code) || code === MINUS) {
      const end = endOfNumber(text, at)
      exact &&= isExact(text, at, end)
      at = end - 1
    }
  }
  return exact
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

/** Up to 15 digits with an exponent of two always fit a double; anything else is compared digit by digit. */
function isExact(text: string, start: number, end: number): boolean {
  let short = end - start <= 15
  for (let at = start; short && at < end - 3; at++) short = !isExponent(text.charCodeAt(at))
  if (short) return true
  const source = text.slice(start, end)
  return decimal(source) === decimal(String(Number(source)))
}

/**
 * One spelling for every spelling of a decimal number: sign, significant digits, exponent. What is no number, or has an
 * exponent that no double reaches, is its own spelling. Zeros are trimmed by hand: a pattern would try every run of them.
 */
function decimal(source: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? []
  if (sign === undefined || exponent.length > 9) return source
  const digits = whole + fraction
  let first = 0
  let last = digits.length
  while (digits[first] === '0') first++
  while (last > first && digits[last - 1] === '0') last--
  if (first === last) return '0'
  return `${sign}${digits.slice(first, last)}e${Number(exponent) - fraction.length + digits.length - last}`
}

/**
 * Reads a text that holds a number which a double would round. Run only after the platform's own parser has accepted
 * the text, so that it need not judge; the platform's reviver does the same at fifty times the cost per value.
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

  /** The code of the next character that is no white space. */
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
    this.#members(93, () => items.push(this.read()))
    return items
  }

  /** Built from entries: a member named `__proto__` is plain data. */
  #object(): Json {
    const members: [string, Json][] = []
    this.#members(125, () => {
      const name = this.#string()
      this.#next()
      this.#at++
      members.push([name, this.read()])
    })
    return Object.fromEntries(members)
  }

  /** Reads members up to the closing bracket, past the commas between them. */
  #members(closing: number, member: () => void): void {
    this.#at++
    while (this.#next() !== closing) {
      member()
      if (this.#next() === 44) this.#at++
      this.#next()
    }
    this.#at++
  }
}
