import type { FastifyInstance } from 'fastify'
import { findLanguage } from '../../domain/surveys/languages/survey-language.ts'
import { REFUSALS } from '../../domain/values/refusals.ts'
import type { DraftSummary, Drafts, OwnDraft } from '../../service/surveys/drafts.ts'
import type { SurveyCreation } from '../../service/surveys/survey-creation.ts'
import { optionalBody, requiredBody } from '../../transport/bodies/body.ts'
import type { DraftRow, DraftView } from '../contract.ts'
import { made } from './surveys.ts'

export interface DraftsParts {
  readonly drafts: Drafts
  readonly surveyCreation: SurveyCreation
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string
}

interface ById {
  Params: { id: string }
}

export function draftRoutes(app: FastifyInstance, { drafts, surveyCreation, baseUrl }: DraftsParts): void {
  app.get('/drafts', async ({ holder }) => ({ drafts: (await drafts.list(holder)).map(draftRow) }))

  app.post('/drafts', async (request, reply) => {
    const draft = await drafts.create(request.holder, requiredBody(request))
    return reply.code(201).send(draftView(draft))
  })

  app.get<ById>('/drafts/:id', async ({ holder, params }) => draftView(await drafts.read(holder, params.id)))

  app.put<ById>('/drafts/:id', async (request, reply) => {
    const { holder, params } = request
    const { hasChanged, draft } = await drafts.replace(holder, params.id, requiredBody(request))
    if (!hasChanged) return draftView(draft)
    const { error, code } = REFUSALS.draft_changed
    return reply.code(409).send({ error, code, draft: draftView(draft) })
  })

  app.delete<ById>('/drafts/:id', async ({ holder, params }, reply) => {
    await drafts.remove(holder, params.id)
    return reply.code(204).send()
  })

  app.post<ById>('/drafts/:id/publish', async (request, reply) => {
    const survey = await surveyCreation.publish(request.holder, request.params.id, optionalBody(request))
    return reply.code(201).send(made(survey, baseUrl))
  })
}

function draftRow({ id, title, questionCount, updatedAt }: DraftSummary): DraftRow {
  return { id, title, language: findLanguage([title]), question_count: questionCount, updated_at: updatedAt }
}

export function draftView({ updatedAt, ...draft }: OwnDraft): DraftView {
  const { id, revision, title, questions, theme, language, paced, revealedAtOnce, ...more } = draft
  const { questionSettings, texts, groups } = more
  const settings = { theme, language, paced, revealed_at_once: revealedAtOnce }
  const content = { title, questions, question_settings: questionSettings, texts, groups, ...settings }
  return { id, revision, updated_at: updatedAt, ...content }
}
