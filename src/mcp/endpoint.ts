import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isArray, type Json, parseJson } from '../domain/values/json.ts'
import { Refusal } from '../domain/values/refusal.ts'
import type { ApiCaller, Authentication } from '../service/access/authentication.ts'
import { bearerChallenge, bearerToken } from '../transport/bearer.ts'
import { readTextBodies } from '../transport/bodies/body.ts'
import { renderErrors, sendJsonError } from '../transport/errors.ts'
import { handleOtherMethods } from '../transport/methods.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every request to the endpoint. */
    admitted: Admitted
  }
}

/** Messages counted in one request. The library refuses longer batches. */
const MAX_BATCH = 100

interface EndpointParts {
  readonly authentication: Authentication
  readonly baseUrl: string
  /** Answers one request of the protocol, whose body has been parsed. */
  readonly answer: (request: Request, body: Json, admitted: Admitted) => Promise<Response>
}

/** The caller of a request, or the reason why it cannot use any tool. */
export type Admitted = ApiCaller | Refusal

/** The protocol's endpoint, which authenticates requests and passes them on. Each request is independent. */
export function endpoint({ authentication, baseUrl, answer }: EndpointParts) {
  return async (app: FastifyInstance): Promise<void> => {
    readTextBodies(app)
    renderErrors(app, sendJsonError, refusal => challenge(refusal, baseUrl))
    await handleOtherMethods(app, async routes => {
      // Strangers are refused before any of the body is read.
      routes.addHook('onRequest', async request => {
        request.admitted = await admit(authentication, request)
        request.isAuthenticated = true
      })
      routes.post('/mcp', async (request, reply) => {
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort())
        let { admitted } = request
        const body = parseJson(String(request.body ?? ''))
        // An earlier revision allows several messages in one request. Each counts as a call.
        for (const _ of isArray(body) ? body.slice(1, MAX_BATCH) : []) admitted = await admit(authentication, request)
        return send(reply, await answer(webRequest(request, baseUrl, gone.signal), body, admitted))
      })
    })
  }
}

/** Tells a client without a valid token where to find out how to get one (RFC 9728). */
function challenge(refusal: Refusal, baseUrl: string): Readonly<Record<string, string>> {
  if (refusal.refusal !== 'authentication_required') return bearerChallenge(refusal)
  const metadata = `${baseUrl}/.well-known/oauth-protected-resource/mcp`
  return { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }
}

/** Requests without a valid token are refused here. Other refusals become tool results, which say what to do. */
async function admit(authentication: Authentication, request: FastifyRequest): Promise<Admitted> {
  try {
    return await authentication.apiCaller(bearerToken(request), 'either')
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === 'unauthenticated') throw error
    return error
  }
}

/** The part of a request that the library reads. The token is not passed on. */
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
