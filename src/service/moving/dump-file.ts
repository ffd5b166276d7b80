import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import {
  DUMP_FORMAT_VERSION,
  DUMP_LINE_LENGTH,
  type DumpHeader,
  type DumpLine,
  formatFooter,
  formatHeader,
  formatTable,
  parseDumpLine,
  parseHeader,
} from '../../domain/moving/dump.ts'
import { DumpError, type DumpPart } from '../../store/moving/dump-source.ts'
import type { DumpBeginning, DumpRow, DumpTarget } from '../../store/moving/dumps.ts'
import { partialName, removePartialFiles } from '../../store/partial-file.ts'

/** What a dump contains. */
export interface DumpSummary {
  readonly header: DumpHeader
  /** Number of rows by table. */
  readonly rows: Readonly<Record<string, number>>
  readonly sha256: string
}

interface WriterOptions {
  readonly file: string
  readonly version: string
  readonly madeAt: string
  readonly secret: string | null
  readonly onRows: (table: string, rows: number, beginning: DumpBeginning) => void
}

/**
 * Writes a dump to a file, which gets its name only once it is complete and on disk. Files left beside it by killed
 * dumps are deleted.
 * @throws Error that names the file if it cannot be written
 */
export class DumpWriter implements DumpTarget {
  readonly #options: WriterOptions
  readonly #partial: string
  readonly #gzip = createGzip()
  readonly #hash = createHash('sha256')
  readonly #written: Promise<void>
  readonly #rows: Record<string, number> = {}
  #beginning: DumpBeginning = { migrations: [], secretCheck: null, responses: 0 }
  #table = ''

  constructor(options: WriterOptions) {
    this.#options = options
    this.#partial = partialName(options.file)
    try {
      removePartialFiles(options.file)
    } catch (error) {
      throw unwritable(options, error)
    }
    const stream = createWriteStream(this.#partial, { mode: 0o600, flush: true })
    this.#written = finished(this.#gzip.pipe(stream)).catch(error => {
      throw unwritable(options, error)
    })
    // A failure is reported to the next caller that waits.
    this.#written.catch(() => undefined)
    stream.on('error', error => this.#gzip.destroy(error))
  }

  begin(beginning: DumpBeginning): Promise<void> {
    this.#beginning = beginning
    return this.#write(formatHeader({ ...this.#options, ...beginning }))
  }

  beginTable(table: string, columns: readonly string[]): Promise<void> {
    this.#table = table
    this.#rows[table] = 0
    return this.#write(formatTable(table, columns))
  }

  async rows(rows: readonly DumpRow[]): Promise<void> {
    this.#rows[this.#table] = (this.#rows[this.#table] ?? 0) + rows.length
    await this.#write(rows.map(row => JSON.stringify(row)).join('\n'))
    this.#options.onRows(this.#table, rows.length, this.#beginning)
  }

  /** @returns the number of rows of each table */
  async finish(): Promise<Readonly<Record<string, number>>> {
    this.#gzip.end(`${formatFooter(this.#rows, this.#hash.digest('hex'))}\n`)
    await this.#written
    renameSync(this.#partial, this.#options.file)
    return this.#rows
  }

  /** Deletes what was written. */
  abandon(): void {
    this.#gzip.destroy()
    rmSync(this.#partial, { force: true })
  }

  async #write(text: string): Promise<void> {
    const line = `${text}\n`
    this.#hash.update(line)
    const isFull = !this.#gzip.write(line)
    if (this.#gzip.destroyed) await this.#written
    else if (isFull) await once(this.#gzip, 'drain')
  }
}

function unwritable({ file }: WriterOptions, error: unknown): Error {
  return new Error(`${file} cannot be written: ${(error as Error).message}`)
}

/** Rows passed on together. */
const ROWS_PER_PART = 64
const PART_LENGTH = 1_000_000

/**
 * Reads a whole dump and checks its lines, counts and checksum.
 * @throws DumpError that says what is wrong and what to do
 */
export async function verifyDump(file: string): Promise<DumpSummary> {
  const reader = new DumpReader(file)
  for await (const _ of reader.parts());
  return reader.summary
}

/** Reads the rows of a dump, and checks at the end that it is still the dump that was verified. */
export async function* readDump(file: string, { sha256 }: DumpSummary): AsyncGenerator<DumpPart> {
  const reader = new DumpReader(file)
  yield* reader.parts()
  if (reader.summary.sha256 !== sha256) throw new DumpError(`${file} changed while it was being read; load it again`)
}

interface Part extends DumpPart {
  readonly rows: DumpRow[]
  /** Characters of its lines. */
  length: number
}

function isLarge({ rows, length }: Part): boolean {
  return rows.length >= ROWS_PER_PART || length > PART_LENGTH
}

class DumpReader {
  readonly #file: string
  readonly #hash = createHash('sha256')
  readonly #rows: Record<string, number> = {}
  #header: DumpHeader | undefined
  #summary: DumpSummary | undefined

  constructor(file: string) {
    this.#file = file
  }

  /** Available after all parts were read. */
  get summary(): DumpSummary {
    if (this.#summary === undefined) throw this.#damaged('it ends too early')
    return this.#summary
  }

  async *parts(): AsyncGenerator<DumpPart> {
    let part: Part = { table: '', columns: [], rows: [], length: 0 }
    for await (const lines of this.#lines())
      for (const text of lines) {
        const line = this.#parse(text)
        if (line === undefined) continue
        if (line.kind === 'row') this.#addRow(part, line.row, text.length)
        if (part.rows.length > 0 && (line.kind !== 'row' || isLarge(part))) {
          yield part
          part = { ...part, rows: [], length: 0 }
        }
        if (line.kind === 'table') part = this.#beginTable(line)
      }
  }

  /** @returns undefined for the header */
  #parse(text: string): DumpLine | undefined {
    if (this.#header === undefined) return void this.#readHeader(text)
    const line = parseDumpLine(text)
    if (line === undefined || this.#summary !== undefined) throw this.#damaged('it contains an unreadable line')
    if (line.kind === 'footer') this.#finish(this.#header, line)
    else this.#hash.update(`${text}\n`)
    return line
  }

  #addRow(part: Part, row: DumpRow, length: number): void {
    const { table, columns, rows } = part
    if (row.length !== columns.length) throw this.#damaged(`a row of ${table} is incomplete`)
    this.#rows[table] = (this.#rows[table] ?? 0) + 1
    rows.push(row)
    part.length += length
  }

  #beginTable({ table, columns }: { readonly table: string; readonly columns: readonly string[] }): Part {
    if (Object.hasOwn(this.#rows, table)) throw this.#damaged(`table ${table} occurs twice`)
    this.#rows[table] = 0
    return { table, columns, rows: [], length: 0 }
  }

  #readHeader(text: string): void {
    const header = parseHeader(text)
    if (header === undefined) throw this.#damaged('')
    if (header.formatVersion > DUMP_FORMAT_VERSION)
      throw new DumpError(
        `${this.#file} was made by Soundings ${header.version} in a newer format; load it with that version or a later one`,
      )
    this.#header = header
    this.#hash.update(`${text}\n`)
  }

  #finish(
    header: DumpHeader,
    { rows, sha256 }: { readonly rows: Readonly<Record<string, number>>; readonly sha256: string },
  ) {
    if (this.#hash.digest('hex') !== sha256) throw this.#damaged('its checksum does not match')
    const names = new Set([...Object.keys(rows), ...Object.keys(this.#rows)])
    if ([...names].some(name => rows[name] !== this.#rows[name])) throw this.#damaged('its row counts do not match')
    this.#summary = { header, rows: this.#rows, sha256 }
  }

  /** Reads several lines at a time. A line that is longer than any of ours is not kept in memory. */
  async *#lines(): AsyncGenerator<readonly string[]> {
    const bytes = createReadStream(this.#file)
    const gunzip = createGunzip()
    bytes.on('error', error => gunzip.destroy(error))
    const decoder = new TextDecoder('utf-8', { fatal: true })
    // Of a line that has not ended. They are joined once, since a line can arrive in thousands of chunks.
    let parts: string[] = []
    let length = 0
    try {
      for await (const chunk of bytes.pipe(gunzip)) {
        const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
        parts.push(first)
        length += first.length
        const last = others.pop()
        if (last !== undefined) {
          yield [parts.join(''), ...others]
          parts = [last]
          length = last.length
        }
        if (length > DUMP_LINE_LENGTH) throw this.#damaged('it contains a line that is too long')
      }
    } catch (error) {
      throw this.#explained(error)
    } finally {
      bytes.destroy()
    }
    if (length > 0) throw this.#damaged('it ends too early')
  }

  #explained(error: unknown): unknown {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return new DumpError(`there is no file ${this.#file}`)
    if (code === 'EISDIR') return new DumpError(`${this.#file} is a folder; name a file`)
    if (code.startsWith('Z_'))
      return this.#damaged(code === 'Z_BUF_ERROR' ? 'it ends too early' : 'it cannot be decompressed')
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return this.#damaged('it is not valid UTF-8')
    return code === '' ? error : new DumpError(`${this.#file} cannot be read: ${message}`)
  }

  #damaged(why: string): DumpError {
    if (this.#header === undefined) return new DumpError(`${this.#file} is not a dump made by \`soundings dump\``)
    return new DumpError(`${this.#file} is damaged: ${why}; make a new dump or use an earlier one`)
  }
}
