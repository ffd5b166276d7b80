import { bodyOf, newApi } from '../api/fixtures.ts'
import { type Answer, type Call, call, type Service } from '../harness.ts'
import { cookieIn } from '../http.ts'

/** A survey and calls to its dashboard; paths are relative to /admin/api/{slug}. */
export interface AdminClient {
  readonly id: string
  readonly accountId: string
  readonly adminToken: string
  /** With the admin token, unless the call has its own credential. */
  send(method: string, path?: string, body?: unknown): Promise<Answer>
  /** With only the credentials of the call. */
  bare(method: string, path?: string, more?: Call): Promise<Answer>
  get<Body = Answer['body']>(path?: string): Promise<Body>
}

export async function newAdminClient(
  service: Service,
  questions: readonly object[],
  more?: object,
): Promise<AdminClient> {
  const api = await newApi(service)
  const { id, admin_token: adminToken } = await api.create(questions, more)
  const bare = (method: string, path = '', more: Call = {}) => call(service, method, `/admin/api/${id}${path}`, more)
  const send = (method: string, path = '', body?: unknown) => bare(method, path, { token: adminToken, body })
  const get = async <Body>(path = '') => bodyOf<Body>(await send('GET', path))
  return { id, accountId: api.caller.accountId, adminToken, send, bare, get }
}

/** The cookie that a browser gets for the admin token, as it is sent back. */
export async function cookieOf({ bare, adminToken }: AdminClient): Promise<string> {
  const { status, headers } = await bare('POST', '/session', { token: adminToken })
  if (status !== 204) throw new Error(`session: ${status}`)
  return cookieIn(headers)
}
