import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { optionalBody } from '../transport/bodies/body.ts'
import { CONDITIONAL, conditionsOf } from '../transport/conditions.ts'
import type { ApiRoutes } from './api-parts.ts'
import { authenticate, write } from './authenticate.ts'
import * as contract from './contract.ts'
import { keyedRequest } from './idempotency-key.ts'
import { operation } from './openapi.ts'
import { NO_SURVEY, SURVEY_CONFLICTS, TEMPLATE_CONFLICTS, withDeletedResult } from './refusals.ts'
import { serializeSavedTemplate } from './serialize.ts'
import { surveyId } from './surveys.ts'

interface ById {
  Params: { id: string }
}

/** Routes that copy a survey. */
export function surveyCopyRoutes(
  app: FastifyInstance,
  { authentication, surveyCreation, templates, serializer }: ApiRoutes,
): void {
  app.post<ById>(
    '/surveys/:id/clone',
    {
      config: CONDITIONAL,
      onRequest: authenticate(authentication, write),
      schema: operation({
        id: 'cloneSurvey',
        scopes: ['surveys:write'],
        tag: 'surveys',
        summary: 'Clone a survey',
        description:
          'Creates a survey with the same questions. It has its own link and admin token, no responses and no deadline, and is not archived.',
        params: surveyId,
        body: contract.CloneSurvey,
        keyed: true,
        conditional: 'copy',
        success: { status: 201, schema: Type.Ref('ClonedSurvey'), description: 'The new survey.' },
        refusals: { ...withDeletedResult(NO_SURVEY), ...SURVEY_CONFLICTS },
      }),
    },
    async (request, reply) => {
      const { id } = request.params
      const body = optionalBody(request)
      const [key, conditions] = [keyedRequest(request, body), conditionsOf(request)]
      const survey = await surveyCreation.clone(request.caller.survey(id), body, key, conditions)
      return reply.code(201).send({ ...serializer.created(survey), cloned_from: id })
    },
  )

  app.post<ById>(
    '/surveys/:id/save-as-template',
    {
      config: CONDITIONAL,
      onRequest: authenticate(authentication, write),
      schema: operation({
        id: 'saveAsTemplate',
        scopes: ['surveys:write'],
        tag: 'surveys',
        summary: 'Save a survey as a template',
        description:
          'Copies the questions: later changes to the survey do not change the template. The default name is the title of the survey.',
        params: surveyId,
        body: contract.SaveAsTemplate,
        keyed: true,
        conditional: 'copy',
        success: {
          status: 201,
          schema: Type.Ref('SavedTemplate'),
          description: 'The template, without its questions.',
        },
        refusals: { ...withDeletedResult(NO_SURVEY), ...TEMPLATE_CONFLICTS },
      }),
    },
    async (request, reply) => {
      const { id } = request.params
      const body = optionalBody(request)
      const [key, conditions] = [keyedRequest(request, body), conditionsOf(request)]
      const saved = await templates.saveSurvey(request.caller.survey(id), body, key, conditions)
      return reply.code(201).send(serializeSavedTemplate(saved, id))
    },
  )
}
