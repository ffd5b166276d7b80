import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { SurveySerializer } from '../api/serialize.ts'
import { parseJson } from '../domain/json.ts'
import { Refusal } from '../domain/refusal.ts'
import type { ApiCaller, Authentication } from '../service/authentication.ts'
import type { Boards } from '../service/boards.ts'
import type { Templates } from '../service/templates.ts'
import { bearerChallenge, bearerToken } from '../transport/bearer.ts'
import { readTextBodies } from '../transport/body.ts'
import { renderErrors, sendJsonError } from '../transport/errors.ts'
import { answerOtherMethods } from '../transport/methods.ts'
import { readTextAnswers } from './answer-tools.ts'
import { boardTools } from './board-tools.ts'
import { RESULTS_FILE } from './results-app.ts'
import { surveyTools } from './survey-tools.ts'
import { templateTools } from './template-tools.ts'
import { READ_HINTS, type Tool } from './tool.ts'
import { type WaitingParts, waitForResponses } from './waiting.ts'

export interface McpParts extends WaitingParts {
  readonly authentication: Authentication
  readonly boards: Boards
  readonly templates: Templates
  readonly baseUrl: string
  readonly log: FastifyBaseLogger
}

/** Tools for AI clients, by the Model Context Protocol. Each request stands by itself. */
export function mcp(parts: McpParts) {
  const tools = toolsOf(parts)
  return async (app: FastifyInstance): Promise<void> => {
    readTextBodies(app)
    renderErrors(app, sendJsonError, refusal => challenge(refusal, parts.baseUrl))
    await answerOtherMethods(app, async routes => {
      routes.post('/mcp', { schema: { hide: true } }, async (request, reply) => {
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort())
        const admitted = await admit(parts.authentication, request)
        const parsedBody = parseJson(String(request.body ?? ''))
        // The library would take an eighth of every start, so it is loaded with the first request.
        const { answerRequest } = await import('./server.ts')
        const sent = webRequest(request, parts.baseUrl, gone.signal)
        const served = { admitted, tools, appFile: RESULTS_FILE, log: parts.log }
        return send(reply, await answerRequest(sent, parsedBody, served))
      })
    })
  }
}

/** Tells a client without a valid token where to learn how it gets one (RFC 9728). */
function challenge(refusal: Refusal, baseUrl: string): Readonly<Record<string, string>> {
  if (refusal.refusal !== 'authentication_required') return bearerChallenge(refusal)
  const metadata = `${baseUrl}/.well-known/oauth-protected-resource/mcp`
  return { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }
}

function toolsOf(parts: McpParts): readonly Tool[] {
  const all = { ...parts, serializer: new SurveySerializer(parts.baseUrl) }
  return [
    whoami,
    ...surveyTools(all),
    readTextAnswers(all),
    ...boardTools(all),
    waitForResponses(all),
    ...templateTools(all),
  ]
}

const whoami: Tool = {
  name: 'whoami',
  title: 'Check the connection',
  description: 'Whose account this is, and what this connection may do.',
  scope: 'either',
  hints: READ_HINTS,
  input: Type.Object({}),
  output: Type.Ref('Me'),
  run: async ({ caller: { accountId, scope, tokenKind } }) => ({
    data: { user_id: accountId, scope, kind: tokenKind },
    text: `Account ${accountId}. Allowed: ${scope}.`,
  }),
}

/** Whoever sends no valid token is refused here. Other refusals become answers of the tools, which say what to do. */
async function admit(
  authentication: McpParts['authentication'],
  request: FastifyRequest,
): Promise<ApiCaller | Refusal> {
  try {
    return await authentication.apiCaller(bearerToken(request), 'either')
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === 'unauthenticated') throw error
    return error
  }
}

/** What the library reads of a request. The token stays here. */
function webRequest({ raw: { headers }, url }: FastifyRequest, baseUrl: string, signal: AbortSignal): Request {
  const names = Object.keys(headers).filter(name => /^(accept|content-type|mcp-.*)$/.test(name))
  const kept = names.map((name): [string, string] => [name, String(headers[name])])
  return new Request(new URL(url, baseUrl), { method: 'POST', headers: kept, body: '{}', signal })
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  const headers = Object.fromEntries(answer.headers)
  return reply
    .code(answer.status)
    .headers(headers)
    .send(Buffer.from(await answer.arrayBuffer()))
}
