import type { FastifyInstance } from 'fastify'
import { findLanguage } from '../../domain/surveys/languages/survey-language.ts'
import { JsonText } from '../../domain/values/json-text.ts'
import { REFUSALS } from '../../domain/values/refusals.ts'
import type { Drafts } from '../../service/surveys/drafts.ts'
import type { SurveyCreation } from '../../service/surveys/survey-creation.ts'
import type { Template, TemplateSummary, Templates } from '../../service/surveys/templates.ts'
import { optionalBody, requiredBody } from '../../transport/bodies/body.ts'
import type { TemplateRow } from '../contract.ts'
import { draftView } from './drafts.ts'
import { made } from './surveys.ts'

export interface TemplatesParts {
  readonly templates: Templates
  readonly drafts: Drafts
  readonly surveyCreation: SurveyCreation
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string
}

interface ById {
  Params: { id: string }
}

export function templateRoutes(
  app: FastifyInstance,
  { templates, drafts, surveyCreation, baseUrl }: TemplatesParts,
): void {
  app.get('/templates', async ({ holder }) => ({ templates: (await templates.summaries(holder)).map(templateRow) }))

  app.post('/templates', async (request, reply) => {
    const template = await templates.create(request.holder, requiredBody(request))
    return reply.code(201).send(templateView(template))
  })

  app.get<ById>('/templates/:id', async ({ holder, params }) => templateView(await templates.read(holder, params.id)))

  app.put<ById>('/templates/:id', async (request, reply) => {
    const { holder, params } = request
    const { hasChanged, template } = await templates.replace(holder, params.id, requiredBody(request))
    if (!hasChanged) return templateView(template)
    const { error, code } = REFUSALS.template_changed
    return reply.code(409).send({ error, code, template: templateView(template) })
  })

  app.delete<ById>('/templates/:id', async ({ holder, params }, reply) => {
    await templates.remove(holder, params.id)
    return reply.code(204).send()
  })

  app.post<ById>('/templates/:id/duplicate', async ({ holder, params }, reply) =>
    reply.code(201).send(templateView(await templates.duplicate(holder, params.id))),
  )

  app.post<ById>('/templates/:id/launch', async (request, reply) => {
    const survey = await surveyCreation.launch(request.holder, request.params.id, optionalBody(request))
    return reply.code(201).send(made(survey, baseUrl))
  })

  app.post<ById>('/templates/:id/draft', async ({ holder, params }, reply) =>
    reply.code(201).send(draftView(await drafts.createFromTemplate(holder, params.id))),
  )
}

function templateRow({ id, name, language, questionCount, createdAt }: TemplateSummary): TemplateRow {
  return { id, name, language: language ?? findLanguage([name]), question_count: questionCount, created_at: createdAt }
}

/** `TemplateView` of the contract, with its questions as stored. */
function templateView({
  id,
  name,
  questions,
  questionSettings,
  texts,
  groups,
  theme,
  language,
  paced,
  revealedAtOnce,
  revision,
}: Template) {
  const content = { questions: new JsonText(questions), question_settings: questionSettings, texts, groups }
  return { id, name, ...content, theme, language, paced, revealed_at_once: revealedAtOnce, revision }
}
