import type { Decisions } from '../../../../src/domain/surveys/import/finding.ts'
import type { Reading } from '../../../../src/domain/surveys/import/survey-assembly.ts'
import { MAX_IMPORT_BYTES } from '../../../../src/domain/surveys/limits.ts'
import { readJson } from '../../../../src/domain/values/json.ts'

/** What a page asks of the worker. */
export type ReaderRequest =
  | { readonly kind: 'file'; readonly bytes: Uint8Array<ArrayBuffer>; readonly decisions: Decisions }
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'survey'; readonly text: string; readonly decisions: Decisions }

/** Why something is not read. `stopped` if nobody waits for it any more. */
export type ReadProblem = 'too large' | 'not text' | 'not loaded' | 'stopped'

export interface TextReading extends Reading {
  /** Length of the text. */
  readonly characters: number
}

/** The questions of a reading are JSON: numbers that are kept as they were sent cannot be copied between threads. */
export type ReaderReply =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'reading'; readonly json: string } & Pick<TextReading, 'places' | 'findings' | 'characters'>)
  | Unread

export interface Unread {
  readonly kind: 'problem'
  readonly problem: ReadProblem
}

interface ScriptPolicies {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(path: string): string }
}

/** The only policy that the page permits. It makes the address of one script, whatever it is asked for. */
const POLICY = 'survey-reader'
const SCRIPT = 'survey-reader.js'

/**
 * Reads surveys in a thread of its own, so that the page answers meanwhile and a reading can be ended at any time. It
 * reads one thing at a time: another request ends the one before.
 */
export class SurveyReader {
  #worker: Worker | undefined
  #reply: ((reply: ReaderReply) => void) | undefined
  /** Number of requests that have ended or were replaced. */
  #turn = 0
  #isClosed = false

  async read(text: string, decisions: Decisions): Promise<TextReading | Unread> {
    const reply = await this.#ask({ kind: 'survey', text, decisions })
    return typeof reply === 'string' ? unread('not text') : reply
  }

  /** @returns the text of the file, workbook or document if it can be shown; otherwise what it means */
  async readFile(file: File, decisions: Decisions): Promise<string | TextReading | Unread> {
    if (file.size > MAX_IMPORT_BYTES) return unread('too large')
    this.stop()
    const turn = this.#turn
    const bytes = await bytesOf(file)
    if (turn !== this.#turn) return unread('stopped')
    return bytes === undefined ? unread('not text') : this.#ask({ kind: 'file', bytes, decisions })
  }

  /** The lines of copied HTML; none if it has no text. */
  async lines(html: string): Promise<string> {
    const reply = await this.#ask({ kind: 'html', html })
    return typeof reply === 'string' ? reply : ''
  }

  /** Loads the script, so that what is read first need not wait for it. */
  prepare(): void {
    this.#worker ??= newWorker()
  }

  /** Ends what is being read. */
  stop(): void {
    this.#turn++
    if (this.#reply !== undefined) this.#end('stopped')
  }

  /** Ends the thread for good. */
  close(): void {
    this.#isClosed = true
    this.#turn++
    this.#end('stopped')
  }

  #end(problem: ReadProblem): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#reply?.(unread(problem))
    this.#reply = undefined
  }

  async #ask(request: ReaderRequest): Promise<string | TextReading | Unread> {
    this.stop()
    if (this.#isClosed) return unread('stopped')
    this.#worker ??= newWorker()
    const worker = this.#worker
    const reply = await new Promise<ReaderReply>(resolve => {
      this.#reply = resolve
      worker.onmessage = ({ data }) => {
        this.#reply = undefined
        resolve(data)
      }
      worker.onerror = () => this.#end('not loaded')
      worker.postMessage(request, request.kind === 'file' ? [request.bytes.buffer] : [])
    })
    return received(reply)
  }
}

function received(reply: ReaderReply): string | TextReading | Unread {
  if (reply.kind === 'problem') return reply
  if (reply.kind === 'text') return reply.text
  const { json, places, findings, characters } = reply
  const data = readJson(json) as object as Omit<Reading, 'places' | 'findings'>
  return { ...data, title: data.title, places, findings, characters }
}

/** Undefined for a folder, or a file that is gone by now. */
async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    return undefined
  }
}

function unread(problem: ReadProblem): Unread {
  return { kind: 'problem', problem }
}

function newWorker(): Worker {
  return new Worker(scriptUrl(), { type: 'module' })
}

let url: string | undefined

/** Beside this script. A policy can be created once only. */
function scriptUrl(): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: ScriptPolicies }
  const own = import.meta.url.replace(/[^/]*$/, SCRIPT)
  url ??= trustedTypes?.createPolicy(POLICY, { createScriptURL: () => own }).createScriptURL('') ?? own
  return url
}
