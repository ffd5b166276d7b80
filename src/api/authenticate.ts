import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { ApiCaller, Authentication } from '../service/authentication.ts'
import type { Scope } from '../service/scope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `authenticate` on every route of the API. */
    caller: ApiCaller
  }
}

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i

/**
 * The check before every call of the API: token, call limit, subscription, scope.
 * @param needs the scopes that a call needs; `either` where any will do
 */
export function authenticate(
  authentication: Authentication,
  needs: 'either' | ((request: FastifyRequest) => readonly Scope[]),
): onRequestAsyncHookHandler {
  return async request => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
    request.caller = await authentication.apiCaller(token, needs === 'either' ? needs : needs(request))
  }
}
