import { type Json, readJson } from './json.ts'

/**
 * An object member that is already JSON text, as questions and answers are stored. `JSON.stringify` writes it without
 * losing a digit, and `writeJson` even without parsing it.
 */
export class JsonText {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toJSON(): Json {
    if (embedded === undefined) return readJson(this.#text)
    embedded.push(this.#text)
    return '\0'
  }
}

/** What `toJSON` writes instead of the text. */
const PLACEHOLDER = '"\\u0000"'

/** The texts found by the current call of `writeJson`, which is synchronous. */
let embedded: string[] | undefined

/** `JSON.stringify` for objects that contain JSON texts: each is inserted unchanged, at the cost of copying it. */
export function writeJson(value: unknown): string {
  const texts: string[] = []
  const around = stringifyAround(value, texts)
  if (texts.length === 0) return around
  const parts = around.split(PLACEHOLDER)
  // None of our texts contains a NUL, but correctness must not depend on that.
  if (parts.length !== texts.length + 1) return JSON.stringify(value)
  return parts.map((part, at) => (at === 0 ? part : `${texts[at - 1]}${part}`)).join('')
}

function stringifyAround(value: unknown, texts: string[]): string {
  embedded = texts
  try {
    return JSON.stringify(value)
  } finally {
    embedded = undefined
  }
}
