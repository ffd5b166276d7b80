/** The member of a full read that has the responses. */
const MEMBER = 'responses'
/** Depths of nesting: in the document, in the list of responses, in one of them. */
const DOCUMENT = 1
const LIST = 2
const ITEM = 3

/**
 * Extracts the responses from a full read that arrives in chunks. It buffers at most one of them. It only follows strings and
 * brackets; the caller finds other syntax errors by parsing each response.
 */
export class ResponseScanner {
  #text = ''
  #at = 0
  #depth = 0
  #hasBegun = false
  #hasFoundList = false
  #inString = false
  #inList = false
  /** Start of the name or response that is being read. */
  #start = 0
  #name = ''

  /** Whether the document has ended. */
  get isComplete(): boolean {
    return this.#hasBegun && this.#depth === 0
  }

  /** Whether the document has a list of responses, which may be empty. */
  get hasFoundList(): boolean {
    return this.#hasFoundList
  }

  /** The JSON of each response that ends in this chunk. @throws SyntaxError if the text is not a single object */
  *push(chunk: string): Generator<string> {
    this.#text = this.#text.slice(this.#start) + chunk
    this.#at -= this.#start
    this.#start = 0
    for (; this.#at < this.#text.length; this.#at++) {
      if (this.#inString) this.#inside()
      else if (this.#outside()) yield this.#text.slice(this.#start, this.#at + 1)
    }
    if (!this.#isBuffering()) this.#start = this.#text.length
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
    const character = this.#text[this.#at] ?? ''
    if (this.#depth === 0 && !this.#mayBeOutsideDocument(character))
      throw new SyntaxError(`unexpected ${JSON.stringify(character)} outside of the document`)
    switch (character) {
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

  #mayBeOutsideDocument(character: string): boolean {
    return ' \t\r\n'.includes(character) || (character === '{' && !this.#hasBegun)
  }

  #open(): void {
    this.#hasBegun = true
    this.#depth++
    // The name of a list is the last string before it at the depth of the document.
    if (this.#depth === LIST) this.#inList = this.#name === MEMBER && this.#text[this.#at] === '['
    if (this.#inList) this.#hasFoundList = true
    if (this.#inList && this.#depth === ITEM) this.#start = this.#at
  }

  #close(): boolean {
    this.#depth--
    return this.#inList && this.#depth === LIST
  }

  #isBuffering(): boolean {
    return this.#depth === DOCUMENT ? this.#inString : this.#inList && this.#depth >= ITEM
  }
}
