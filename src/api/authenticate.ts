import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Access, Caller, Scope } from '../service/access.ts'
import { bearerToken } from '../transport/bearer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `authenticate` on every route of the API. */
    caller: Caller
  }
}

/**
 * The check before every call of the API: token, call budget, subscription, scope.
 * @param needs the scopes that a call needs; `either` where any will do
 */
export function authenticate(
  access: Access,
  needs: 'either' | ((request: FastifyRequest) => readonly Scope[]),
): onRequestAsyncHookHandler {
  return async request => {
    request.caller = await access.admit(bearerToken(request), needs === 'either' ? needs : needs(request))
  }
}

export const read = (): readonly Scope[] => ['surveys:read']
export const write = (): readonly Scope[] => ['surveys:write']
