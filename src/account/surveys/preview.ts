import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Draft } from '../../domain/surveys/draft.ts'
import type { Theme } from '../../domain/surveys/survey-settings/theme.ts'
import type { Drafts } from '../../service/surveys/drafts.ts'
import { requireOwnOrigin } from '../../transport/cross-site.ts'
import { keepPace } from '../../transport/pace.ts'
import type { AuthenticationParts } from '../authenticate.ts'

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

/** A draft as respondents would see it, for a frame in the application. */
export function previewRoute(app: FastifyInstance, { authentication, cookie, baseUrl, ...parts }: PreviewParts): void {
  app.addHook('onRequest', async request => {
    requireOwnOrigin(request, baseUrl)
    request.holder = await authentication.accountHolder(cookie.read(request))
  })
  keepPace(
    app,
    ({ holder }) => holder.accountId,
    () => true,
  )
  app.get<ById>('/app/drafts/:id/preview', async (request, reply) => {
    return parts.drafts.preview(request.holder, request.params.id, preview =>
      parts.sendPreview(request, reply.header('vary', 'Cookie'), preview),
    )
  })
}
