import type { FastifyInstance } from 'fastify'
import type { SurveySerializer } from '../api/serialize.ts'
import { editedQuestions } from '../domain/results/edit-history/asked.ts'
import type { Result } from '../domain/results/tally.ts'
import { nextOpening } from '../domain/surveys/lifecycle.ts'
import type { Survey } from '../service/surveys/surveys.ts'
import { formatTimestamp } from '../service/timestamp.ts'
import { type BoardParts, boardRoutes } from './board.ts'
import type { ResultsChannels } from './events.ts'
import { serializeLanguage } from './language.ts'
import { type PresentationParts, stepRoutes } from './presentation.ts'
import { type ProjectedTextParts, projectedTextRoutes } from './projected-texts.ts'
import { newestTextRoute, type ResponseParts } from './responses.ts'

export type PresentingParts = BoardParts &
  PresentationParts &
  ProjectedTextParts &
  ResponseParts & { readonly channels: ResultsChannels }

/** All that is needed to conduct a room, on a dashboard and behind a remote link. */
export function presentingRoutes(app: FastifyInstance, parts: PresentingParts): void {
  app.get('/events', async (request, reply) =>
    parts.channels.stream(request.presenter.slug, request.presenter, request, reply),
  )
  stepRoutes(app, parts)
  projectedTextRoutes(app, parts)
  newestTextRoute(app, parts)
  boardRoutes(app, parts)
}

/** A survey as screens behind a link show it, without what its questions are set to. */
export function serializePresented(
  serializer: SurveySerializer,
  { survey, results }: { readonly survey: Survey; readonly results: readonly Result[] },
  now: number,
) {
  return {
    ...serializer.aggregate(survey, results, now),
    results,
    edited: editedQuestions(survey.editHistory, survey.responseCount),
    opens_at: formatTimestamp(nextOpening(survey, now)),
    paced: survey.paced,
    groups: survey.groups,
    ...serializeLanguage(survey),
  }
}
