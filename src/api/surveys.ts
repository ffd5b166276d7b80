import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { writeJson } from '../domain/values/json-text.ts'
import type { Scope } from '../service/access/scope.ts'
import { RevisionCache } from '../service/cache.ts'
import { requiredBody } from '../transport/body.ts'
import type { ApiRoutes } from './api-parts.ts'
import { authenticate, read, write } from './authenticate.ts'
import * as contract from './contract.ts'
import { keyedRequest } from './idempotency-key.ts'
import { operation } from './openapi.ts'
import { CHANGE_CONFLICTS, NO_SURVEY, SURVEY_CONFLICTS } from './refusals.ts'
import { sendText } from './send-text.ts'
import { serializeChange } from './serialize.ts'

interface ById {
  Params: { id: string }
  Querystring: { view?: string }
}

export const surveyId = Type.Object({ id: Type.String({ description: "The survey's slug." }) })

export function surveyRoutes(app: FastifyInstance, parts: ApiRoutes): void {
  listRoute(app, parts)
  createRoute(app, parts)
  readRoute(app, parts)
  changeRoute(app, parts)
}

function listRoute(app: FastifyInstance, { authentication, surveys, serializer, cache }: ApiRoutes): void {
  const lists = new RevisionCache<Buffer>(cache, 'list')

  app.get<{ Querystring: { include_admin?: string; include_closed?: string } }>(
    '/surveys',
    {
      onRequest: authenticate(authentication, listScopes),
      schema: operation({
        id: 'listSurveys',
        scopes: ['surveys:read'],
        tag: 'surveys',
        summary: 'List surveys',
        description:
          'Newest first. Archived surveys are not listed. Requires the scope surveys:read; include_admin=1 also requires surveys:write.',
        query: Type.Object({
          include_admin: Type.Optional(
            Type.Enum(['0', '1'], { default: '0', description: '`1` adds admin_token and admin_url to every survey.' }),
          ),
          include_closed: Type.Optional(
            Type.Enum(['0', '1'], { default: '1', description: '`0` excludes closed surveys.' }),
          ),
        }),
        success: { status: 200, schema: contract.SurveyList, description: 'The surveys.' },
      }),
    },
    async ({ caller, query }, reply) => {
      const options = { withAdmin: query.include_admin === '1', openOnly: query.include_closed === '0' }
      const name = `${caller.accountId} ${options.withAdmin} ${options.openOnly}`
      const { revision } = caller
      const cached = lists.find(name, revision)
      if (cached !== undefined) return sendText(reply, cached)
      const value = Buffer.from(writeJson(serializer.list(await surveys.list(caller, options))))
      return sendText(reply, lists.store(name, { revision, value }, value.length))
    },
  )
}

function createRoute(app: FastifyInstance, { authentication, surveyCreation, serializer }: ApiRoutes): void {
  app.post(
    '/surveys',
    {
      onRequest: authenticate(authentication, write),
      schema: operation({
        id: 'createSurvey',
        scopes: ['surveys:write'],
        tag: 'surveys',
        summary: 'Create a survey',
        description:
          'The survey is open immediately and has no deadline. If you leave out the theme, it gets the colours that the account last saved in the browser.',
        body: contract.CreateSurvey,
        keyed: true,
        success: {
          status: 201,
          schema: Type.Ref('CreatedSurvey'),
          description: 'The new survey, with its admin token.',
        },
        refusals: SURVEY_CONFLICTS,
      }),
    },
    async (request, reply) => {
      const body = requiredBody(request)
      const survey = await surveyCreation.create(request.caller, body, keyedRequest(request, body))
      return reply.code(201).send(serializer.created(survey))
    },
  )
}

function readRoute(app: FastifyInstance, parts: ApiRoutes): void {
  const { surveys, receivedResponses, surveyResults, clock, serializer } = parts
  app.get<ById>(
    '/surveys/:id',
    {
      onRequest: authenticate(parts.authentication, read),
      schema: operation({
        id: 'readSurvey',
        scopes: ['surveys:read'],
        tag: 'surveys',
        summary: 'Read a survey',
        description:
          'Returns the survey with all responses, or with counts if view=aggregate. Responses that were submitted before a question was added have null as its answer.',
        params: surveyId,
        query: Type.Object({
          view: Type.Optional(
            Type.Enum(['full', 'aggregate'], {
              default: 'full',
              description: '`full`: all responses. `aggregate`: counts instead of responses.',
            }),
          ),
        }),
        success: {
          status: 200,
          schema: Type.Union([Type.Ref('SurveyDetail'), Type.Ref('SurveyAggregate')]),
          description: 'The survey: SurveyDetail, or SurveyAggregate if view=aggregate.',
        },
        refusals: NO_SURVEY,
      }),
    },
    async (request, reply) => {
      const { caller, params, query } = request
      const asked = caller.survey(params.id)
      if (query.view === 'aggregate') {
        const { survey, results } = await surveyResults.read(asked)
        return serializer.aggregate(survey, results, clock())
      }
      const survey = await surveys.read(asked)
      return sendText(reply, serializer.detail(survey, receivedResponses.readAll(asked, survey), clock()))
    },
  )
}

function changeRoute(app: FastifyInstance, { authentication, surveys }: ApiRoutes): void {
  app.patch<ById>(
    '/surveys/:id',
    {
      onRequest: authenticate(authentication, write),
      schema: operation({
        id: 'changeSurvey',
        scopes: ['surveys:write'],
        tag: 'surveys',
        summary: 'Change a survey',
        description:
          'If any field is invalid, nothing changes. Once a survey has responses, you can add and reword questions, and add and reorder options. You can no longer remove or move questions, change their types, or rename or remove options.',
        params: surveyId,
        body: contract.ChangeSurvey,
        success: { status: 200, schema: Type.Ref('ChangedSurvey'), description: 'The changed fields.' },
        refusals: { ...NO_SURVEY, ...CHANGE_CONFLICTS },
      }),
    },
    async request =>
      serializeChange(await surveys.change(request.caller.survey(request.params.id), requiredBody(request))),
  )
}

/** Admin tokens give control over every survey, so listing them needs the write scope as well. */
function listScopes({ query }: FastifyRequest): readonly Scope[] {
  const withAdmin = (query as { include_admin?: unknown }).include_admin === '1'
  return withAdmin ? ['surveys:read', 'surveys:write'] : ['surveys:read']
}
