import { Type } from 'typebox'
import { CreateTemplate, LaunchTemplate, SaveAsTemplate, SavedTemplate } from '../api/contract.ts'
import { type SurveySerializer, serializeSavedTemplate, serializeTemplate } from '../api/serialize.ts'
import { readQuestions } from '../domain/surveys/question.ts'
import { counted } from '../domain/values/text.ts'
import type { SurveyCreation } from '../service/surveys/survey-creation.ts'
import type { Surveys } from '../service/surveys/surveys.ts'
import type { Templates } from '../service/surveys/templates.ts'
import { namedSurvey } from './named-survey.ts'
import { id, idempotencyKey, templateId, withArguments } from './schemas.ts'
import { NewSurvey, withoutAdminLink } from './survey-tools.ts'
import { bodyOf, CREATE_HINTS, idOf, READ_HINTS, type Tool, toolKey } from './tool.ts'

interface TemplateToolParts {
  readonly surveys: Surveys
  readonly surveyCreation: SurveyCreation
  readonly templates: Templates
  readonly serializer: SurveySerializer
}

/** Tools that save questions and launch them again. */
export function templateTools(parts: TemplateToolParts): readonly Tool[] {
  return [listTemplates(parts), createTemplate(parts), saveAsTemplate(parts), launchTemplate(parts)]
}

function listTemplates({ templates }: TemplateToolParts): Tool {
  return {
    name: 'list_templates',
    title: 'List templates',
    description: 'The saved lists of questions, most recently updated first.',
    scope: 'surveys:read',
    hints: READ_HINTS,
    input: Type.Object({}),
    output: Type.Object({
      templates: Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          question_count: Type.Integer(),
          created_at: Type.String(),
        }),
      ),
    }),
    run: async ({ caller }) => {
      const rows: { id: string; name: string; question_count: number; created_at: string }[] = []
      for await (const page of templates.list(caller)) {
        for (const { id, name, questions, createdAt } of page)
          rows.push({ id, name, question_count: readQuestions(questions).length, created_at: createdAt })
      }
      const lines = rows.map(row => `${row.id}: "${row.name}", ${counted(row.question_count, 'question')}`)
      return { data: { templates: rows }, text: lines.join('\n') || 'There are no templates.' }
    },
  }
}

function createTemplate({ templates }: TemplateToolParts): Tool {
  return {
    name: 'create_template',
    title: 'Create a template',
    description: 'Saves a list of questions that can be launched as surveys later.',
    scope: 'surveys:write',
    hints: CREATE_HINTS,
    input: withArguments({ idempotency_key: idempotencyKey }, CreateTemplate),
    output: Type.Ref('Template'),
    run: async call => {
      const made = await templates.create(call.caller, bodyOf(call), toolKey(call, 'create_template'))
      return { data: serializeTemplate(made), text: `Saved as the template "${made.name}". Its id is ${made.id}.` }
    },
  }
}

function saveAsTemplate({ surveys, templates }: TemplateToolParts): Tool {
  return {
    name: 'save_as_template',
    title: 'Save a survey as a template',
    description: 'Saves the questions of a survey, so that they can be launched as new surveys later.',
    scope: 'surveys:write',
    hints: CREATE_HINTS,
    input: withArguments({ id, idempotency_key: idempotencyKey }, SaveAsTemplate),
    output: SavedTemplate,
    run: async call => {
      const source = await namedSurvey(surveys, call)
      const saved = await templates.saveSurvey(source, bodyOf(call), toolKey(call, 'save_as_template'))
      const text = `Saved as the template "${saved.name}". Its id is ${saved.id}.`
      return { data: serializeSavedTemplate(saved, source.slug), text }
    },
  }
}

function launchTemplate({ surveyCreation, serializer }: TemplateToolParts): Tool {
  return {
    name: 'launch_template',
    title: 'Launch a template',
    description: 'Opens a new survey with the questions of a template. Its title is the name of the template.',
    scope: 'surveys:write',
    hints: CREATE_HINTS,
    input: withArguments({ id: templateId, idempotency_key: idempotencyKey }, LaunchTemplate),
    output: NewSurvey,
    run: async call => {
      const key = toolKey(call, 'launch_template')
      return withoutAdminLink(serializer, await surveyCreation.launch(call.caller, idOf(call), bodyOf(call), key))
    },
  }
}
