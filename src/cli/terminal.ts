import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/**
 * Characters that control a terminal or that it does not show: control characters, direction marks, invisible and
 * unassigned characters, line separators.
 */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu
const UNPRINTABLE_BUT_LINE_FEED = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu

/** Escapes a text, for example a stored one, on one line. The escapes are those of JSON, so JSON keeps its meaning. */
export function escapeLine(text: string): string {
  return text.replace(UNPRINTABLE, escaped)
}

/** Escapes a text but keeps its line breaks. */
export function escapeText(text: string): string {
  return text.replace(UNPRINTABLE_BUT_LINE_FEED, escaped)
}

function escaped(character: string): string {
  return character
    .split('')
    .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

/** A command's streams and environment: those of the process when a shell starts it. */
export interface TerminalParts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable
}

const MAX_LINE_LENGTH = 10_000

/** Results go to stdout, messages to stderr, both without characters that control a terminal. */
export class Terminal {
  readonly #parts: TerminalParts

  constructor(parts: TerminalParts) {
    this.#parts = parts
  }

  get env(): TerminalParts['env'] {
    return this.#parts.env
  }

  get stdin(): TerminalParts['stdin'] {
    return this.#parts.stdin
  }

  get stderr(): Writable {
    return this.#parts.stderr
  }

  /** Whether a person reads the results. */
  get isInteractive(): boolean {
    return this.#parts.stdout.isTTY === true
  }

  /**
   * The first line of stdin. Devices such as /dev/zero never end.
   * @throws Error if it is too long for an answer or a password
   */
  async readLine(): Promise<string> {
    let text = ''
    for await (const chunk of this.stdin.setEncoding('utf8')) {
      text += chunk
      if (text.includes('\n')) break
      if (text.length > MAX_LINE_LENGTH) throw new Error('standard input is too long for one line')
    }
    return text.split(/\r?\n/, 1)[0] ?? ''
  }

  print(result: string): void {
    this.#parts.stdout.write(escapeText(result))
  }

  /** Prints a result that is too long for memory. */
  async printPieces(pieces: AsyncIterable<string>): Promise<void> {
    const { stdout } = this.#parts
    for await (const piece of pieces) if (!stdout.write(escapeText(piece))) await once(stdout, 'drain')
  }

  /** Prints a message or a log line. */
  say(message: string): void {
    this.stderr.write(escapeText(message))
  }
}
