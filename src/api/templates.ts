import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { optionalBody, requiredBody } from '../transport/bodies/body.ts'
import { CONDITIONAL, conditionsOf, isKnown } from '../transport/conditions.ts'
import type { ApiRoutes } from './api-parts.ts'
import { authenticate, read, write } from './authenticate.ts'
import * as contract from './contract.ts'
import { keyedRequest } from './idempotency-key.ts'
import { operation } from './openapi.ts'
import { NO_PAGES, NO_TEMPLATE, SURVEY_CONFLICTS, TEMPLATE_CONFLICTS, withDeletedResult } from './refusals.ts'
import { sendText } from './send-text.ts'
import { serializeTemplate, serializeTemplates } from './serialize.ts'

interface ById {
  Params: { id: string }
}

const templateId = Type.Object({ id: Type.String({ description: 'The id of the template.' }) })

export function templateRoutes(
  app: FastifyInstance,
  { authentication, surveyCreation, templates, serializer }: ApiRoutes,
): void {
  app.get(
    '/templates',
    {
      config: CONDITIONAL,
      onRequest: authenticate(authentication, read),
      schema: operation({
        id: 'listTemplates',
        scopes: ['surveys:read'],
        tag: 'templates',
        summary: 'List templates',
        description: `Most recently updated first, including their questions. ${NO_PAGES} An account has at most 200 templates.`,
        conditional: 'read',
        success: { status: 200, schema: contract.TemplateList, description: 'The templates.' },
      }),
    },
    async (request, reply) => {
      const { caller } = request
      // Read before the list: if that changes meanwhile, its next reader has an old tag, which is only a read too many.
      if (isKnown(request, reply, await templates.listTag(caller))) return reply.code(304).send()
      return sendText(reply, serializeTemplates(templates.list(caller)))
    },
  )

  app.post(
    '/templates',
    {
      onRequest: authenticate(authentication, write),
      schema: operation({
        id: 'createTemplate',
        scopes: ['surveys:write'],
        tag: 'templates',
        summary: 'Create a template',
        description: 'The questions follow the same rules as those of a survey.',
        body: contract.CreateTemplate,
        keyed: true,
        success: { status: 201, schema: Type.Ref('Template'), description: 'The template.' },
        refusals: TEMPLATE_CONFLICTS,
      }),
    },
    async (request, reply) => {
      const body = requiredBody(request)
      const made = await templates.create(request.caller, body, keyedRequest(request, body))
      return reply.code(201).send(serializeTemplate(made))
    },
  )

  app.post<ById>(
    '/templates/:id/launch',
    {
      config: CONDITIONAL,
      onRequest: authenticate(authentication, write),
      schema: operation({
        id: 'launchTemplate',
        scopes: ['surveys:write'],
        tag: 'templates',
        summary: 'Launch a template',
        description:
          'Creates an open survey with the current questions of the template. Its title is the name of the template.',
        params: templateId,
        body: contract.LaunchTemplate,
        keyed: true,
        success: { status: 201, schema: Type.Ref('LaunchedSurvey'), description: 'The new survey.' },
        refusals: { ...withDeletedResult(NO_TEMPLATE), ...SURVEY_CONFLICTS },
      }),
    },
    async (request, reply) => {
      const { caller, params } = request
      const body = optionalBody(request)
      const [key, conditions] = [keyedRequest(request, body), conditionsOf(request)]
      const survey = await surveyCreation.launch(caller, params.id, body, key, conditions)
      return reply.code(201).send({ ...serializer.created(survey), template_id: params.id })
    },
  )
}
