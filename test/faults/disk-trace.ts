import { spawnSync } from 'node:child_process'
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

/** Names with a question mark do not exist on every architecture. */
const CALLS = 'pwrite64,ftruncate,fsync,fdatasync,write,writev,?rename,?renameat,?renameat2,?unlink,?unlinkat'
/** More bytes than any call writes. */
const STRINGS = '4194304'
/** A disk may keep some pages of a write and lose others. */
const PAGE = 4_096

export function isStraceInstalled(): boolean {
  return spawnSync('strace', ['true']).status === 0
}

/** Starts a program so that its system calls are recorded in a file. It stays the child of whoever starts it. */
export function traced(file: string): readonly string[] {
  return ['strace', '-D', '-f', '--seccomp-bpf', '-y', '-xx', '-s', STRINGS, '-e', `trace=${CALLS}`, '-o', file]
}

/** A completed system call: its name, the path of its file, the bytes in it, and its numbers. */
export interface Call {
  readonly name: string
  readonly path: string
  readonly strings: readonly Buffer[]
  /** The numbers after the last string or path, without the result. */
  readonly numbers: readonly number[]
}

/** Reads the output of `strace`. A call interrupted by another thread spans two lines. */
export async function* readTrace(file: string): AsyncGenerator<Call> {
  const begun = new Map<string, string>()
  for await (const line of createInterface({ input: createReadStream(file, 'latin1') })) {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (text.endsWith('<unfinished ...>')) begun.set(thread, text.slice(0, text.lastIndexOf('<unfinished')))
    else {
      const call = parseCall(text.replace(/^<\.\.\. \w+ resumed>/, () => begun.get(thread) ?? ''))
      if (call !== undefined) yield call
    }
  }
}

/** @returns undefined for a call that failed, or was under way when the process was killed */
function parseCall(text: string): Call | undefined {
  const [, name, rest = ''] = /^(\w+)\((.*)\) += (?![-?])/.exec(text) ?? []
  if (name === undefined) return undefined
  const [, path = ''] = /^\d+<([^>]*)>/.exec(rest) ?? []
  const strings = [...rest.matchAll(/"([^"]*)"/g)].map(([, hex = '']) => bytes(hex))
  const numbers = [
    ...rest
      .slice(rest.lastIndexOf('"') + 1)
      .replace(/^\d+<[^>]*>/, '')
      .matchAll(/\d+/g),
  ].map(Number)
  return { name, path: bytes(path).toString(), strings, numbers }
}

function bytes(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex')
}

/** A change of a file that has not been synced. */
type Change = { readonly offset: number; readonly data: Buffer } | { readonly size: number }

interface File {
  synced: Buffer
  unsynced: Change[]
}

/** The part of unsynced changes that survives. */
export type Survives = (change: Change) => boolean

/**
 * A folder on a disk that promises no more than POSIX does: content is safe once its file has been synced, and a name once its
 * folder has been.
 */
export class Disk {
  readonly #folder: string
  readonly #names: Map<string, File>
  #syncedNames: ReadonlyMap<string, File>

  /** Begins with the files of a folder, all of them synced. */
  constructor(folder: string) {
    this.#folder = folder
    const read = (name: string): [string, File] => [name, { synced: readFileSync(join(folder, name)), unsynced: [] }]
    this.#names = new Map(readdirSync(folder).map(read))
    this.#syncedNames = new Map(this.#names)
  }

  /** Repeats a call, if it changes or syncs a file of the folder. */
  apply({ name, path, strings, numbers }: Call): void {
    const [first, second] = strings
    if (name.startsWith('unlink') && this.#has(`${first}`)) this.#names.delete(basename(`${first}`))
    else if (name.startsWith('rename') && this.#has(`${first}`))
      this.#rename(basename(`${first}`), basename(`${second}`))
    else if (/sync$/.test(name) && path === this.#folder) this.#syncedNames = new Map(this.#names)
    else if (this.#has(path)) this.#change(this.#file(basename(path)), name, first, numbers)
  }

  /** Writes what remains after a power cut to another folder. */
  cut(folder: string, survives: Survives): void {
    for (const [name, { synced, unsynced }] of this.#syncedNames)
      writeFileSync(join(folder, name), applied(synced, unsynced.flatMap(pages).filter(survives)))
  }

  #has(path: string): boolean {
    // The index of the log is shared memory: it is rebuilt after a cut.
    return dirname(path) === this.#folder && !path.endsWith('-shm')
  }

  #file(name: string): File {
    const file = this.#names.get(name) ?? { synced: Buffer.alloc(0), unsynced: [] }
    this.#names.set(name, file)
    return file
  }

  #rename(from: string, to: string): void {
    this.#names.set(to, this.#file(from))
    this.#names.delete(from)
  }

  #change(file: File, name: string, data: Buffer | undefined, numbers: readonly number[]): void {
    if (name === 'pwrite64' && data !== undefined) file.unsynced.push({ offset: numbers.at(-1) ?? 0, data })
    else if (name === 'ftruncate') file.unsynced.push({ size: numbers.at(-1) ?? 0 })
    else if (/sync$/.test(name)) {
      file.synced = applied(file.synced, file.unsynced)
      file.unsynced = []
    } else throw new Error(`${name} in the folder is not replayed`)
  }
}

function applied(content: Buffer, changes: readonly Change[]): Buffer {
  const ends = changes.map(change => ('size' in change ? change.size : change.offset + change.data.length))
  const next = Buffer.alloc(Math.max(content.length, ...ends))
  content.copy(next)
  let size = content.length
  for (const [index, change] of changes.entries()) {
    if ('data' in change) change.data.copy(next, change.offset)
    else next.fill(0, change.size)
    size = 'size' in change ? change.size : Math.max(size, ends[index] ?? 0)
  }
  return next.subarray(0, size)
}

/** A write, split into the disk pages that it touches. */
function pages(change: Change): Change[] {
  if ('size' in change) return [change]
  const { offset, data } = change
  const parts: Change[] = []
  for (let at = offset; at < offset + data.length; at += PAGE - (at % PAGE)) {
    const end = Math.min(offset + data.length, at + PAGE - (at % PAGE))
    parts.push({ offset: at, data: data.subarray(at - offset, end - offset) })
  }
  return parts
}
