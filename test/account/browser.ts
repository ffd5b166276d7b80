import { randomUUID } from 'node:crypto'
import { bodyOf } from '../api/fixtures.ts'
import { type Answer, call, type Service } from '../harness.ts'
import { cookieIn } from '../http.ts'

/** A browser that is signed in to an account, as a page of the service would use it. */
export interface Browser {
  readonly accountId: string
  readonly email: string
  readonly password: string
  /** The cookie as it is sent. */
  readonly cookie: string
  /** A request for JSON; paths are relative to /app/api. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** What an account is signed up with. */
type BrowserService = Pick<Service, 'baseUrl' | 'accountIdOf' | 'setEntitledUntil'>

export const PASSWORD = 'shaft rug vintage'

/** Signs up a new account, in a new browser. */
export async function newBrowser(service: BrowserService, { subscribed = false } = {}): Promise<Browser> {
  const email = `${randomUUID()}@example.org`
  const { status, headers, text } = await submitForm(service, '/sign-up', { email, name: 'Ada', password: PASSWORD })
  if (status !== 303) throw new Error(`sign-up: ${status} ${text}`)
  const accountId = await service.accountIdOf(email)
  if (subscribed) await service.setEntitledUntil(accountId, Date.parse('9999-12-31T23:59:59.999Z'))
  const cookie = cookieIn(headers)
  return { accountId, email, password: PASSWORD, cookie, send: sendWith(service, cookie) }
}

/** Sends requests for JSON as a page of the service does. */
export function sendWith(service: Pick<Service, 'baseUrl'>, cookie: string): Browser['send'] {
  return (method, path, body, headers) =>
    call(service, method, `/app/api${path}`, { body, headers: { cookie, ...fromOwnPage(service), ...headers } })
}

/** Publishes a survey, as the builder does. */
export async function publish({ send }: Pick<Browser, 'send'>, draft: object, slug?: string): Promise<void> {
  const { id } = bodyOf<{ id: string }>(await send('POST', '/drafts', { theme: null, ...draft }), 201)
  bodyOf(await send('POST', `/drafts/${id}/publish`, { slug }), 201)
}

/** Sends a form as a page of the service does. */
export function submitForm(
  service: Pick<Service, 'baseUrl'>,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = new URLSearchParams(fields).toString()
  return call(service, 'POST', path, { body, headers: { ...fromOwnPage(service), ...headers } })
}

function fromOwnPage({ baseUrl }: Pick<Service, 'baseUrl'>) {
  return { origin: baseUrl, 'sec-fetch-site': 'same-origin' }
}
