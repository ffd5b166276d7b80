import { Refusal } from './refusal.ts'

/**
 * A part of an object's text that can be parsed by itself: the value of a member, or an element of a list that is a
 * member.
 */
export interface JsonPiece {
  readonly name: string
  readonly text: string
  readonly isElement: boolean
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const BACKSLASH = 92
const [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [91, 93, 123, 125]

/**
 * Splits the text of one JSON object, which arrives in parts, into pieces, so that reading a file of any length takes
 * only the memory of its longest piece. The parser of a piece decides whether it is valid.
 */
export class JsonPieces {
  readonly #lists: readonly string[]
  readonly #longest: number
  /** The beginning of the current piece, from earlier parts. It is joined only when the piece has ended. */
  #earlier: string[] = []
  #earlierLength = 0
  /** Where the rest of the current piece begins and where reading continues, in the current part. */
  #start = 0
  #at = 0
  #text = ''
  #depth = 0
  #isInString = false
  /** Name of the current member; undefined before its colon. */
  #name: string | undefined
  /** Where the current piece is. */
  #place: 'members' | 'elements' | 'after a list' = 'members'
  /** Whether it is the first there, so that a bracket may close immediately. */
  #isFirst = true
  #hasEnded = false
  #pieces: JsonPiece[] = []

  /** @param lists the members whose elements are pieces @param longest maximum number of characters in a piece */
  constructor(lists: readonly string[], longest: number) {
    this.#lists = lists
    this.#longest = longest
  }

  /** @returns the pieces that end in this part @throws Refusal `invalid JSON` */
  push(part: string): readonly JsonPiece[] {
    // An escape can reach into this part.
    this.#at -= this.#text.length
    this.#text = part
    this.#start = 0
    this.#pieces = []
    for (; this.#at < part.length; this.#at++) this.#read(part.charCodeAt(this.#at))
    this.#earlier.push(part.slice(this.#start))
    this.#earlierLength += part.length - this.#start
    if (this.#earlierLength > this.#longest) throw invalid()
    return this.#pieces
  }

  /** @throws Refusal `invalid JSON` if the object has not ended */
  end(): void {
    if (!this.#hasEnded) throw invalid()
  }

  #read(code: number): void {
    if (this.#isInString) {
      if (code === BACKSLASH) this.#at++
      else if (code === QUOTE) this.#isInString = false
    } else if (code === OPENING_BRACE || code === OPENING_BRACKET) this.#open(code)
    else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) this.#close(code)
    else if (this.#depth === 0) checkBlank(String.fromCharCode(code))
    else if (code === QUOTE) this.#isInString = true
    else if (code === COMMA && this.#isBetweenPieces) this.#finish()
    else if (code === COLON && this.#depth === 1 && this.#name === undefined) this.#readName()
  }

  get #isBetweenPieces(): boolean {
    return this.#depth === (this.#place === 'elements' ? 2 : 1)
  }

  #open(code: number): void {
    if (this.#depth === 0) {
      if (code !== OPENING_BRACE || this.#hasEnded) throw invalid()
      this.#take()
    } else if (this.#depth === 1 && code === OPENING_BRACKET && this.#lists.includes(this.#name ?? '')) {
      checkBlank(this.#take())
      this.#place = 'elements'
      this.#isFirst = true
    }
    this.#depth++
  }

  #close(code: number): void {
    if (this.#depth === 0) throw invalid()
    if (this.#isBetweenPieces) {
      const isList = this.#place === 'elements'
      if (code !== (isList ? CLOSING_BRACKET : CLOSING_BRACE)) throw invalid()
      if (this.#isFirst && this.#name === undefined) checkBlank(this.#take())
      else if (this.#isFirst && isList && this.#isBlank) this.#take()
      else this.#finish()
      if (isList) this.#place = 'after a list'
      else this.#hasEnded = true
    }
    this.#depth--
  }

  #readName(): void {
    const name = parse(this.#take())
    if (typeof name !== 'string') throw invalid()
    this.#name = name
  }

  /** Ends a piece at a comma or a bracket. */
  #finish(): void {
    const text = this.#take()
    if (this.#place === 'after a list') checkBlank(text)
    else {
      if (this.#name === undefined || text.trim() === '' || text.length > this.#longest) throw invalid()
      this.#pieces.push({ name: this.#name, text, isElement: this.#place === 'elements' })
    }
    this.#isFirst = false
    if (this.#place === 'elements') return
    this.#place = 'members'
    this.#name = undefined
  }

  get #isBlank(): boolean {
    return this.#piece.trim() === ''
  }

  /** The text of the current piece up to here. */
  get #piece(): string {
    return this.#earlier.join('') + this.#text.slice(this.#start, this.#at)
  }

  /** The same; the next piece begins after the current character. */
  #take(): string {
    const piece = this.#piece
    this.#earlier = []
    this.#earlierLength = 0
    this.#start = this.#at + 1
    return piece
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid()
  }
}

function checkBlank(text: string): void {
  if (text.trim() !== '') throw invalid()
}

function invalid(): Refusal {
  return new Refusal('invalid_json')
}
