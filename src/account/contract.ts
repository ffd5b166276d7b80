import type { QuestionGroup } from '../domain/surveys/groups/question-group.ts'
import type { QuestionSettings } from '../domain/surveys/question-settings.ts'
import type { SurveyTexts } from '../domain/surveys/survey-settings/survey-texts.ts'
import type { Theme } from '../domain/surveys/survey-settings/theme.ts'
import type { Json } from '../domain/values/json.ts'

/**
 * The JSON of the signed-in application, under `/app/api`. Every request carries the session cookie; a request without
 * a live session gets 401, and one from another origin 403. Operations that require the password again respond with 403
 * `verification_required`. `POST /app/api/verify` of `{password}` then returns 204, or 400 `wrong_password`; of
 * `{passkey}`, which a browser has produced for the `options` of `GET /app/api/verify`, 204 or 400 `wrong_passkey`.
 * `options` is null if the account has no passkey. `GET /sign-in/provider?purpose=verify&next=PATH` asks the holder of
 * a connected account to sign in with the provider again, and leads back. Times are RFC 3339 in UTC.
 */

/**
 * `GET /app/api/account`. `PATCH` of `{name}` returns the same; `name` is a text or null. `DELETE` of `{email}`, as
 * typed by the holder, returns 204 and deletes everything; it requires the password again. So do `PUT
 * /app/api/password` of `{password, disconnect_applications}`, which returns 204, signs every other browser out and, if
 * requested, disconnects all applications, and `PUT /app/api/email` of `{email}`, which returns `{confirmation_sent}`:
 * true if the address changes only when somebody follows a link mailed there. `GET /app/api/export.zip` is everything
 * in one file.
 */
export interface AccountView {
  readonly email: string
  /** Whether the holder has confirmed the address; always true if the service sends no mail. */
  readonly email_confirmed: boolean
  readonly name: string | null
  readonly subscription: SubscriptionView
  /** The colours that this account last saved in the browser. */
  readonly palette: Theme | null
  /** Days after which a survey of an account without a subscription expires. */
  readonly free_survey_days: number
  /** Whether the holder was verified within the last ten minutes. */
  readonly recently_verified: boolean
  /** Whether people sign in here with passwords at all. */
  readonly passwords_enabled: boolean
  readonly has_password: boolean
  /** Name of the sign-in provider that the account is connected to; null if there is none. */
  readonly sign_in_provider: string | null
  readonly surveys_left: number
  readonly tokens_left: number
}

/**
 * The account's subscription. `POST /app/api/billing/checkout` and `POST /app/api/billing/portal` return `{url}` of a
 * page at the payment provider for buying or managing a subscription; both require the password again. `POST
 * /app/api/billing/refresh` asks the provider and returns 204. All are 404 if nothing is sold, and 503
 * `billing_unavailable` while the provider does not answer.
 */
export interface SubscriptionView {
  readonly subscribed: boolean
  /** Null if there is no subscription, or it has no end. */
  readonly until: string | null
  /** Who sells subscriptions: the operator alone, the operator and Stripe, or nobody, since every account has one. */
  readonly billing: 'manual' | 'stripe' | 'none'
  /** The current purchased subscription; if there is none, the previous one. */
  readonly purchase: PurchaseView | null
  /** Length in days of the trial that a purchase would include; 0 for none. */
  readonly trial_days: number
  /** The operator's e-mail address. */
  readonly contact: string | null
}

export interface PurchaseView {
  /** `failing`: a payment is due. */
  readonly state: 'trial' | 'active' | 'failing' | 'paused' | 'ended'
  /** End of the trial or of the paid period. */
  readonly period_end: string
  /** Whether it ends then instead of being renewed. */
  readonly ends: boolean
}

/** `GET /app/api/sessions` → `{sessions}`, newest first. `DELETE /app/api/sessions` ends all but this one. */
export interface SessionView {
  /** Identifies the session for `DELETE /app/api/sessions/{id}`; it cannot be used to sign in. */
  readonly id: string
  readonly created_at: string
  /** Rounded to the hour. */
  readonly last_used_at: string
  readonly current: boolean
}

/**
 * `GET /app/api/passkeys` → `{passkeys, limit, possible}`, oldest first; `possible` is whether browsers support
 * passkeys at the service's address and people sign in here with them. `POST /app/api/passkeys/options` returns the
 * options with which a browser creates one, and `POST /app/api/passkeys` of `{credential, name?}` adds it: 201. `PATCH`
 * and `DELETE /app/api/passkeys/{id}`. All except renaming require the password or a passkey again.
 */
export interface PasskeyView {
  readonly id: string
  readonly name: string | null
  readonly created_at: string
  /** Rounded to the hour. Null if it was never used to sign in. */
  readonly last_used_at: string | null
  /** Whether it is stored on more than one device. */
  readonly backed_up: boolean
}

/**
 * `GET /app/api/tokens` → `{tokens, limit}`, newest last. `POST` of `{name?, expires_at?}` returns 201 with these
 * fields and, only this once, `token`; it requires the password again and a subscription. `DELETE /app/api/tokens/{id}`
 * returns 204.
 */
export interface TokenView {
  readonly id: string
  readonly name: string | null
  readonly last_four: string
  readonly created_at: string
  readonly expires_at: string | null
  readonly last_used_at: string | null
}

/**
 * `GET /app/api/applications` → `{applications}`, newest first: the applications that may act for the account by OAuth.
 * `DELETE /app/api/applications/{id}` returns 204 and ends all of the application's tokens immediately.
 */
export interface ApplicationView {
  readonly id: string
  /** The application's own name, which is not verified. */
  readonly name: string | null
  /** Where the consent page redirected to: a host, or a scheme such as `cursor:`. */
  readonly host: string
  /** `surveys:read`, `surveys:write`, or both, and perhaps `surveys:delete`. */
  readonly scopes: readonly string[]
  readonly connected_at: string
  /** Rounded to the hour. Null if it was never used. */
  readonly last_used_at: string | null
}

/** `GET /app/api/surveys` → `{surveys}`: all surveys of the account, newest first, including archived ones. */
export interface SurveyRow {
  /** The slug. */
  readonly id: string
  readonly title: string
  /** Of the title: the chosen one, or else as it seems from the title alone. A BCP 47 tag, or null. */
  readonly language: string | null
  /** As stored. A survey whose `expires_at` has passed is expired, and one whose `opens_at` lies ahead is closed, whatever this says. */
  readonly status: 'open' | 'closed'
  readonly archived: boolean
  readonly expires_at: string | null
  readonly opens_at: string | null
  readonly created_at: string
  readonly response_count: number
  /** Rounded to the minute. */
  readonly last_response_at: string | null
  readonly public_url: string
}

/** The content of a draft or a template. A draft's questions may be incomplete. */
export interface Content {
  readonly title: string
  readonly questions: readonly Json[]
  readonly theme: Theme | null
  /** A BCP 47 tag; null or left out where it is found from the texts. */
  readonly language?: string | null
  /** Whether whoever presents sets the pace. */
  readonly paced?: boolean
  /** Whether the presenter's screen shows results as they come in. */
  readonly revealed_at_once?: boolean
  /** What is set beside the questions, by position; nothing if left out. */
  readonly question_settings?: QuestionSettings
  /** None if left out. */
  readonly texts?: SurveyTexts
  /** None if left out. */
  readonly groups?: readonly QuestionGroup[]
}

/** `GET /app/api/drafts` → `{drafts}`, most recently changed first. `DELETE /app/api/drafts/{id}` returns 204. */
export interface DraftRow {
  readonly id: string
  readonly title: string
  /** As it seems from the title alone. */
  readonly language: string | null
  readonly question_count: number
  readonly updated_at: string
}

/**
 * `POST /app/api/drafts` of a `Content` → 201, `GET` and `PUT /app/api/drafts/{id}`. A `PUT` sends content and the
 * `revision` it is based on; if the draft has changed since, it returns 409 `draft_changed` with the stored draft as
 * `draft`. `GET /app/drafts/{id}/preview` is the draft as respondents would see it, which only our own pages may frame.
 */
export interface DraftView extends Content {
  readonly id: string
  readonly revision: number
  readonly updated_at: string
}

/**
 * `POST /app/api/drafts/{id}/publish` → 201 `{id, public_url}`. The draft no longer exists then, and a repeated request
 * returns the same. Refusals are those of creating a survey.
 */
export interface Publication {
  /** The slug of the link; chosen at random if left out. */
  readonly slug?: string
  /** Only with a subscription. */
  readonly expires_at?: string | null
  readonly share_results?: 'never' | 'after_answering' | 'when_revealed'
  readonly shared_device?: boolean
  /** The draft's pace if left out. */
  readonly paced?: boolean
  /** The draft's if left out. */
  readonly revealed_at_once?: boolean
  /** The draft's language if left out. */
  readonly language?: string | null
  /** Revision of the draft as shown; 409 `draft_changed` if another tab has changed it since. */
  readonly revision?: number
}

/**
 * `GET /app/api/slugs/{slug}` → `{available}`. Rate-limited: after a 429, only publishing shows whether the slug is
 * available.
 */
export interface SlugView {
  readonly available: boolean
}

/** `GET /app/api/templates` → `{templates}`, most recently changed first. */
export interface TemplateRow {
  readonly id: string
  readonly name: string
  /** The chosen one, or else as it seems from the name alone. */
  readonly language: string | null
  readonly question_count: number
  readonly created_at: string
}

/**
 * `GET /app/api/templates/{id}`. `POST /app/api/templates` of `{name, questions, question_settings, texts, groups, theme, language, paced, revealed_at_once}` → 201. `PUT …/{id}`
 * of the same with the `revision` it is based on: 409 `template_changed` if the template has changed since. `DELETE` →
 * 204. `POST …/{id}/duplicate` → 201. `POST …/{id}/launch` → 201 `{id, public_url}`. `POST …/{id}/draft` → 201
 * `DraftView`.
 */
export interface TemplateView {
  readonly id: string
  readonly name: string
  readonly questions: readonly Json[]
  readonly theme: Theme | null
  readonly language: string | null
  readonly paced: boolean
  readonly revealed_at_once: boolean
  readonly question_settings: QuestionSettings
  readonly texts: SurveyTexts
  readonly groups: readonly QuestionGroup[]
  readonly revision: number
}

/** `POST /app/api/surveys/{slug}/clone` → 201 `{id, public_url}`; `POST /app/api/surveys/{slug}/template` of `{name}` → 201 `{id}`. */
export interface CreatedView {
  readonly id: string
  readonly public_url: string
}

/**
 * What `POST /app/api/restorations/{id}/finish` has added. An archive is loaded in parts: `POST /app/api/restorations`
 * begins and returns `{id}`; below it, `POST` to `surveys`, `surveys/{slug}/responses` of `{responses, first}`,
 * `surveys/{slug}/boards` of a board with some of its items, `surveys/{slug}/settings`, `templates` and `drafts` each
 * returns 204. `DELETE`, or two minutes without a request, abandons it. Nothing appears in the account before it is
 * finished.
 */
export interface RestoredView {
  /** The previous slug of each survey, and its slug now, which differs if the previous one is or was in use. */
  readonly surveys: readonly { readonly was: string; readonly slug: string }[]
}
