import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { run as runCommand } from '../src/cli.ts'
import { freePort } from './free-port.ts'

/** How a command of the program is run, besides its arguments. */
export interface Run {
  readonly dataDir: string
  /** Nothing else of the caller’s environment reaches it but PATH. */
  readonly env?: Readonly<Record<string, string>>
  /** The content of stdin. */
  readonly input?: string
  /** Whether stdin is a terminal. */
  readonly isTerminal?: boolean
  /** Arguments for Node itself, which require a separate process. */
  readonly node?: readonly string[]
}

export interface Outcome {
  /** Null if a signal ended it. */
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** `soundings serve`, once it listens and has said so. */
export interface Serving {
  readonly baseUrl: string
  /** The output so far; the log reaches stdout within a second. */
  readonly stdout: () => string
  readonly stderr: () => string
  signal(name: NodeJS.Signals): void
  /** Asks it to stop, and returns all its output. */
  stop(): Promise<Outcome>
}

/** Coverage is that of the sources. */
const program = join(import.meta.dirname, process.env.NODE_V8_COVERAGE ? '../bin/dev.js' : '../bin/soundings.js')

/**
 * Runs a command in this process, ten times faster than in a separate one. It still has its own environment and
 * streams.
 */
export async function run(
  words: readonly string[],
  { dataDir, env, input = '', isTerminal = false }: Run,
): Promise<Outcome> {
  // As the shell sets it: the command must protect its files from others itself.
  process.umask(0o022)
  const stdin = Object.assign(Readable.from([input]), { isTTY: isTerminal })
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const said = Promise.all([readAll(stdout), readAll(stderr)])
  const status = await runCommand(words, { env: { DATA_DIR: dataDir, ...env }, stdin, stdout, stderr })
  stdout.end()
  stderr.end()
  const [out, error] = await said
  return { status, stdout: out, stderr: error }
}

/** Runs a command in a separate process until it ends. */
export async function runApart(words: readonly string[], options: Run): Promise<Outcome> {
  const child = start(words, options)
  child.stdin.end(options.input)
  const [stdout, stderr] = await Promise.all([readAll(child.stdout), readAll(child.stderr), once(child, 'close')])
  return { status: child.exitCode, stdout, stderr }
}

/** A test, or its whole file: the owner of clean-up hooks. */
export interface Scope {
  after(clear: () => void): void
}

/**
 * Starts the server and waits until it listens and, unless it is in production, has printed its greeting; it is stopped
 * when the test ends.
 */
export async function serve(t: Scope, words: readonly string[], options: Run): Promise<Serving> {
  const port = await freePort()
  const child = start(['serve', ...words], { ...options, env: { PORT: String(port), ...options.env } })
  t.after(() => child.kill('SIGKILL'))
  const ended = once(child, 'close')
  const said = { stdout: '', stderr: '' }
  const greeted = new Promise<void>((resolve, reject) => {
    ended.then(() => reject(new Error(`it ended: ${said.stderr}`)))
    const hear = (stream: 'stdout' | 'stderr') => (text: string) => {
      said[stream] += text
      const greets = options.env?.NODE_ENV !== 'production'
      if (said.stdout.includes('"msg":"listening"') && said.stderr.endsWith(greets ? '\n\n' : '')) resolve()
    }
    child.stdout.setEncoding('utf8').on('data', hear('stdout'))
    child.stderr.setEncoding('utf8').on('data', hear('stderr'))
  })
  await greeted
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    return { status: child.exitCode, ...said }
  }
  return {
    baseUrl: `http://localhost:${port}`,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    signal: name => child.kill(name),
    stop,
  }
}

/** A folder that is removed when the test ends. */
export function temporaryFolder(t: Scope): string {
  const folder = mkdtempSync(join(tmpdir(), 'soundings-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

export function start(words: readonly string[], { dataDir, env, node = [] }: Run) {
  return spawn(process.execPath, [...node, program, ...words], {
    env: { PATH: process.env.PATH, ...coverageSettings(), DATA_DIR: dataDir, ...env },
    stdio: 'pipe',
  })
}

/** Coverage is less exact of code that comes from a cache. */
function coverageSettings(): NodeJS.ProcessEnv {
  const { NODE_V8_COVERAGE } = process.env
  return NODE_V8_COVERAGE === undefined ? {} : { NODE_V8_COVERAGE, NODE_DISABLE_COMPILE_CACHE: '1' }
}
