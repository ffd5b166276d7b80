import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../free-port.ts'

export type PoolMode = 'session' | 'transaction'

const PROGRAM = '/usr/sbin/pgbouncer'

export function isPgbouncerInstalled(): boolean {
  return existsSync(PROGRAM)
}

/** Debian's pgbouncer in front of a PostgreSQL server. */
export interface Pooler {
  /** The server’s address, through the pooler. */
  readonly url: string
  stop(): Promise<void>
}

/** It refuses to run as root. */
const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined

/** @param databaseUrl of any database of the server */
export async function startPgbouncer(databaseUrl: string, mode: PoolMode): Promise<Pooler> {
  const target = new URL(databaseUrl)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'soundings-pgbouncer-'))
  const settings = [
    '[databases]',
    `* = host=${target.hostname} port=${target.port}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = trust\nauth_file = ${folder}/users`,
    `pool_mode = ${mode}\nmax_client_conn = 1000\ndefault_pool_size = ${mode === 'session' ? 100 : 5}`,
  ]
  writeFileSync(join(folder, 'settings'), `${settings.join('\n')}\n`)
  writeFileSync(join(folder, 'users'), `"${target.username}" ""\n`)
  for (const path of ['', 'settings', 'users']) if (owner) chownSync(join(folder, path), owner.uid, owner.gid)
  const child = spawn(PROGRAM, ['-q', join(folder, 'settings')], { ...owner, stdio: 'ignore' })
  const ended = once(child, 'exit')
  target.port = String(port)
  await Promise.race([answers(target.href), ended.then(() => Promise.reject(new Error('pgbouncer does not start')))])
  return {
    url: target.href,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    const isConnected = await client.connect().then(
      () => true,
      () => false,
    )
    if (isConnected) return client.end()
    await delay(20)
  }
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }))
}
