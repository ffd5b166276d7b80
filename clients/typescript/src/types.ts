import type { components, operations } from './openapi.ts'

type Schemas = components['schemas']
type BodyOf<Name extends keyof operations> =
  NonNullable<operations[Name]['requestBody']> extends { content: { 'application/json': infer Body } } ? Body : never

// Results of calls.
export type Survey = Schemas['SurveyDetail']
export type SurveyResults = Schemas['SurveyAggregate']
export type Result = Schemas['Result']
export type SurveyResponse = Schemas['ResponseItem']
export type SurveyListItem = Schemas['SurveyListItem']
export type CreatedSurvey = Schemas['CreatedSurvey']
export type ClonedSurvey = Schemas['ClonedSurvey']
export type LaunchedSurvey = Schemas['LaunchedSurvey']
export type ChangedSurvey = Schemas['ChangedSurvey']
export type Question = Schemas['Question']
export type Template = Schemas['Template']
export type SavedTemplate = Schemas['SavedTemplate']
export type TokenIdentity = Schemas['Me']

// Bodies of requests.
export type NewSurvey = BodyOf<'createSurvey'>
export type SurveyChange = BodyOf<'changeSurvey'>
export type CloneChoices = BodyOf<'cloneSurvey'>
export type TemplateName = BodyOf<'saveAsTemplate'>
export type NewTemplate = BodyOf<'createTemplate'>
export type LaunchChoices = BodyOf<'launchTemplate'>
export type QuestionInput = Schemas['QuestionInput']
export type Requirement = Schemas['Requirement']
export type Theme = Schemas['Theme']
