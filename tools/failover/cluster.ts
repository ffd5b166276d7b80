import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, globSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../test/free-port.ts'
import { ASYNCHRONOUS, type Node, type Parts, patroniConfiguration, proxyConfiguration } from './configuration.ts'
import { senderProcesses, serverProcesses, signal } from './processes.ts'

const NAMES = ['a', 'b', 'c']
/** Where Debian installs the programs. */
const PATH = `/usr/sbin:/usr/bin:${process.env.PATH}`
/** Only a cluster that never becomes whole takes this long, even on a busy machine. */
const SETTLED_WITHIN_MS = 180_000
const POLL_MS = 100

/** How a leader is lost. `crash` and `freeze` hit its agent too, as when its machine is gone; `postgres` leaves the agent. */
export type Loss = 'crash' | 'freeze' | 'postgres'

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
}

/** PostgreSQL refuses to run as root. */
const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined

/** Whether Debian’s packages are installed. */
export function isClusterInstalled(): boolean {
  const answers = (program: string, ...words: string[]) =>
    spawnSync(program, words, { env: { PATH }, stdio: 'ignore' }).status === 0
  const hasPrograms = answers('etcd', '--version') && answers('haproxy', '-v') && answers('patroni', '--version')
  return hasPrograms && answers('python3', '-c', 'import etcd') && findPrograms() !== undefined
}

/** Starts three nodes and waits until one leads and the others follow. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'soundings-failover-'))
  chmodSync(folder, 0o755)
  const nodes: Node[] = []
  for (const name of NAMES)
    nodes.push({ name, folder: join(folder, name), port: await freePort(), apiPort: await freePort() })
  const ports = { etcdPort: await freePort(), proxyPort: await freePort() }
  const cluster = new Cluster({ folder, nodes, programs: findPrograms() ?? '', ttl: shortestTtl(), ...ports })
  await cluster.settled()
  return cluster
}

/** PostgreSQL with a synchronous standby and another, under Patroni, behind HAProxy. It ends with this process. */
export class Cluster {
  readonly url: string
  readonly #parts: Parts
  readonly #others: ChildProcess[]
  readonly #agents = new Map<Node, ChildProcess>()
  #isSynchronous = true
  readonly #leaveNothing = () => this.#remove()

  constructor(parts: Parts) {
    const { folder, nodes, proxyPort } = parts
    this.#parts = parts
    this.url = `postgres://postgres@127.0.0.1:${proxyPort}/postgres`
    process.on('exit', this.#leaveNothing)
    writeFileSync(join(folder, 'haproxy.cfg'), proxyConfiguration(parts))
    this.#others = [this.#startEtcd(), this.#spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')])]
    for (const node of nodes) {
      mkdirSync(node.folder)
      if (owner) chownSync(node.folder, owner.uid, owner.gid)
      writeFileSync(this.configurationOf(node), patroniConfiguration(node, parts))
      this.#startAgent(node)
    }
  }

  /** How long a leader whose agent is gone too keeps its role, in milliseconds. */
  get ttlMs(): number {
    return this.#parts.ttl * 1_000
  }

  get nodes(): readonly Node[] {
    return this.#parts.nodes
  }

  /** For `patronictl -c`. */
  configurationOf({ folder }: Node): string {
    return `${folder}.yml`
  }

  /** Resolves when a node leads and all others follow it, one of them synchronously. */
  async settled(): Promise<void> {
    const deadline = performance.now() + SETTLED_WITHIN_MS
    while (!this.#isWhole(await this.#members())) {
      if (performance.now() > deadline)
        throw new Error(`the cluster is not whole: ${JSON.stringify(await this.#members())}`)
      await delay(POLL_MS)
    }
  }

  /** Stops the current leader. @returns a function that brings the node back */
  async loseLeader(loss: Loss): Promise<() => void> {
    const leader = await this.#leader()
    if (loss === 'freeze') return this.#freeze([leader])
    signal(loss === 'postgres' ? serverProcesses(dataOf(leader)) : this.#processesOf(leader), 'SIGKILL')
    return () => loss === 'crash' && this.#startAgent(leader)
  }

  /** Freezes all nodes but the leader. @returns a function that brings them back */
  async loseStandbys(): Promise<() => void> {
    const leader = await this.#leader()
    return this.#freeze(this.nodes.filter(node => node !== leader))
  }

  /** Stops the leader’s log from reaching any standby, until the leader is lost. */
  async stopReplication(): Promise<void> {
    signal(senderProcesses(dataOf(await this.#leader())), 'SIGSTOP')
  }

  /** From now on, commits do not wait for a standby. */
  async replicateAsynchronously(): Promise<void> {
    const { apiPort } = await this.#leader()
    const body = JSON.stringify(ASYNCHRONOUS)
    const { ok, status } = await fetch(`http://127.0.0.1:${apiPort}/config`, { method: 'PATCH', body })
    if (!ok) throw new Error(`Patroni answers ${status}`)
    this.#isSynchronous = false
    await this.settled()
  }

  stop(): void {
    process.off('exit', this.#leaveNothing)
    this.#remove()
  }

  #freeze(nodes: readonly Node[]): () => void {
    const pids = nodes.flatMap(node => this.#processesOf(node))
    signal(pids, 'SIGSTOP')
    return () => signal(pids, 'SIGCONT')
  }

  #processesOf(node: Node): number[] {
    const agent = this.#agents.get(node)?.pid
    return [...(agent === undefined ? [] : [agent]), ...serverProcesses(dataOf(node))]
  }

  async #leader(): Promise<Node> {
    const name = (await this.#members()).find(({ role }) => role === 'leader')?.name
    const leader = this.nodes.find(node => node.name === name)
    if (leader === undefined) throw new Error('no node leads')
    return leader
  }

  #isWhole(members: readonly Member[]): boolean {
    const leader = members.find(({ role, state }) => role === 'leader' && state === 'running')
    const following = members.filter(
      ({ role, state, timeline }) =>
        role !== 'leader' && /^(running|streaming)$/.test(state) && timeline === leader?.timeline,
    )
    const standbys = following.filter(({ role }) => role === 'sync_standby')
    return following.length === this.nodes.length - 1 && standbys.length === (this.#isSynchronous ? 1 : 0)
  }

  /** As reported by the first agent that responds. */
  async #members(): Promise<readonly Member[]> {
    for (const { apiPort } of this.nodes)
      try {
        const reply = await fetch(`http://127.0.0.1:${apiPort}/cluster`, { signal: AbortSignal.timeout(2_000) })
        return ((await reply.json()) as { members: Member[] }).members
      } catch {
        // It is gone or frozen; the next one may know.
      }
    return []
  }

  #startEtcd(): ChildProcess {
    const { folder, etcdPort } = this.#parts
    const client = `http://127.0.0.1:${etcdPort}`
    // One member has no peers, so any free port will do.
    const peer = 'http://127.0.0.1:0'
    return this.#spawn('etcd', [
      '--enable-v2',
      ...['--data-dir', join(folder, 'etcd')],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`],
    ])
  }

  #startAgent(node: Node): void {
    this.#agents.set(node, this.#spawn('patroni', [this.configurationOf(node)], owner))
  }

  #spawn(program: string, words: readonly string[], as?: typeof owner): ChildProcess {
    const log = openSync(join(this.#parts.folder, `${program}.log`), 'a')
    return spawn(program, words, { ...as, env: { PATH, LC_ALL: 'C.UTF-8' }, stdio: ['ignore', log, log] })
  }

  #remove(): void {
    for (const child of [...this.#others, ...this.#agents.values()]) child.kill('SIGKILL')
    for (const node of this.nodes) signal(serverProcesses(dataOf(node)), 'SIGKILL')
    rmSync(this.#parts.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

function dataOf({ folder }: Node): string {
  return join(folder, 'data')
}

/** The folder of PostgreSQL's programs as Debian installs them, of the newest version. */
export function findPrograms(): string | undefined {
  const found = globSync('/usr/lib/postgresql/*/bin/postgres').map(dirname)
  return found.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)
}

/** Patroni 3.2 and later want at least 20 seconds. */
function shortestTtl(): number {
  const said = execFileSync('patroni', ['--version'], { env: { PATH }, encoding: 'utf8' })
  const [major = 0, minor = 0] = (/[\d.]+/.exec(said)?.[0] ?? '').split('.').map(Number)
  return major > 3 || (major === 3 && minor >= 2) ? 20 : 5
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }))
}
