import type { FastifyInstance } from 'fastify'
import { bearerChallenge } from '../transport/bearer.ts'
import { readTextBodies } from '../transport/bodies/body.ts'
import { refuseUncheckedConditions } from '../transport/conditions.ts'
import { refuseUnknownPath, renderErrors, sendJsonError } from '../transport/errors.ts'
import { handleOtherMethods } from '../transport/methods.ts'
import { accountRoutes } from './account.ts'
import type { ApiParts } from './api-parts.ts'
import { allowAnyOrigin, handlePreflight } from './cors.ts'
import { publishDescription } from './description.ts'
import { SurveySerializer } from './serialize.ts'
import { surveyCopyRoutes } from './survey-copies.ts'
import { surveyRoutes } from './surveys.ts'
import { templateRoutes } from './templates.ts'

/** The published API under `/api/v1`, and its description. */
export function api(parts: ApiParts) {
  return async (app: FastifyInstance): Promise<void> => {
    await parts.publishDocs(app, await publishDescription(app, parts.baseUrl))
    await app.register(version1(parts), { prefix: '/api/v1' })
  }
}

function version1(parts: ApiParts) {
  return async (app: FastifyInstance): Promise<void> => {
    allowAnyOrigin(app)
    readTextBodies(app)
    renderErrors(app, sendJsonError, bearerChallenge)
    app.setNotFoundHandler(refuseUnknownPath)
    refuseUncheckedConditions(app)
    const routes = { ...parts, serializer: new SurveySerializer(parts.baseUrl) }
    const registerRoutes = async (app: FastifyInstance) => {
      accountRoutes(app, routes)
      surveyRoutes(app, routes)
      surveyCopyRoutes(app, routes)
      templateRoutes(app, routes)
    }
    await handleOtherMethods(app, registerRoutes, handlePreflight)
  }
}
