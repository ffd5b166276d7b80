import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server'
import type { FastifyBaseLogger } from 'fastify'
import { API_VERSION } from '../api/contract.ts'
import { type JsonObject, readJson } from '../domain/values/json.ts'
import { writeJson } from '../domain/values/json-text.ts'
import { Refusal } from '../domain/values/refusal.ts'
import type { RefusalName } from '../domain/values/refusals.ts'
import type { ApiCaller } from '../service/access/authentication.ts'
import { checkScope, hasScope, type Scope } from '../service/access/scope.ts'
import { checkArguments } from './arguments.ts'
import { Batch } from './batch.ts'
import type { Admitted } from './endpoint.ts'
import { APPS_EXTENSION, RESULTS_APP, RESULTS_URI, readResultsApp } from './results-app.ts'
import { standalone } from './schemas.ts'
import type { Tool } from './tool.ts'
import { withoutHidden } from './untrusted.ts'

const INSTRUCTIONS =
  'Soundings runs live surveys. Create a survey, give its link to the people, wait for responses and read the results. Respondents are anonymous: nothing about them is stored.'

const KEPT_ANSWERS =
  'No arguments can do this: the responses refer to what is there. Add a question at the end or an option beside the others. Or clone_survey, and change the clone, which has no responses.'

/** What to do about a refusal, by the refusal's name. */
const REMEDIES: Readonly<Partial<Record<RefusalName, string>>> = {
  call_limit: 'Wait, and call less often.',
  entitlement_required: 'The owner of the account has to subscribe, or ask the operator of this service.',
  insufficient_scope: 'The owner of the account has to connect this application again and allow it.',
  not_found: 'Look up the id with list_surveys or list_templates.',
  nothing_to_change:
    'Nothing else can be changed. For another title, call clone_survey with it: the clone has the questions, and none of the responses.',
  question_removed: KEPT_ANSWERS,
  question_reordered: KEPT_ANSWERS,
  question_inserted: KEPT_ANSWERS,
  question_retyped: KEPT_ANSWERS,
  option_lost: KEPT_ANSWERS,
  group_too_small: 'Call compare_groups without answer: it lists the groups that can be compared.',
  reopening_expired: 'Send expires_at too, a later time or null. Or clone_survey: the clone is open.',
  survey_changed:
    'Nothing was changed. Call read_results again, look at what is different, decide again, and send that with the new version.',
  slug_taken: 'Choose other words, or leave slug out.',
  idempotency_key_reused: 'Choose a new idempotency_key for a different request.',
  survey_limit: 'Ask the owner which survey may be deleted.',
  template_limit: 'Ask the owner which template may be deleted.',
  not_confirmed:
    'Nothing was deleted. Call with dry_run, show a person what it says, and only if they agree call with its confirm.',
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

/** Answers one request of the protocol. @param body as parsed */
export function handleRequest(request: Request, body: unknown, served: ServerParts): Promise<Response> {
  const batch = new Batch()
  return createMcpHandler(() => serverFor(served, batch, request.signal)).fetch(request, { parsedBody: body })
}

/** A server for a single request, with the tools that the caller's scopes allow. */
function serverFor({ admitted, tools, appFile, log }: ServerParts, batch: Batch, signal: AbortSignal): Server {
  const capabilities = { tools: {}, resources: {}, extensions: { [APPS_EXTENSION]: {} } }
  const server = new Server(
    { name: 'soundings', title: 'Soundings', version: API_VERSION },
    { capabilities, instructions: INSTRUCTIONS },
  )
  const allowed = admitted instanceof Refusal ? tools : tools.filter(tool => isAllowed(admitted, tool))
  // Before revision 2026-07-28, requests do not state the client's capabilities.
  const showsPages = () => server.getClientCapabilities()?.extensions?.[APPS_EXTENSION] !== undefined
  server.setRequestHandler('tools/list', () => {
    // Other clients would offer tools for pages to their models.
    return { tools: allowed.filter(tool => showsPages() || !isForPages(tool)).map(toolListing) }
  })
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args = {} } }) => {
    const tool = tools.find(one => one.name === name)
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'there is no such tool')
    try {
      if (admitted instanceof Refusal) throw admitted
      checkScope(admitted.scope, requiredBy(tool))
      checkArguments(tool, args as JsonObject)
      const call = { caller: admitted, args: args as JsonObject, showsPages: showsPages(), signal }
      const run = async () => {
        const { data, text } = await tool.run(call)
        await nextTurn()
        return { json: writeJson(data), text }
      }
      const { json, text } = await (tool.waits ? run() : batch.run(run))
      await nextTurn()
      const result = { content: [textOf(text)], structuredContent: readJson(withoutHidden(json)) as JsonObject }
      await nextTurn()
      return result
    } catch (error) {
      return { isError: true, content: [textOf(errorText(error, log))] }
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

function textOf(text: string) {
  return { type: 'text' as const, text: withoutHidden(text) }
}

function toolListing(tool: Tool) {
  const { name, title, description, hints, ui } = tool
  // Clients of all revisions find the title there.
  const annotations = { title, openWorldHint: false, ...hints }
  return { name, description, ...schemasOf(tool), annotations, ...(ui && { _meta: { ui } }) }
}

const schemas = new WeakMap<Tool, ToolSchemas>()
type ToolSchemas = ReturnType<typeof makeSchemas>

/** A tool's schemas, which are the same for everybody and made once. */
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

/** The API's error text, and what to do about it. */
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
