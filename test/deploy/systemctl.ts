import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { parseEnv } from 'node:util'

// In place of systemctl where systemd does not run: does with a unit what systemd would, with its user, environment, directories and
// commands, and runs what follows a failure. It restarts nothing by itself, confines nothing and ignores timers.

const STATE = '/var/lib/systemctl'
const LOG = '/var/log/soundings'
const POLL_MS = 50

class Unit {
  readonly name: string
  readonly #lines: readonly string[]

  constructor(unit: string) {
    const [, prefix = '', instance = ''] = /^([^@]+@?)(.*?)(?:\.service)?$/.exec(unit) ?? []
    this.name = `${prefix}${instance}`.replace(/\.service$/, '')
    const text = readFileSync(`/etc/systemd/system/${prefix.replace(/\.service$/, '')}.service`, 'utf8')
    this.#lines = text.replaceAll('%i', instance).replaceAll('%N', this.name).split('\n')
  }

  get(key: string): string | undefined {
    return this.#lines.find(line => line.startsWith(`${key}=`))?.slice(key.length + 1)
  }

  words(key: string): string[] {
    return this.get(key)?.split(' ') ?? []
  }

  get options() {
    const user = this.get('User') ?? ''
    const idOf = (option: string) => Number(execFileSync('id', [option, user]))
    const [file = ''] = this.words('EnvironmentFile').map(path => path.replace(/^-/, ''))
    const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
    const PATH = '/usr/local/bin:/usr/bin:/bin'
    const env: NodeJS.ProcessEnv = { PATH, ...parseEnv(this.words('Environment').join('\n')), ...fromFile }
    return { uid: idOf('-u'), gid: idOf('-g'), env, cwd: '/' }
  }

  get pidFile(): string {
    return `${STATE}/${this.name}`
  }
}

const [verb = '', ...words] = process.argv.slice(2)
mkdirSync(STATE, { recursive: true })
for (const word of words.filter(word => !word.startsWith('--') && !word.endsWith('.timer'))) {
  const unit = new Unit(word)
  if (verb === 'stop' || verb === 'restart') await stop(unit)
  if (verb !== 'stop') start(unit)
}

function start(unit: Unit): void {
  const { options } = unit
  for (const folder of unit.words('StateDirectory').map(name => `/var/lib/${name}`)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chownSync(folder, options.uid, options.gid)
  }
  const [program = '', ...args] = unit.words('ExecStart')
  const output = openSync(LOG, 'a')
  if (unit.get('Type') === 'oneshot') {
    const { status, error } = spawnSync(program, args, { ...options, stdio: ['ignore', output, output] })
    if (status !== 0) fail(unit, error)
    return
  }
  const server = spawn(program, args, { ...options, stdio: ['ignore', output, output], detached: true })
  const { pid = 0 } = server.on('error', error => fail(unit, error))
  server.unref()
  writeFileSync(unit.pidFile, String(pid))
  const [after = '', ...rest] = unit.words('ExecStartPost')
  const env = { ...options.env, MAINPID: String(pid) }
  if (spawnSync(after, rest, { ...options, env, stdio: ['ignore', output, output] }).status !== 0) fail(unit)
}

async function stop({ pidFile }: Unit): Promise<void> {
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8'))
  for (let signal: NodeJS.Signals | 0 = 'SIGTERM'; isAlive(pid, signal); signal = 0) await delay(POLL_MS)
  rmSync(pidFile)
}

function isAlive(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

function fail(unit: Unit, error?: Error): never {
  console.error(`${unit.name} failed`, error ?? '')
  for (const next of unit.words('OnFailure')) start(new Unit(next))
  process.exit(1)
}
