import assert from 'node:assert/strict'
import { ALL_SCOPES } from '../../src/service/access/scope.ts'
import { board } from '../api/fixtures.ts'
import { call, type Service } from '../harness.ts'
import { LARGEST, largestSurvey, measured, type Prepare, REVERSED, type Setting, type Write } from './largest-writes.ts'

/** Messages of the largest batch that the protocol's library accepts. */
const BATCH = 100

const HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }

interface ToolUser {
  /** The largest survey of its account. */
  readonly slug: string
  /** A write of one call. */
  use(name: string, args: object): Write
  /** Calls a tool that must succeed. @returns its data */
  ask(name: string, args: object): Promise<Record<string, unknown>>
  /** A write of one request with these calls. */
  batch(calls: readonly (readonly [name: string, args: object])[]): Write
}

/** A client with all scopes, of an account that has the largest survey. */
async function newToolUser(setting: Setting): Promise<ToolUser> {
  const { service } = setting
  const browser = await setting.newBrowser()
  const { accountId } = browser
  const slug = await largestSurvey(browser)
  await service.setEntitledUntil(accountId, Number.MAX_SAFE_INTEGER)
  const { token } = await service.newCaller({ accountId, scope: ALL_SCOPES.join(' ') })
  const send = async (body: unknown) => {
    const answer = await sendMessages(service, token, body)
    assert.doesNotMatch(answer.text, /"isError":true|"error":\{/)
    return answer
  }
  const use = (name: string, args: object) => measured(args, () => send(messageOf(name, args)))
  return {
    slug,
    use,
    ask: async (name, args) => structuredContentIn((await use(name, args).send()).text),
    batch: calls => measured(calls, () => send(calls.map(([name, args], id) => messageOf(name, args, id)))),
  }
}

function messageOf(name: string, args: object, id = 0) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }
}

function sendMessages(service: Pick<Service, 'baseUrl'>, token: string, body: unknown) {
  return call(service, 'POST', '/mcp', { token, headers: HEADERS, body })
}

/** Of an answer that may come as an event. */
function structuredContentIn(text: string): Record<string, unknown> {
  return JSON.parse(text.slice(text.indexOf('{'))).result.structuredContent
}

const ofUser =
  (make: (user: ToolUser) => Write | Promise<Write>): Prepare =>
  async setting =>
    make(await newToolUser(setting))

/** What a copy stores was sent with the original. */
const COPIED = JSON.stringify(LARGEST).length

/** The largest call of each tool that writes. */
export const TOOL_WRITES: Readonly<Record<string, Prepare>> = {
  create_survey: ofUser(({ use }) => use('create_survey', { title: 'x', questions: LARGEST })),
  change_survey: ofUser(({ use, slug }) => use('change_survey', { id: slug, questions: [...REVERSED, board()] })),
  clone_survey: ofUser(({ use, slug }) => ({ ...use('clone_survey', { id: slug }), bytes: COPIED })),
  admin_link: ofUser(({ use, slug }) => use('admin_link', { id: slug })),
  create_template: ofUser(({ use }) => use('create_template', { name: 'x', questions: LARGEST })),
  save_as_template: ofUser(({ use, slug }) => ({ ...use('save_as_template', { id: slug }), bytes: COPIED })),
  launch_template: ofUser(async ({ use, ask }) => {
    const { id } = await ask('create_template', { name: 'x', questions: LARGEST })
    return { ...use('launch_template', { id }), bytes: COPIED }
  }),
  moderate_board: ofUser(async ({ use, ask, slug }) => {
    const read = await ask('read_board', { id: slug, question: LARGEST.length })
    const [first] = read.untrusted_questions as { id: string }[]
    return use('moderate_board', { id: slug, question: LARGEST.length, item: first?.id, state: 'answered' })
  }),
  delete_survey: ofUser(async ({ use, ask, slug }) => {
    const { confirm } = await ask('delete_survey', { id: slug, dry_run: true })
    return use('delete_survey', { id: slug, confirm })
  }),
}

/** The largest batch of the call that stores the most for what is sent. */
export const BATCH_WRITE: Prepare = ofUser(({ batch, slug }) => {
  const calls = Array.from({ length: BATCH }, () => ['clone_survey', { id: slug }] as const)
  return { ...batch(calls), bytes: BATCH * COPIED }
})

/** The tools that are not said to be read only, also those that are only for pages. */
export async function writingTools(service: Service): Promise<string[]> {
  const { token } = await service.newCaller({ scope: ALL_SCOPES.join(' ') })
  const shows = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { extensions: shows },
  }
  const headers = {
    ...HEADERS,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/list',
  }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } }
  const { text } = await call(service, 'POST', '/mcp', { token, headers, body })
  const { tools } = JSON.parse(text.slice(text.indexOf('{'))).result as {
    tools: { name: string; annotations?: { readOnlyHint?: boolean } }[]
  }
  return tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)
}
