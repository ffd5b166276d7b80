import type {
  AccountHolder,
  ApiCaller,
  Conductor,
  Operator,
  OwnedSurvey,
  SurveyAdmin,
  Viewer,
} from './authentication.ts'

/**
 * Who is acting. Only authentication constructs one (and, for the operator, whoever holds the installation's `Context`),
 * so a function that takes a principal needs no further check of who calls it.
 *
 * - `ApiCaller`: an account, by a personal or OAuth access token whose scopes have been checked for this call.
 * - `AccountHolder`: an account without a token: a browser that is signed in, or the operator acting for it.
 * - `SurveyAdmin`: one survey, by its admin link or the cookie given for it.
 * - `Viewer`: the results of one survey, by its projector link.
 * - `Conductor`: the presentation of one survey, by its remote link.
 * - `Operator`: the whole installation, from the command line.
 */
export type Principal = ApiCaller | AccountHolder | SurveyAdmin | Viewer | Conductor | Operator

/** Creates and lists what belongs to an account: surveys, templates, copies. */
export type AccountOwner = ApiCaller | AccountHolder

/** Reads the responses of one survey and changes the survey itself. Who it is determines which fields it can change. */
export type SurveyEditor = OwnedSurvey | SurveyAdmin

/** Reads the aggregate results of one survey, but no single response. */
export type ResultsReader = SurveyEditor | Viewer | Conductor

/** Conducts the presentation of one survey: makes steps, picks texts, and reads what it needs for that. */
export type Presenter = SurveyAdmin | Conductor

/** Decides what respondents see of one survey's boards. */
export type Moderator = SurveyEditor | Conductor

/** Anyone with a link to a survey. The link can be replaced, so long-lived streams check it again. */
export type LinkHolder = SurveyAdmin | Viewer | Conductor
