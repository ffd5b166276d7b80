import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { ApiCaller, Authentication } from '../service/access/authentication.ts'
import type { Scope } from '../service/access/scope.ts'
import { bearerToken } from '../transport/bearer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `authenticate` on every route of the API. */
    caller: ApiCaller
  }
}

/**
 * Authenticates a call: checks token, rate limit, subscription and scope.
 * @param needs scopes that the call needs; `either` if any one is enough
 */
export function authenticate(
  authentication: Authentication,
  needs: 'either' | ((request: FastifyRequest) => readonly Scope[]),
): onRequestAsyncHookHandler {
  return async request => {
    request.caller = await authentication.apiCaller(bearerToken(request), needs === 'either' ? needs : needs(request))
    request.isAuthenticated = true
  }
}

export const read = (): readonly Scope[] => ['surveys:read']
export const write = (): readonly Scope[] => ['surveys:write']
