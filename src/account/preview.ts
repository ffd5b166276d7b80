import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Draft } from '../domain/draft.ts'
import type { Theme } from '../domain/theme.ts'
import type { Drafts } from '../service/drafts.ts'
import { requireOwnOrigin } from '../transport/cross-site.ts'
import type { AuthenticationParts } from './authenticate.ts'

/** Sends a draft as respondents would see it. Their pages are another entry point, so `app.ts` hands it in. */
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

/** A draft as the page that respondents would see, for a frame of the application. */
export function previewRoute(app: FastifyInstance, { authentication, cookie, baseUrl, ...parts }: PreviewParts): void {
  app.get<ById>('/app/drafts/:id/preview', async (request, reply) => {
    requireOwnOrigin(request, baseUrl)
    const holder = await authentication.accountHolder(cookie.read(request))
    const preview = await parts.drafts.readForPreview(holder, request.params.id)
    return parts.sendPreview(request, reply.header('vary', 'Cookie'), preview)
  })
}
