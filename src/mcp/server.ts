import {
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server'
import type { FastifyBaseLogger } from 'fastify'
import { API_VERSION } from '../api/contract.ts'
import { type JsonObject, readJson } from '../domain/json.ts'
import { writeJson } from '../domain/json-text.ts'
import { Refusal, type RefusalName } from '../domain/refusal.ts'
import type { ApiCaller } from '../service/authentication.ts'
import { checkScope, hasScope, type Scope } from '../service/scope.ts'
import { Batch } from './batch.ts'
import type { Admitted } from './endpoint.ts'
import { APPS_EXTENSION, RESULTS_APP, RESULTS_URI, readResultsApp } from './results-app.ts'
import { standalone } from './schemas.ts'
import type { Tool } from './tool.ts'

const INSTRUCTIONS =
  'Soundings runs live surveys. Create a survey, give its link to the people, wait for responses and read the results. Respondents are anonymous: nothing about them is stored.'

/** What to do about a refusal, by its name. */
const REMEDIES: Readonly<Partial<Record<RefusalName, string>>> = {
  call_limit: 'Wait, and call less often.',
  entitlement_required: 'The owner of the account has to subscribe, or ask the operator of this service.',
  insufficient_scope: 'The owner of the account has to connect this application again and allow it.',
  not_found: 'Look up the id with list_surveys or list_templates.',
  slug_taken: 'Choose other words, or leave slug out.',
  idempotency_key_reused: 'Choose a new idempotency_key for a different request.',
  survey_limit: 'Ask the owner which survey may be deleted.',
  template_limit: 'Ask the owner which template may be deleted.',
  batch_too_long: 'Nothing was done. Send this call in a request of its own.',
  too_many_waits: 'Wait for one of them to end.',
}
const CORRECT = 'Correct the arguments and call again.'

interface ServerParts {
  readonly admitted: Admitted
  readonly tools: readonly Tool[]
  /** The page that shows results. */
  readonly appFile: string
  readonly log: FastifyBaseLogger
}

/** Answers one request of the protocol. @param body as it was parsed */
export function answerRequest(request: Request, body: unknown, served: ServerParts): Promise<Response> {
  const batch = new Batch()
  return createMcpHandler(() => serverFor(served, batch, request.signal)).fetch(request, { parsedBody: body })
}

/** A server for one request of one caller, with the tools that its scopes allow. */
function serverFor({ admitted, tools, appFile, log }: ServerParts, batch: Batch, signal: AbortSignal): Server {
  const capabilities = { tools: {}, resources: {}, extensions: { [APPS_EXTENSION]: {} } }
  const server = new Server(
    { name: 'soundings', title: 'Soundings', version: API_VERSION },
    { capabilities, instructions: INSTRUCTIONS },
  )
  const allowed = admitted instanceof Refusal ? tools : tools.filter(tool => isAllowed(admitted, tool))
  // Before revision 2026-07-28, requests do not say what the client can do.
  const showsPages = () => server.getClientCapabilities()?.extensions?.[APPS_EXTENSION] !== undefined
  server.setRequestHandler('tools/list', () => {
    // Other clients would offer the tools of pages to their models.
    return { tools: allowed.filter(tool => showsPages() || !isForPages(tool)).map(toolListing) }
  })
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args = {} } }) => {
    const tool = tools.find(one => one.name === name)
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'there is no such tool')
    try {
      if (admitted instanceof Refusal) throw admitted
      checkScope(admitted.scope, requiredBy(tool))
      const call = { caller: admitted, args: args as JsonObject, showsPages: showsPages(), signal }
      const run = async () => {
        const { data, text } = await tool.run(call)
        return { json: writeJson(data), text }
      }
      const { json, text } = await (tool.waits ? run() : batch.run(run))
      return { content: [{ type: 'text', text }], structuredContent: readJson(json) as JsonObject }
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: errorText(error, log) }] }
    }
  })
  server.setRequestHandler('resources/list', () => ({ resources: [RESULTS_APP] }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    if (uri !== RESULTS_URI) throw new ResourceNotFoundError(uri)
    try {
      return readResultsApp(appFile)
    } catch (error) {
      log.error({ err: error }, 'the page of results cannot be read')
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'internal error')
    }
  })
  return server
}

function toolListing(tool: Tool) {
  const { name, title, description, hints, ui } = tool
  const annotations = { title, openWorldHint: false, ...hints }
  return { name, title, description, ...schemasOf(tool), annotations, ...(ui && { _meta: { ui } }) }
}

const schemas = new WeakMap<Tool, ToolSchemas>()
type ToolSchemas = ReturnType<typeof makeSchemas>

/** The schemas of a tool, which are the same for everybody and made once. */
function schemasOf(tool: Tool): ToolSchemas {
  const made = schemas.get(tool) ?? makeSchemas(tool)
  schemas.set(tool, made)
  return made
}

function makeSchemas({ input, output }: Tool) {
  return { inputSchema: standalone(input), outputSchema: standalone(output) }
}

function requiredBy({ scope }: Tool): readonly Scope[] | 'either' {
  return scope === 'either' ? scope : [scope]
}

function isAllowed({ scope }: ApiCaller, tool: Tool): boolean {
  return tool.scope === 'either' || hasScope(scope, tool.scope)
}

function isForPages({ ui }: Tool): boolean {
  return ui !== undefined && 'visibility' in ui
}

/** The error of the API, and what to do about it. */
function errorText(error: unknown, log: FastifyBaseLogger): string {
  if (!(error instanceof Refusal)) {
    log.error({ err: error }, 'a tool failed')
    return 'internal error. Try again later.'
  }
  const { refusal, message, code, kind, details } = error
  const wait = details.retryAfter === undefined ? '' : ` Try again in ${details.retryAfter} seconds.`
  const remedy = REMEDIES[refusal] ?? (kind === 'invalid' ? CORRECT : '')
  return `${message}${code === undefined ? '' : ` (${code})`}. ${remedy}${wait}`.trim()
}
