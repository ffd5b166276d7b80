// Senders of bodies that do not end, in a process of their own: `node trickling-senders.ts PORT`. They come again when they are
// closed, until the process ends.
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Connections whose bodies arrive in pieces of one byte, and whose bodies stop one byte before their end. */
const TRICKLING = 200
const SILENT = 300
const MIB = 1_048_576
/** Entry points that read a body from anybody. */
const PATHS = ['/sign-in', '/mcp', '/s/lecture/responses', '/oauth/token']
/** One piece of a chunked body has six bytes. */
const PIECES = '1\r\n \r\n'.repeat(100)
const TRICKLING_AGAIN_MS = 1_000
const SILENT_AGAIN_MS = 10_000

const port = Number(process.argv[2])
for (let at = 0; at < TRICKLING; at++) {
  const beginning = `${headOf(at)}Transfer-Encoding: chunked\r\n\r\n`
  void comeAgain({
    beginning,
    more: PIECES,
    afterMs: (at / TRICKLING) * TRICKLING_AGAIN_MS,
    againMs: TRICKLING_AGAIN_MS,
  })
}
for (let at = 0; at < SILENT; at++) {
  const beginning = `${headOf(at)}Content-Length: ${MIB}\r\n\r\n${' '.repeat(MIB - 1)}`
  void comeAgain({ beginning, more: '', afterMs: (at / SILENT) * SILENT_AGAIN_MS, againMs: SILENT_AGAIN_MS })
}

function headOf(at: number): string {
  return `POST ${PATHS[at % PATHS.length]} HTTP/1.1\r\nHost: localhost\r\n`
}

interface Sender {
  readonly beginning: string
  /** Sent ten times a second. */
  readonly more: string
  readonly afterMs: number
  readonly againMs: number
}

async function comeAgain({ beginning, more, afterMs, againMs }: Sender): Promise<never> {
  await delay(afterMs)
  for (;;) {
    const socket = connect(port, '127.0.0.1').resume()
    socket.on('error', () => undefined)
    socket.write(beginning)
    const timer = setInterval(() => more !== '' && socket.write(more), 100)
    await closed(socket)
    clearInterval(timer)
    await delay(againMs)
  }
}

function closed(socket: Socket): Promise<void> {
  return new Promise(resolve => socket.once('close', () => resolve()))
}
