import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ConcurrencyLimit } from '../concurrency-limit.ts'
import type { Draft } from '../domain/surveys/draft.ts'
import type { Theme } from '../domain/surveys/theme.ts'
import { Refusal } from '../domain/values/refusal.ts'
import type { Drafts } from '../service/surveys/drafts.ts'
import { requireOwnOrigin } from '../transport/cross-site.ts'
import type { AuthenticationParts } from './authenticate.ts'

/** Sends a draft as respondents would see it. Their pages belong to another entry point, so `app.ts` passes this in. */
type SendPreview = (
  request: FastifyRequest,
  reply: FastifyReply,
  parts: { readonly draft: Draft; readonly palette: Theme },
) => Promise<FastifyReply>

export interface PreviewParts extends AuthenticationParts {
  readonly drafts: Drafts
  readonly sendPreview: SendPreview
}

interface ById {
  Params: { id: string }
}

/** Previews waiting for the one that is made. */
const MAX_WAITING = 100

/**
 * A draft as respondents would see it, for a frame in the application. Made one at a time: the largest take tens of
 * milliseconds of processor time, and several at once would keep all others waiting for their sum.
 */
export function previewRoute(app: FastifyInstance, { authentication, cookie, baseUrl, ...parts }: PreviewParts): void {
  const refusal = () => new Refusal('unavailable', { retryAfter: 1 })
  const previews = new ConcurrencyLimit({ parallel: 1, waiting: MAX_WAITING, refusal })
  app.get<ById>('/app/drafts/:id/preview', async (request, reply) => {
    requireOwnOrigin(request, baseUrl)
    const holder = await authentication.accountHolder(cookie.read(request))
    return previews.run(async () => {
      const preview = await parts.drafts.readForPreview(holder, request.params.id)
      return parts.sendPreview(request, reply.header('vary', 'Cookie'), preview)
    })
  })
}
