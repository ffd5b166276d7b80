import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/**
 * Characters that control a terminal or that it does not show: controls, direction marks, invisible and unassigned
 * characters, line separators.
 */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu
const UNPRINTABLE_BUT_LINE_FEED = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu

/** Escapes a text on one line, e.g. a stored one. The escapes are those of JSON, so JSON keeps its meaning. */
export function escapeLine(text: string): string {
  return text.replace(UNPRINTABLE, escaped)
}

/** Escapes a text, but keeps its line breaks. */
export function escapeText(text: string): string {
  return text.replace(UNPRINTABLE_BUT_LINE_FEED, escaped)
}

function escaped(character: string): string {
  return character
    .split('')
    .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

/** The streams and environment of a command: those of the process when a shell starts it. */
export interface TerminalParts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable
}

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

  print(result: string): void {
    this.#parts.stdout.write(escapeText(result))
  }

  /** Prints a result that is too long for memory. */
  async printPieces(pieces: AsyncIterable<string>): Promise<void> {
    const { stdout } = this.#parts
    for await (const piece of pieces) if (!stdout.write(escapeText(piece))) await once(stdout, 'drain')
  }

  /** Prints a message, or a line of the log. */
  say(message: string): void {
    this.stderr.write(escapeText(message))
  }
}
