import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Access, Caller, Scope } from '../service/access.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard on every route of the API. */
    caller: Caller
  }
}

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i

/**
 * The check before every call of the API: token, call budget, subscription, scope.
 * @param needs the scopes that a call needs; `either` where any will do
 */
export function authenticate(
  access: Access,
  needs: 'either' | ((request: FastifyRequest) => readonly Scope[]),
): onRequestAsyncHookHandler {
  return async request => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
    request.caller = await access.admit(token, needs === 'either' ? needs : needs(request))
  }
}
