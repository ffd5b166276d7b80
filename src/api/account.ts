import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { SCOPES } from '../service/access/scope.ts'
import type { ApiParts } from './api-parts.ts'
import { authenticate } from './authenticate.ts'
import type * as contract from './contract.ts'
import { operation } from './openapi.ts'

export function accountRoutes(app: FastifyInstance, { authentication }: ApiParts): void {
  app.get(
    '/me',
    {
      onRequest: authenticate(authentication, 'either'),
      schema: operation({
        id: 'getMe',
        scopes: SCOPES,
        tag: 'account',
        summary: 'Check a token',
        description: 'Returns the account and the scopes of the token. Requires either scope.',
        success: { status: 200, schema: Type.Ref('Me'), description: 'The account of a token.' },
      }),
    },
    async ({ caller: { accountId, scope, tokenKind: kind } }): Promise<contract.Me> => ({
      user_id: accountId,
      scope,
      kind,
    }),
  )
}
