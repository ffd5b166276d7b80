import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/** A bare `node:http` server in a separate process: what the machine achieves when a request costs almost nothing. */
export interface Reference {
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

/** The response to every request. A body may be text, or bytes in base64. */
export interface Reply {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly encoding: BufferEncoding
}

/**
 * What the server does before it responds: nothing; or append the request’s body to a file, or insert it into a
 * one-column table, and wait until it is on disk. Or it streams a file.
 */
export type Task =
  | { readonly reply: Reply }
  | { readonly reply: Reply; readonly appendTo: string }
  | { readonly reply: Reply; readonly insertAt: string }
  | { readonly stream: string }

export async function startReference(task: Task): Promise<Reference> {
  const child = fork(import.meta.filename, [JSON.stringify(task)])
  const [port] = await once(child, 'message')
  return { port, pid: Number(child.pid), stop: () => stop(child) }
}

/** The response that our service gave, to be repeated. */
export async function sameReply(reply: Response): Promise<Reply> {
  const { status, headers } = reply
  return { status, contentType: headers.get('content-type') ?? '', body: await reply.text(), encoding: 'utf8' }
}

if (import.meta.main) await serve(JSON.parse(process.argv[2] ?? ''))

async function stop(child: ChildProcess): Promise<void> {
  child.disconnect()
  await once(child, 'exit')
}

/** Ends with the process that started it, however that process ends. */
async function serve(task: Task): Promise<void> {
  const server = createServer(await listener(task))
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  process.on('disconnect', () => process.exit())
}

async function listener(task: Task): Promise<RequestListener> {
  if ('stream' in task) return (_request, response) => createReadStream(task.stream).pipe(response)
  const reply = replying(task.reply)
  if ('appendTo' in task) return storing(appendTo(task.appendTo), reply)
  if ('insertAt' in task) return storing(await insertAt(task.insertAt), reply)
  return reply
}

function replying({ status, contentType, body, encoding }: Reply): RequestListener {
  const bytes = encoding === 'utf8' ? body : Buffer.from(body, encoding)
  const headers = { 'content-type': contentType, 'content-length': Buffer.byteLength(bytes) }
  return (_request, response) => void response.writeHead(status, headers).end(bytes)
}

/** Stores several bodies at once, durably. */
type Store = (bodies: readonly string[]) => Promise<unknown>

/** Bodies that arrive during a write are stored together in the next one, and answered after it. */
function storing(store: Store, reply: RequestListener): RequestListener {
  let waiting: { body: string; done: () => void }[] = []
  let isStoring = false
  const storeAll = async () => {
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      await store(group.map(({ body }) => body))
      for (const { done } of group) done()
    }
    isStoring = false
  }
  return (request, response) => {
    parse(request, body => {
      waiting.push({ body, done: () => reply(request, response) })
      if (isStoring) return
      isStoring = true
      setImmediate(storeAll)
    })
  }
}

function parse(request: IncomingMessage, then: (body: string) => void): void {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    JSON.parse(body)
    then(body)
  })
}

/**
 * The event loop itself waits for the disk: on a fast disk, handing the write to another thread takes longer than the
 * sync.
 */
function appendTo(path: string): Store {
  const file = openSync(path, 'a')
  return async bodies => {
    writeSync(file, bodies.join('\n'))
    fdatasyncSync(file)
  }
}

/** A single statement is its own transaction. */
async function insertAt(url: string): Promise<Store> {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  await database.query('create table if not exists reference (body text not null)')
  const insert = { name: 'insert', text: 'insert into reference select unnest($1::text[])' }
  return bodies => database.query({ ...insert, values: [bodies] })
}
