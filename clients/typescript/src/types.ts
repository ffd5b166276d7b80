import type { components } from './openapi.ts'

type Schemas = components['schemas']

// Results of calls.
export type Survey = Schemas['SurveyDetail']
export type SurveyResults = Schemas['SurveyAggregate']
export type Result = Schemas['Result']
export type SurveyResponse = Schemas['ResponseItem']
/** A response on the dashboard. */
export type ListedResponse = SurveyResponse & {
  /** The indexes of the questions that were added after it. Left out if it was asked all of them. */
  readonly not_asked?: readonly number[]
}
/** The answer to one question. */
export type Answer = SurveyResponse['answers'][number]
export type SurveyListItem = Schemas['SurveyListItem']
export type CreatedSurvey = Schemas['CreatedSurvey']
export type ClonedSurvey = Schemas['ClonedSurvey']
export type LaunchedSurvey = Schemas['LaunchedSurvey']
export type ChangedSurvey = Schemas['ChangedSurvey']
export type Question = Schemas['Question']
export type Template = Schemas['Template']
export type SavedTemplate = Schemas['SavedTemplate']
export type TokenIdentity = Schemas['Me']

/** What is on a board, in every state. */
export interface BoardItem {
  readonly id: string
  readonly text: string
  readonly votes: number
  /** A held question waits for approval; a hidden one was removed from view. Respondents see the other two. */
  readonly state: 'shown' | 'held' | 'hidden' | 'answered'
}

/** What happened to a survey. */
export type SurveyEvent =
  /** The results as they are now: first of all, and whenever they or the status have changed. */
  | {
      readonly type: 'results'
      readonly status: Survey['status']
      readonly response_count: number
      /** One result per question, in order. */
      readonly results: readonly Result[]
      /** When respondents see the results. */
      readonly share_results: 'never' | 'after_answering' | 'when_revealed'
      readonly results_revealed: boolean
    }
  /** Up to 20 questions that changed on the board at this position; without `items` it may be any of them. */
  | { readonly type: 'board'; readonly index: number; readonly items?: readonly BoardItem[] }
  /** Something else has changed, such as the theme or the deadline. */
  | { readonly type: 'survey' }

// Bodies of requests.
export type NewSurvey = Schemas['NewSurvey']
export type SurveyChange = Schemas['SurveyChange']
export type CloneChoices = Schemas['CloneChoices']
export type TemplateName = Schemas['TemplateName']
export type NewTemplate = Schemas['NewTemplate']
export type LaunchChoices = Schemas['LaunchChoices']
export type QuestionInput = Schemas['QuestionInput']
export type Requirement = Schemas['Requirement']
export type Theme = Schemas['Theme']
