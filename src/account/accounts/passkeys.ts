import type { FastifyInstance } from 'fastify'
import { PASSKEYS_PER_ACCOUNT } from '../../domain/accounts/limits.ts'
import type { PasskeySignIn } from '../../service/accounts/passkey-sign-in.ts'
import type { Passkey, Passkeys } from '../../service/accounts/passkeys.ts'
import { formatHour } from '../../service/timestamp.ts'
import { requiredBody } from '../../transport/bodies/body.ts'
import type { PasskeyView } from '../contract.ts'
import type { Provider } from './provider-link.ts'

interface PasskeysParts {
  readonly passkeys: Passkeys
  readonly passkeySignIn: PasskeySignIn
  readonly provider: Provider | undefined
}

interface ById {
  Params: { id: string }
}

/** The passkeys of the account. */
export function passkeyRoutes(app: FastifyInstance, { passkeys, passkeySignIn, provider }: PasskeysParts): void {
  app.get('/passkeys', async ({ holder }) => ({
    passkeys: (await passkeys.list(holder)).map(passkeyView),
    limit: PASSKEYS_PER_ACCOUNT,
    possible: passkeySignIn.isPossible && !provider?.isOnly,
  }))
  app.post('/passkeys/options', async ({ holder }) => passkeys.creationOptions(holder))
  app.post('/passkeys', async (request, reply) => {
    const added = await passkeys.add(request.holder, requiredBody(request))
    return reply.code(201).send(passkeyView(added))
  })
  app.patch<ById>('/passkeys/:id', async (request, reply) => {
    await passkeys.rename(request.holder, request.params.id, requiredBody(request))
    return reply.code(204).send()
  })
  app.delete<ById>('/passkeys/:id', async ({ holder, params }, reply) => {
    await passkeys.remove(holder, params.id)
    return reply.code(204).send()
  })
}

export function passkeyView({ id, name, createdAt, lastUsedHour, backedUp }: Passkey): PasskeyView {
  return {
    id,
    name,
    created_at: createdAt,
    last_used_at: formatHour(lastUsedHour),
    backed_up: backedUp,
  }
}
