import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { surveyTag } from '../domain/surveys/survey-tag.ts'
import { writeJson } from '../domain/values/json-text.ts'
import type { Scope } from '../service/access/scope.ts'
import { RevisionCache } from '../service/cache.ts'
import { requiredBody } from '../transport/bodies/body.ts'
import { CONDITIONAL, conditionsOf, isKnown, quoted } from '../transport/conditions.ts'
import type { ApiRoutes } from './api-parts.ts'
import { authenticate, read, write } from './authenticate.ts'
import * as contract from './contract.ts'
import { keyedRequest } from './idempotency-key.ts'
import { operation } from './openapi.ts'
import { CHANGE_CONFLICTS, NO_PAGES, NO_SURVEY, SURVEY_CONFLICTS } from './refusals.ts'
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
  const lists = new RevisionCache<TaggedList>(cache, 'list')

  app.get<{ Querystring: { include_admin?: string; include_closed?: string } }>(
    '/surveys',
    {
      config: CONDITIONAL,
      onRequest: authenticate(authentication, listScopes),
      schema: operation({
        id: 'listSurveys',
        scopes: ['surveys:read'],
        tag: 'surveys',
        summary: 'List surveys',
        description: `Newest first. Archived surveys are not listed. Requires the scope surveys:read; include_admin=1 also requires surveys:write. ${NO_PAGES} An account has at most 500 surveys.`,
        query: Type.Object({
          include_admin: Type.Optional(
            Type.Enum(['0', '1'], { default: '0', description: '`1` adds admin_token and admin_url to every survey.' }),
          ),
          include_closed: Type.Optional(
            Type.Enum(['0', '1'], { default: '1', description: '`0` excludes closed surveys.' }),
          ),
        }),
        conditional: 'read',
        success: { status: 200, schema: contract.SurveyList, description: 'The surveys.' },
      }),
    },
    async (request, reply) => {
      const { caller, query } = request
      const options = { withAdmin: query.include_admin === '1', openOnly: query.include_closed === '0' }
      const name = `${caller.accountId} ${options.withAdmin} ${options.openOnly}`
      const make = async () => taggedList(writeJson(serializer.list(await surveys.list(caller, options))))
      const { json, tag } = await lists.findOrMake(name, caller.revision, make, list => list.json.length)
      return isKnown(request, reply, tag) ? reply.code(304).send() : sendText(reply, json)
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
      config: CONDITIONAL,
      onRequest: authenticate(parts.authentication, read),
      schema: operation({
        id: 'readSurvey',
        scopes: ['surveys:read'],
        tag: 'surveys',
        summary: 'Read a survey',
        description: `Returns the survey with all responses, or with counts if view=aggregate. Responses that were submitted before a question was added have null as its answer. ${NO_PAGES} To read responses page by page, or only those that are new, send the admin token to \`GET /admin/api/{slug}/responses\`, which takes \`limit\` and \`after\`.`,
        params: surveyId,
        query: Type.Object({
          view: Type.Optional(
            Type.Enum(['full', 'aggregate'], {
              default: 'full',
              description: '`full`: all responses. `aggregate`: counts instead of responses.',
            }),
          ),
        }),
        conditional: 'read',
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
      const now = clock()
      if (query.view === 'aggregate') {
        const { survey, results } = await surveyResults.read(asked)
        const isCurrent = isKnown(request, reply, surveyTag(survey, now))
        return isCurrent ? reply.code(304).send() : serializer.aggregate(survey, results, now)
      }
      const survey = await surveys.read(asked)
      if (isKnown(request, reply, surveyTag(survey, now))) return reply.code(304).send()
      return sendText(reply, serializer.detail(survey, receivedResponses.readAll(asked, survey), now))
    },
  )
}

function changeRoute(app: FastifyInstance, { authentication, surveys }: ApiRoutes): void {
  app.patch<ById>(
    '/surveys/:id',
    {
      config: CONDITIONAL,
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
        conditional: 'change',
        success: { status: 200, schema: Type.Ref('ChangedSurvey'), description: 'The changed fields.' },
        refusals: { ...NO_SURVEY, ...CHANGE_CONFLICTS },
      }),
    },
    async (request, reply) => {
      const [body, conditions] = [requiredBody(request), conditionsOf(request)]
      const changed = await surveys.change(request.caller.survey(request.params.id), body, conditions)
      return reply.header('etag', quoted(changed.tag)).send(serializeChange(changed))
    },
  )
}

interface TaggedList {
  readonly json: Buffer
  readonly tag: string
}

/** Tagged by its bytes, since admin links also depend on the secret of the installation. */
function taggedList(text: string): TaggedList {
  return { json: Buffer.from(text), tag: hash('sha256', text).slice(0, 32) }
}

/** Admin tokens give control over every survey, so listing them needs the write scope as well. */
function listScopes({ query }: FastifyRequest): readonly Scope[] {
  const withAdmin = (query as { include_admin?: unknown }).include_admin === '1'
  return withAdmin ? ['surveys:read', 'surveys:write'] : ['surveys:read']
}
