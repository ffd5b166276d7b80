/** The protocol between a page and the client that shows it: JSON-RPC over postMessage, MCP Apps of 2026-01-26. */
const PROTOCOL_VERSION = '2026-01-26'

/** A tool's result. */
export interface ToolResult {
  readonly isError?: boolean
  readonly content?: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: unknown
}

interface HostContext {
  readonly theme?: 'light' | 'dark'
  readonly styles?: { readonly variables?: Readonly<Record<string, string | undefined>> }
}

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message?: string }
}

export interface HostListener {
  onResult(result: ToolResult): void
  /** Called when the client is about to remove the page. */
  onTeardown(): void
}

/** Requests to the client that have not been answered yet. */
const pending = new Map<number, PromiseWithResolvers<unknown>>()
let lastId = 0

/** Begins the conversation with the client. @returns whether it passes on tool calls */
export async function connect(listener: HostListener): Promise<boolean> {
  addEventListener('message', ({ source, data }) => {
    if (source === parent) receive(data, listener)
  })
  const answer = await request('ui/initialize', {
    appInfo: { name: 'soundings-results', version: '1.0.0' },
    appCapabilities: {},
    protocolVersion: PROTOCOL_VERSION,
  })
  const { hostContext = {}, hostCapabilities = {} } = answer as {
    hostContext?: HostContext
    hostCapabilities?: { serverTools?: object }
  }
  applyContext(hostContext)
  notify('ui/notifications/initialized')
  new ResizeObserver(() => {
    notify('ui/notifications/size-changed', { height: Math.ceil(document.body.getBoundingClientRect().height) })
  }).observe(document.body)
  return hostCapabilities.serverTools !== undefined
}

/** Calls a tool through the client, with the client's rights. @throws Error with the tool's text */
export async function callTool<Data>(name: string, args: object): Promise<Data> {
  const result = (await request('tools/call', { name, arguments: args })) as ToolResult
  if (result.isError) throw new Error(textOf(result))
  return result.structuredContent as Data
}

export function textOf({ content = [] }: ToolResult): string {
  return content.map(({ text = '' }) => text).join('\n')
}

function request(method: string, params: object): Promise<unknown> {
  const id = ++lastId
  const answer = Promise.withResolvers<unknown>()
  pending.set(id, answer)
  post({ id, method, params })
  return answer.promise
}

function notify(method: string, params: object = {}): void {
  post({ method, params })
}

function post(message: Message): void {
  parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
}

function receive({ id, method, params, result, error }: Message, listener: HostListener): void {
  if (method !== undefined) {
    const known = handle(method, params, listener)
    if (id !== undefined)
      post(known ? { id, result: {} } : { id, error: { code: -32601, message: 'Method not found' } as object })
    return
  }
  const answer = pending.get(Number(id))
  pending.delete(Number(id))
  if (error === undefined) answer?.resolve(result)
  else answer?.reject(new Error(error.message))
}

/** @returns whether it is one of our methods */
function handle(method: string, params: unknown, listener: HostListener): boolean {
  if (method === 'ui/notifications/tool-result') listener.onResult(params as ToolResult)
  else if (method === 'ui/notifications/host-context-changed') applyContext(params as HostContext)
  else if (method === 'ui/resource-teardown') listener.onTeardown()
  else return method === 'ping'
  return true
}

/** Applies the client's colours, as far as it provides them. */
function applyContext({ theme, styles }: HostContext): void {
  const { style } = document.documentElement
  if (theme !== undefined) style.colorScheme = theme
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (value !== undefined && name.startsWith('--')) style.setProperty(name, value)
}
