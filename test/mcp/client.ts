import { after } from 'node:test'
import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Answer, Service } from '../harness.ts'

/** The revisions of the protocol in use: that without sessions, and those before it. */
export type Revision = 'modern' | 'legacy'

/** Capabilities of a client that shows the pages of tools, and hides the pages’ tools from its models. */
export const SHOWS_PAGES: ClientCapabilities = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
}

/** The official client, speaking one of the two revisions in use. */
export function newClient(revision: Revision, capabilities: ClientCapabilities = {}): Client {
  const versionNegotiation = { mode: revision === 'modern' ? { pin: '2026-07-28' } : ('legacy' as const) }
  return new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation, capabilities })
}

/** The official client with a token, connected until the tests of the file have ended. */
export async function connect(
  { baseUrl }: Pick<Service, 'baseUrl'>,
  token: string,
  revision: Revision = 'modern',
  capabilities: ClientCapabilities = {},
): Promise<Client> {
  const client = newClient(revision, capabilities)
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit: { headers } }))
  after(() => client.close())
  return client
}

export interface Outcome {
  readonly isError: boolean
  readonly text: string
  readonly data: Answer['body']
}

/** Calls a tool. */
export async function use(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Outcome> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: args })
  const [first] = content
  const text = first?.type === 'text' ? first.text : ''
  return { isError: isError === true, text, data: structuredContent as unknown as Answer['body'] }
}
