import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../free-port.ts'

/** The real server in a separate process, started as an operator starts it. */
export interface Server {
  readonly pid: number
  readonly port: number
  readonly baseUrl: string
  /** Milliseconds from the start until it was ready. */
  readonly readyAfter: number
  /** Resolves with the exit code once the process has ended; null if a signal ended it. */
  stop(signal: NodeJS.Signals): Promise<number | null>
}

export interface ServerOptions {
  readonly dataDir: string
  /** Default: a free one. */
  readonly port?: number
  /** The program that starts it, with its arguments; default none. */
  readonly launcher?: readonly string[]
  /** What Node runs; default: the build. */
  readonly program?: readonly string[]
  /** Further settings. */
  readonly env?: Readonly<Record<string, string>>
}

const soundings = join(import.meta.dirname, '../../bin/soundings.js')
/** Only a server that never becomes ready takes this long, even on a busy machine. */
const READY_WITHIN_MS = 120_000

const running = new Set<ChildProcess>()
const folders = new Set<string>()
// Servers and folders are removed however this process ends; the exit handler would not notice a signal.
process.on('exit', leaveNothing)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))

/** Resolves when /readyz answers 200. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { dataDir, env, launcher = [], program: node = [soundings], port = await freePort() } = options
  const settings = { HOST: '127.0.0.1', PORT: String(port), ...env }
  const startedAt = performance.now()
  const [program = '', ...words] = [...launcher, process.execPath, ...node, 'serve']
  const child = spawn(program, words, {
    env: environment(dataDir, settings),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.add(child)
  let talk = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    talk += text
  })
  const ended = once(child, 'exit').then(() => running.delete(child))
  const baseUrl = `http://127.0.0.1:${port}`
  if (!(await becomesReady(child, baseUrl))) throw new Error(`the server did not become ready: ${talk}`)
  const readyAfter = performance.now() - startedAt
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
    return child.exitCode
  }
  return { pid: Number(child.pid), port, baseUrl, readyAfter, stop }
}

/** A new folder that is removed when this process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'soundings-'))
  folders.add(folder)
  return folder
}

/** Load comes from one address. */
const WITHOUT_LIMITS = { RESPONDENT_LIMIT: '0', RESPONDENT_BYTES: '0', DASHBOARD_LIMIT: '0', SURVEY_STORAGE: '0' }

/** Nothing of the caller’s environment reaches the server but PATH. */
function environment(dataDir: string, settings?: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, DATA_DIR: dataDir, ...WITHOUT_LIMITS, ...settings }
}

async function becomesReady(child: ChildProcess, baseUrl: string): Promise<boolean> {
  const deadline = performance.now() + READY_WITHIN_MS
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    const status = await fetch(`${baseUrl}/readyz`).then(
      reply => reply.status,
      () => 0,
    )
    if (status === 200) return true
    await delay(5)
  }
  return false
}

/** Ends every server that this process has started and not stopped. */
export function killServers(): void {
  for (const child of running) child.kill('SIGKILL')
}

function leaveNothing(): void {
  killServers()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
