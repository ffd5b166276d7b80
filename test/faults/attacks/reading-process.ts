// Sends the same requests again and again, each reader on a connection: base URL, requests in JSON, cookie and number of readers are arguments.
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** A page that is loaded, or a form that is sent. */
export interface PageRequest {
  readonly path: string
  readonly form?: string
  /** Of the answer. */
  readonly status: number
}

const [baseUrl = '', requests = '[]', cookie = '', count] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })

for (let reader = 0; reader < Number(count); reader++) readAgain(JSON.parse(requests))

async function readAgain(requests: readonly PageRequest[]): Promise<void> {
  for (;;) for (const one of requests) await read(one)
}

async function read({ path, form, status }: PageRequest): Promise<void> {
  const headers = {
    ...{ cookie, accept: 'text/html', origin: baseUrl, 'sec-fetch-site': 'same-origin' },
    ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
  }
  const sent = request(new URL(path, baseUrl), { agent, headers, method: form === undefined ? 'GET' : 'POST' })
  const answered = once(sent, 'response')
  sent.end(form)
  const [response] = (await answered) as [IncomingMessage]
  const isPaced = response.statusCode === 503
  if (response.statusCode !== status && !isPaced) throw new Error(`${path}: ${response.statusCode}`)
  response.resume()
  await once(response, 'end')
  // Whoever asks for long work again and again is told when to come back.
  if (isPaced) await delay(Number(response.headers['retry-after']) * 1_000)
}
