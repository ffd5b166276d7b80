import type { FastifyInstance, FastifyReply } from 'fastify'
import { changed, SurveySerializer } from '../api/serialize.ts'
import { bearerChallenge } from '../transport/bearer.ts'
import { readTextBodies, requiredBody } from '../transport/body.ts'
import { renderErrors, sendJsonError } from '../transport/errors.ts'
import { answerOtherMethods } from '../transport/methods.ts'
import { type AdmissionParts, admission } from './admission.ts'
import { type BoardParts, boardRoutes } from './board.ts'
import type { ResultsRooms } from './events.ts'
import { type ExportsParts, exportRoutes } from './exports.ts'
import { responseRoutes } from './responses.ts'

export type DashboardParts = AdmissionParts &
  BoardParts &
  Omit<ExportsParts, 'present'> & { readonly rooms: ResultsRooms }

type Parts = DashboardParts & { readonly present: SurveySerializer }

const HIDDEN = { schema: { hide: true } }

/** What a survey's dashboard reads and does, to be registered under `/admin/api/:slug`. */
export function dashboard(given: DashboardParts) {
  return async (app: FastifyInstance): Promise<void> => {
    const parts = { ...given, present: new SurveySerializer(given.baseUrl) }
    readTextBodies(app)
    renderErrors(app, sendJsonError, bearerChallenge)
    await answerOtherMethods(app, async app => {
      admission(app, parts)
      surveyRoutes(app, parts)
      linkRoutes(app, parts)
      responseRoutes(app, parts)
      exportRoutes(app, parts)
      boardRoutes(app, parts)
    })
  }
}

function surveyRoutes(app: FastifyInstance, { surveys, rooms, clock, present }: Parts): void {
  app.get('', HIDDEN, async ({ admin }, reply) => {
    const { survey, results } = await surveys.aggregate(admin)
    const text = present.aggregate(survey, results, clock())
    const { archived, viewNonce } = survey
    const more = JSON.stringify({ archived, projector: viewNonce !== null })
    return sendJson(reply, `${text.slice(0, -1)},${more.slice(1)}`)
  })
  app.patch('', HIDDEN, async (request, reply) =>
    sendJson(reply, changed(await surveys.change(request.admin, requiredBody(request)))),
  )
  app.delete('', HIDDEN, async ({ admin }, reply) => {
    await surveys.delete(admin)
    return reply.code(204).send()
  })
  app.get('/events', HIDDEN, async (request, reply) => rooms.stream(request.admin.slug, request.admin, request, reply))
}

function linkRoutes(app: FastifyInstance, { links, baseUrl, present }: Parts): void {
  app.post('/rotate', HIDDEN, async ({ admin }, reply) => {
    const token = await links.rotate(admin)
    return sendJson(reply, JSON.stringify({ admin_token: token, admin_url: present.adminUrl(admin.slug, token) }))
  })
  app.post('/projector', HIDDEN, async ({ admin }, reply) => {
    const token = await links.createProjectorLink(admin)
    return sendJson(reply, JSON.stringify({ url: `${baseUrl}/p/${token}` }))
  })
  app.delete('/projector', HIDDEN, async ({ admin }, reply) => {
    await links.removeProjectorLink(admin)
    return reply.code(204).send()
  })
}

function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text)
}
