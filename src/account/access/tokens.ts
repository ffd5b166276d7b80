import type { FastifyInstance } from 'fastify'
import { TOKENS_PER_ACCOUNT } from '../../domain/accounts/limits.ts'
import type { AccountSettings, CreatedToken, Token } from '../../service/accounts/account-settings.ts'
import { formatHour, formatTimestamp } from '../../service/timestamp.ts'
import { optionalBody } from '../../transport/bodies/body.ts'
import type { TokenView } from '../contract.ts'

interface TokensParts {
  readonly settings: AccountSettings
}

/** The account's personal tokens. A token's value occurs in only one response, that of its creation. */
export function tokenRoutes(app: FastifyInstance, { settings }: TokensParts): void {
  app.get('/tokens', async ({ holder }) => ({
    tokens: (await settings.tokens(holder)).filter(({ kind }) => kind === 'pat').map(tokenView),
    limit: TOKENS_PER_ACCOUNT,
  }))
  app.post('/tokens', async (request, reply) => {
    const created = await settings.createToken(request.holder, optionalBody(request))
    return reply.code(201).send({ ...tokenView({ ...created, lastUsedHour: null }), token: created.token })
  })
  app.delete<{ Params: { id: string } }>('/tokens/:id', async ({ holder, params }, reply) => {
    await settings.revokeToken(holder, params.id)
    return reply.code(204).send()
  })
}

export function tokenView(token: Omit<CreatedToken, 'token'> & Pick<Token, 'lastUsedHour'>): TokenView {
  const { id, name, lastFour, createdAt, expiresAt, lastUsedHour } = token
  return {
    id,
    name,
    last_four: lastFour,
    created_at: createdAt,
    expires_at: formatTimestamp(expiresAt),
    last_used_at: formatHour(lastUsedHour),
  }
}
