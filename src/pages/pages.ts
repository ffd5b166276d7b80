import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseFields } from '../domain/json.ts'
import { Refusal } from '../domain/refusal.ts'
import { isUuid } from '../domain/text.ts'
import type { FramedPage } from '../html/frame.ts'
import type { Random } from '../service/context.ts'
import type { PublicSurvey, Responding, Response } from '../service/responding.ts'
import { parseForm, readForm, type Typed } from './form.ts'
import { errorPage, surveyPage, thanksPage, unavailablePage } from './survey.ts'

/** An error as it goes over the wire, whichever form it has there. */
interface WireError {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

export interface PagesParts {
  readonly responding: Responding
  readonly random: Random
  readonly wireError: (error: unknown) => WireError
}

interface BySlug {
  Params: { slug: string }
}

/** What respondents see and send. No cookie is read or set; all of it works without JavaScript. */
export function pages(parts: PagesParts) {
  return async (app: FastifyInstance): Promise<void> => {
    submissionRoute(app, parts)
    // Errors are pages there.
    await app.register(async scope => {
      scope.setErrorHandler((error, request, reply) => sendErrorPage(error, request, reply, parts))
      surveyRoute(scope, parts)
      formRoute(scope, parts)
      thanksRoute(scope, parts)
    })
  }
}

function submissionRoute(app: FastifyInstance, { responding }: PagesParts): void {
  app.post<BySlug>('/s/:slug/responses', { schema: { hide: true } }, async ({ params, body }, reply) => {
    const response = await responding.submit(params.slug, parseFields(textOf(body)))
    return reply.code(201).type('application/json; charset=utf-8').send(responseJson(response))
  })
}

function surveyRoute(app: FastifyInstance, { responding, random }: PagesParts): void {
  app.get<BySlug>('/s/:slug', { schema: { hide: true } }, async (request, reply) => {
    const { slug } = request.params
    const meant = await responding.meant(slug)
    if (meant !== undefined) return reply.redirect(`/s/${meant}`, 302)
    const found = await responding.survey(slug)
    if (wantsJson(request)) return reply.type('application/json; charset=utf-8').send(surveyJson(found))
    if (found.status !== 'open') return sendPage(reply, unavailablePage(found))
    return sendPage(reply, surveyPage(found, { key: random.uuid(), typed: new Map() }))
  })
}

function formRoute(app: FastifyInstance, { responding, random, wireError }: PagesParts): void {
  app.post<BySlug>('/s/:slug', { schema: { hide: true } }, async ({ params: { slug }, body }, reply) => {
    const typed = parseForm(textOf(body))
    const found = await responding.survey(slug)
    try {
      await responding.submit(slug, readForm(found.questions, typed))
      return reply.redirect(`/s/${slug}/thanks`, 303)
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind === 'missing') throw error
      const { status, headers } = wireError(error)
      return sendPage(
        reply.code(status).headers(headers),
        refusedPage(await responding.survey(slug), typed, error, random),
      )
    }
  })
}

function thanksRoute(app: FastifyInstance, { responding }: PagesParts): void {
  app.get<BySlug>('/s/:slug/thanks', { schema: { hide: true } }, async ({ params }, reply) =>
    sendPage(reply, thanksPage(await responding.survey(params.slug))),
  )
}

/** The form again with all that was typed, unless the survey takes no answers any more. Its key stays: it is the same send. */
function refusedPage(found: PublicSurvey, typed: Typed, refusal: Refusal, random: Random): FramedPage {
  if (found.status !== 'open') return unavailablePage(found)
  const sent = typed.get('key') ?? ''
  return surveyPage(found, { key: isUuid(sent) ? sent : random.uuid(), typed, refusal })
}

function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply, parts: PagesParts): FastifyReply {
  const { status, headers, body } = parts.wireError(error)
  if (status >= 500) request.failure = error
  reply.code(status).headers(headers)
  if (wantsJson(request)) return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
  return sendPage(reply, errorPage(status))
}

function sendPage(reply: FastifyReply, { text, policy }: FramedPage): FastifyReply {
  return reply
    .headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(text)
}

function wantsJson({ headers }: FastifyRequest): boolean {
  return /\bapplication\/json\b/.test(headers.accept ?? '')
}

function surveyJson({ survey, status }: PublicSurvey): string {
  const { slug: id, title, questions, theme } = survey
  return `${JSON.stringify({ id, title, status }).slice(0, -1)},"questions":${questions},"theme":${JSON.stringify(theme)}}`
}

function responseJson({ id, submittedAt, answers }: Response): string {
  return `{"id":"${id}","submitted_at":"${submittedAt}","answers":${answers}}`
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : ''
}
