import type { FastifyInstance } from 'fastify'
import type { Authentication } from '../service/access/authentication.ts'
import type { Cache } from '../service/cache.ts'
import type { ReceivedResponses } from '../service/responses/received-responses.ts'
import type { SurveyResults } from '../service/results/survey-results.ts'
import type { SurveyCreation } from '../service/surveys/survey-creation.ts'
import type { Surveys } from '../service/surveys/surveys.ts'
import type { Templates } from '../service/surveys/templates.ts'
import type { SurveySerializer } from './serialize.ts'

export interface ApiParts {
  readonly authentication: Authentication
  readonly surveys: Surveys
  readonly surveyCreation: SurveyCreation
  readonly receivedResponses: ReceivedResponses
  readonly surveyResults: SurveyResults
  readonly templates: Templates
  readonly clock: () => number
  /** For lists of surveys. */
  readonly cache: Cache
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string
  /** Registers the pages generated from the description, which can be read once all routes are registered. */
  readonly publishDocs: (app: FastifyInstance, describe: () => object) => Promise<void>
}

export interface ApiRoutes extends ApiParts {
  readonly serializer: SurveySerializer
}
