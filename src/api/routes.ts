import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Authentication } from '../service/authentication.ts'
import { Kept } from '../service/kept.ts'
import type { Scope } from '../service/scope.ts'
import type { Surveys } from '../service/surveys.ts'
import type { Templates } from '../service/templates.ts'
import { optionalBody, requiredBody } from '../transport/body.ts'
import { authenticate } from './authenticate.ts'
import * as contract from './contract.ts'
import { keyedRequest } from './idempotency-key.ts'
import { operation } from './openapi.ts'
import { changed, SurveySerializer, savedTemplate, template, templateList } from './serialize.ts'

export interface ApiParts {
  readonly authentication: Authentication
  readonly surveys: Surveys
  readonly templates: Templates
  readonly clock: () => number
  readonly baseUrl: string
}

interface ById {
  Params: { id: string }
  Querystring: { view?: string }
}

const NOT_FOUND = { 404: 'No such survey, or it belongs to another account.' }
const NO_TEMPLATE = { 404: 'No such template, or it belongs to another account.' }
const KEY_REUSED = 'The Idempotency-Key made something of another request (`idempotency_key_reused`).'
const SURVEY_CONFLICTS = {
  409: `${KEY_REUSED} The account owns 500 surveys (\`survey_limit_reached\`). The slug is in use (\`slug_taken\`).`,
}
const TEMPLATE_CONFLICTS = { 409: `${KEY_REUSED} The account holds 200 templates (\`template_limit_reached\`).` }
const surveyId = Type.Object({ id: Type.String({ description: "The survey's slug." }) })
const templateId = Type.Object({ id: Type.String({ description: 'From the list of templates.' }) })

/** Lists kept ready; the longest have some 130 kB. */
const LISTS = 200

interface Routes extends ApiParts {
  readonly present: SurveySerializer
}

/** The published API, to be registered under `/api/v1`. */
export function api(parts: ApiParts) {
  return async (app: FastifyInstance): Promise<void> => {
    const routes = { ...parts, present: new SurveySerializer(parts.baseUrl) }
    accountRoutes(app, routes)
    surveyRoutes(app, routes)
    surveyCopyRoutes(app, routes)
    templateRoutes(app, routes)
  }
}

function accountRoutes(app: FastifyInstance, { authentication }: Routes): void {
  app.get(
    '/me',
    {
      onRequest: authenticate(authentication, 'either'),
      schema: operation({
        id: 'getMe',
        tag: 'account',
        summary: 'Check a token',
        description: 'Touches no survey data. Takes either scope.',
        answer: { status: 200, schema: Type.Ref('Me'), description: 'Whose token it is.' },
      }),
    },
    async ({ caller: { accountId, scope, tokenKind: kind } }): Promise<contract.Me> => ({
      user_id: accountId,
      scope,
      kind,
    }),
  )
}

function surveyRoutes(app: FastifyInstance, { authentication, surveys, clock, present }: Routes): void {
  const lists = new Kept<Buffer>(LISTS)

  app.get<{ Querystring: { include_admin?: string; include_closed?: string } }>(
    '/surveys',
    {
      onRequest: authenticate(authentication, listScopes),
      schema: operation({
        id: 'listSurveys',
        tag: 'surveys',
        summary: 'List surveys, newest first',
        description: 'Archived surveys are never listed. Needs surveys:read; include_admin=1 needs surveys:write too.',
        query: Type.Object({
          include_admin: Type.Optional(
            Type.String({ description: '`1` adds admin_token and admin_url to every row.' }),
          ),
          include_closed: Type.Optional(Type.String({ description: '`0` leaves out closed surveys.' })),
        }),
        answer: { status: 200, schema: contract.SurveyList, description: 'The surveys.' },
      }),
    },
    async ({ caller, query }, reply) => {
      const options = { withAdmin: query.include_admin === '1', openOnly: query.include_closed === '0' }
      const list = `${caller.accountId} ${options.withAdmin} ${options.openOnly}`
      const kept = lists.find(list, caller.revision)
      if (kept !== undefined) return sendText(reply, kept)
      const text = present.list(await surveys.list(caller, options))
      return sendText(reply, lists.keep(list, caller.revision, Buffer.from(text)))
    },
  )

  app.post(
    '/surveys',
    {
      onRequest: authenticate(authentication, write),
      schema: operation({
        id: 'createSurvey',
        tag: 'surveys',
        summary: 'Create a survey',
        description:
          'It is open at once and has no expiry. Without a theme it takes the palette last saved in the browser.',
        body: contract.CreateSurvey,
        keyed: true,
        answer: { status: 201, schema: Type.Ref('CreatedSurvey'), description: 'The survey, with its admin token.' },
        refusals: SURVEY_CONFLICTS,
      }),
    },
    async (request, reply) => {
      const survey = await surveys.create(request.caller, requiredBody(request), keyedRequest(request))
      return reply.code(201).send(present.created(survey))
    },
  )

  app.get<ById>(
    '/surveys/:id',
    {
      onRequest: authenticate(authentication, read),
      schema: operation({
        id: 'readSurvey',
        tag: 'surveys',
        summary: 'Read a survey',
        description:
          'With every response, padded to the questions the survey has now; or, with view=aggregate, with counts in their place.',
        params: surveyId,
        query: Type.Object({
          view: Type.Optional(Type.String({ description: '`full`, the default, or `aggregate`.' })),
        }),
        answer: {
          status: 200,
          schema: Type.Union([Type.Ref('SurveyDetail'), Type.Ref('SurveyAggregate')]),
          description: 'SurveyDetail, or SurveyAggregate for view=aggregate.',
        },
        refusals: NOT_FOUND,
      }),
    },
    async (request, reply) => {
      const { caller, params, query } = request
      const asked = caller.survey(params.id)
      if (query.view === 'aggregate') {
        const { survey, results } = await surveys.aggregate(asked)
        return sendText(reply, present.aggregate(survey, results, clock()))
      }
      const survey = await surveys.read(asked)
      if (request.method === 'HEAD') return sendText(reply.header('transfer-encoding', 'chunked'), Readable.from([]))
      return sendText(reply, Readable.from(present.detail(survey, surveys.responses(asked, survey), clock())))
    },
  )

  app.patch<ById>(
    '/surveys/:id',
    {
      onRequest: authenticate(authentication, write),
      schema: operation({
        id: 'changeSurvey',
        tag: 'surveys',
        summary: 'Change status, theme, questions or archived',
        description:
          'Everything sent is validated before anything is written. Once there are responses, questions may be added and reworded, and options added or reordered; nothing may be removed, moved, retyped or renamed.',
        params: surveyId,
        body: contract.ChangeSurvey,
        answer: { status: 200, schema: Type.Ref('ChangedSurvey'), description: 'What was changed.' },
        refusals: { ...NOT_FOUND, 409: 'It would be reopened although its expiry has passed (`survey_expired`).' },
      }),
    },
    async (request, reply) =>
      sendText(reply, changed(await surveys.change(request.caller.survey(request.params.id), requiredBody(request)))),
  )
}

function surveyCopyRoutes(app: FastifyInstance, { authentication, surveys, templates, present }: Routes): void {
  app.post<ById>(
    '/surveys/:id/clone',
    {
      onRequest: authenticate(authentication, write),
      schema: operation({
        id: 'cloneSurvey',
        tag: 'surveys',
        summary: "Copy a survey's questions into a new survey",
        description:
          'It has its own link, its own admin token and no responses; neither expiry nor archived state come along.',
        params: surveyId,
        body: contract.CloneSurvey,
        keyed: true,
        answer: { status: 201, schema: Type.Ref('ClonedSurvey'), description: 'The new survey.' },
        refusals: { ...orGone(NOT_FOUND), ...SURVEY_CONFLICTS },
      }),
    },
    async (request, reply) => {
      const { id } = request.params
      const survey = await surveys.clone(request.caller.survey(id), optionalBody(request), keyedRequest(request))
      return reply.code(201).send({ ...present.created(survey), cloned_from: id })
    },
  )

  app.post<ById>(
    '/surveys/:id/save-as-template',
    {
      onRequest: authenticate(authentication, write),
      schema: operation({
        id: 'saveAsTemplate',
        tag: 'surveys',
        summary: "Save a survey's questions as a template",
        description:
          "A snapshot: editing the survey later does not change it. The name defaults to the survey's title.",
        params: surveyId,
        body: contract.SaveAsTemplate,
        keyed: true,
        answer: { status: 201, schema: Type.Ref('SavedTemplate'), description: 'The template, without its questions.' },
        refusals: { ...orGone(NOT_FOUND), ...TEMPLATE_CONFLICTS },
      }),
    },
    async (request, reply) => {
      const { id } = request.params
      const saved = await templates.saveSurvey(request.caller.survey(id), optionalBody(request), keyedRequest(request))
      return reply.code(201).send(savedTemplate(saved, id))
    },
  )
}

function templateRoutes(app: FastifyInstance, { authentication, surveys, templates, present }: Routes): void {
  app.get(
    '/templates',
    {
      onRequest: authenticate(authentication, read),
      schema: operation({
        id: 'listTemplates',
        tag: 'templates',
        summary: 'List templates, most recently updated first',
        description: 'With their questions in full.',
        answer: { status: 200, schema: contract.TemplateList, description: 'The templates.' },
      }),
    },
    async ({ caller }, reply) => sendText(reply, templateList(await templates.list(caller))),
  )

  app.post(
    '/templates',
    {
      onRequest: authenticate(authentication, write),
      schema: operation({
        id: 'createTemplate',
        tag: 'templates',
        summary: 'Create a template',
        description: 'Its questions are validated as on creating a survey.',
        body: contract.CreateTemplate,
        keyed: true,
        answer: { status: 201, schema: Type.Ref('Template'), description: 'The template.' },
        refusals: TEMPLATE_CONFLICTS,
      }),
    },
    async (request, reply) => {
      const made = await templates.create(request.caller, requiredBody(request), keyedRequest(request))
      return sendText(reply.code(201), template(made))
    },
  )

  app.post<ById>(
    '/templates/:id/launch',
    {
      onRequest: authenticate(authentication, write),
      schema: operation({
        id: 'launchTemplate',
        tag: 'templates',
        summary: 'Open a new survey with the questions of a template',
        description: "As they are at this moment. The survey's title is the template's name.",
        params: templateId,
        body: contract.LaunchTemplate,
        keyed: true,
        answer: { status: 201, schema: Type.Ref('LaunchedSurvey'), description: 'The new survey.' },
        refusals: { ...orGone(NO_TEMPLATE), ...SURVEY_CONFLICTS },
      }),
    },
    async (request, reply) => {
      const { caller, params } = request
      const survey = await surveys.launch(caller, params.id, optionalBody(request), keyedRequest(request))
      return reply.code(201).send({ ...present.created(survey), template_id: params.id })
    },
  )
}

/** What an `Idempotency-Key` stands for can be missing as well. */
function orGone(missing: { readonly 404: string }) {
  return { 404: `${missing[404]} Or what was made under the Idempotency-Key has been deleted since.` }
}

const read = (): readonly Scope[] => ['surveys:read']
const write = (): readonly Scope[] => ['surveys:write']

/** Dashboard keys give power over every survey, so handing them out needs more than reading. */
function listScopes({ query }: FastifyRequest): readonly Scope[] {
  const withAdmin = (query as { include_admin?: unknown }).include_admin === '1'
  return withAdmin ? ['surveys:read', 'surveys:write'] : ['surveys:read']
}

/** Answers with JSON that is text already. */
function sendText(reply: FastifyReply, json: string | Buffer | Readable): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json)
}
