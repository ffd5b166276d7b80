import type { FastifyInstance } from 'fastify'
import type { Authentication } from '../service/authentication.ts'
import type { Surveys } from '../service/surveys.ts'
import type { Templates } from '../service/templates.ts'
import type { SurveySerializer } from './serialize.ts'

export interface ApiParts {
  readonly authentication: Authentication
  readonly surveys: Surveys
  readonly templates: Templates
  readonly clock: () => number
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string
  /** Registers the pages that are made from the description, which can be read once all routes are registered. */
  readonly publishDocs: (app: FastifyInstance, describe: () => object) => Promise<void>
}

export interface ApiRoutes extends ApiParts {
  readonly serializer: SurveySerializer
}
