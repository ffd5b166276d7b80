/** The member of a full read that holds the responses. */
const MEMBER = 'responses'
/** Depths of nesting: in the document, in the list of responses, in one of them. */
const DOCUMENT = 1
const LIST = 2
const ITEM = 3

/**
 * Cuts the responses out of a full read that arrives piece by piece. It keeps no more than one of them, however many there are.
 * It expects valid JSON, which each response is parsed as.
 */
export class ResponseScanner {
  #text = ''
  #at = 0
  #depth = 0
  #hasBegun = false
  #inString = false
  #inList = false
  /** Where the name or the response that is being read begins. */
  #start = 0
  #name = ''

  /** Whether the document has ended. */
  get isComplete(): boolean {
    return this.#hasBegun && this.#depth === 0
  }

  /** The JSON of the responses that end in this piece. */
  *push(piece: string): Generator<string> {
    this.#text = this.#text.slice(this.#start) + piece
    this.#at -= this.#start
    this.#start = 0
    for (; this.#at < this.#text.length; this.#at++) {
      if (this.#inString) this.#inside()
      else if (this.#outside()) yield this.#text.slice(this.#start, this.#at + 1)
    }
    if (!this.#isKeeping()) this.#start = this.#text.length
  }

  #inside(): void {
    const character = this.#text[this.#at]
    if (character === '\\') this.#at++
    if (character !== '"') return
    this.#inString = false
    if (this.#depth === DOCUMENT) this.#name = this.#text.slice(this.#start + 1, this.#at)
  }

  /** @returns whether a response ends here */
  #outside(): boolean {
    switch (this.#text[this.#at]) {
      case '"':
        this.#inString = true
        if (this.#depth === DOCUMENT) this.#start = this.#at
        return false
      case '{':
      case '[':
        this.#open()
        return false
      case '}':
      case ']':
        return this.#close()
      default:
        return false
    }
  }

  #open(): void {
    this.#hasBegun = true
    this.#depth++
    // The last text directly in the document before a list is the list's name.
    if (this.#depth === LIST) this.#inList = this.#name === MEMBER && this.#text[this.#at] === '['
    if (this.#inList && this.#depth === ITEM) this.#start = this.#at
  }

  #close(): boolean {
    this.#depth--
    return this.#inList && this.#depth === LIST
  }

  #isKeeping(): boolean {
    return this.#depth === DOCUMENT ? this.#inString : this.#inList && this.#depth >= ITEM
  }
}
