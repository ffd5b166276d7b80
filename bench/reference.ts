import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A bare `node:http` server in a process of its own: what the machine can do where a request costs nothing. */
export interface Reference {
  readonly port: number
  stop(): Promise<void>
}

/** What it does, as its arguments: reply with this text (a POST's body is parsed first) or these bytes, or stream a file. */
export type Task =
  | readonly ['reply', status: string, contentType: string, body: string]
  | readonly ['bytes', status: string, contentType: string, base64: string]
  | readonly ['stream', file: string]

export async function startReference(task: Task): Promise<Reference> {
  const child = fork(import.meta.filename, task)
  const [port] = await once(child, 'message')
  return { port, stop: () => stop(child) }
}

/** The task of giving the very bytes that our service gave. */
export async function sameReply(reply: Response): Promise<Task> {
  const { status, headers } = reply
  return ['reply', String(status), headers.get('content-type') ?? '', await reply.text()]
}

if (import.meta.main) serve(process.argv.slice(2))

async function stop(child: ChildProcess): Promise<void> {
  child.disconnect()
  await once(child, 'exit')
}

/** Ends with the process that started it, however that one ends. */
function serve([task = '', ...words]: string[]): void {
  const [status = '', type = '', body = ''] = words
  const bytes = task === 'bytes' ? Buffer.from(body, 'base64') : body
  const server = createServer(task === 'stream' ? streaming(words) : replying(status, type, bytes))
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  process.on('disconnect', () => process.exit())
}

function replying(status: string, contentType: string, body: string | Buffer): RequestListener {
  const headers = { 'content-type': contentType, 'content-length': Buffer.byteLength(body) }
  return (request, response) => {
    const reply = () => response.writeHead(Number(status), headers).end(body)
    if (request.method === 'POST') parsed(request, reply)
    else reply()
  }
}

function parsed(request: IncomingMessage, then: () => void): void {
  const pieces: Buffer[] = []
  request.on('data', piece => pieces.push(piece))
  request.on('end', () => {
    JSON.parse(Buffer.concat(pieces).toString())
    then()
  })
}

function streaming([file = '']: string[]): RequestListener {
  return (_request, response) => {
    createReadStream(file).pipe(response)
  }
}
