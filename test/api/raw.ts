import { connect } from 'node:net'
import type { Service } from '../harness.ts'

export interface RawAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/**
 * Writes these bytes to the service as they are, and reads what it answers until it closes the connection.
 * @param more is written when the first bytes of an answer are there
 */
export function sendRaw(service: Pick<Service, 'baseUrl'>, bytes: string | Buffer, more?: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(service.baseUrl)
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const chunks: Buffer[] = []
  const socket = connect(Number(port), hostname, () => socket.write(bytes))
  socket.on('data', chunk => chunks.push(chunk))
  if (more !== undefined) socket.once('data', () => socket.write(more))
  socket.on('error', error => chunks.length === 0 && reject(error))
  socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString())))
  return promise
}

function parse(answer: string): RawAnswer {
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map(line => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), text: rest.join('\r\n\r\n') }
}
