import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { temporaryFolder } from './server.ts'

/** Debian installs the program where only the superuser’s PATH leads. */
const ENVIRONMENT = { PATH: `${process.env.PATH}:/usr/sbin` }
const SHIPPED = join(import.meta.dirname, '../../deploy/nginx.conf')

/** Whether it can be started, with a certificate. */
export function isNginxInstalled(): boolean {
  const starts = (program: string, word: string) => spawnSync(program, [word], { env: ENVIRONMENT }).status === 0
  return starts('nginx', '-v') && starts('openssl', 'version')
}

/** A proxy with the configuration in `deploy`, on ports and with a certificate of its own. */
export interface Nginx {
  readonly baseUrl: string
  stop(): Promise<void>
  /** The lines of its access log. */
  log(): string[]
}

/** @param servers ports of the two servers that the configuration names */
export async function startNginx(servers: readonly [number, number]): Promise<Nginx> {
  const folder = temporaryFolder()
  const [port, plainPort] = [await freePort(), await freePort()]
  makeCertificate(folder)
  const inFolder = (name: string) => join(folder, name)
  const shipped = readFileSync(SHIPPED, 'utf8')
    .replace(/^.*listen \[::\].*\n/gm, '')
    .replace('listen 80 ', `listen 127.0.0.1:${plainPort} `)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace(/\/etc\/letsencrypt\/\S+\/(fullchain|privkey)/g, inFolder('$1'))
    .replace(/\/var\/log\/nginx/g, folder)
    .replace('127.0.0.1:3001', `127.0.0.1:${servers[0]}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${servers[1]}`)
  writeFileSync(inFolder('soundings.conf'), shipped)
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${inFolder(name)};`,
  )
  const http = [...bodies, `include ${inFolder('soundings.conf')};`].join('\n')
  const main = `daemon off;\npid ${inFolder('pid')};\nevents { worker_connections 4096; }\nhttp {\n${http}\n}\n`
  writeFileSync(inFolder('nginx.conf'), main)
  const child = spawn('nginx', ['-p', folder, '-c', inFolder('nginx.conf'), '-e', inFolder('error.log')], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.on('exit', () => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${readFileSync(inFolder('error.log'), 'utf8')}`)
    await delay(20)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const log = () => readFileSync(inFolder('soundings.log'), 'utf8').trimEnd().split('\n')
  return { baseUrl: `https://127.0.0.1:${port}`, stop, log }
}

function makeCertificate(folder: string): void {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1', ...files]
  const { status, stderr } = spawnSync('openssl', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
