import {
  IDENTITIES_PER_ACCOUNT,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  NAME_LENGTH,
  PASSKEYS_PER_ACCOUNT,
} from '../accounts/limits.ts'
import { MAX_HIDDEN_WORDS, MAX_PICKS, MIN_GROUP } from '../results/limits.ts'
import { DRAFTS_PER_ACCOUNT } from '../surveys/limits.ts'

/**
 * The closed table of errors: each with its kind, its text, and its code if section 6 of docs/api-contract.md defines
 * one. An entry point maps kinds to its own form; for HTTP, to a status.
 */
export const REFUSALS = {
  authentication_required: { kind: 'unauthenticated', error: 'authentication required' },
  call_limit: { kind: 'too_many', error: 'rate limit exceeded' },
  respondent_limit: { kind: 'too_many', error: 'rate limit exceeded' },
  respondent_bytes: {
    kind: 'too_many',
    error: 'too much data from this address to this survey; wait a minute, or ask the operator of this service',
    code: 'storage_limit_reached',
  },
  too_many_streams: { kind: 'too_many', error: 'too many open event streams from this address; close some first' },
  custom_slug_limit: { kind: 'too_many', error: 'rate limit exceeded' },
  entitlement_required: { kind: 'forbidden', error: 'upgrade required', code: 'entitlement_required' },
  deadline_needs_subscription: {
    kind: 'forbidden',
    error:
      'setting, extending or clearing an expiry requires a subscription; see Settings, Subscription in the application',
    code: 'entitlement_required',
  },
  colours_need_subscription: {
    kind: 'forbidden',
    error: 'custom colours require a subscription; choose a preset, or see Settings, Subscription in the application',
    code: 'entitlement_required',
  },
  foreign_host: { kind: 'invalid', error: 'the Host header does not name this service' },
  foreign_origin: { kind: 'forbidden', error: 'a page of another origin may not do this' },
  insufficient_scope: { kind: 'forbidden', error: 'insufficient scope', code: 'insufficient_scope' },
  response_removed: { kind: 'missing', error: 'this response was removed', code: 'response_removed' },
  not_found: { kind: 'missing', error: 'not found' },
  invalid_json: { kind: 'invalid', error: 'invalid JSON' },
  body_in_pieces: { kind: 'invalid', error: 'request body arrives in too many small pieces' },
  not_an_object: { kind: 'invalid', error: 'body must be a JSON object' },
  invalid_entity_tag: { kind: 'invalid', error: 'invalid entity tag' },
  invalid_idempotency_key: { kind: 'invalid', error: 'invalid idempotency key' },
  title_required: { kind: 'invalid', error: 'title is required' },
  title_too_long: { kind: 'invalid', error: 'title is too long' },
  name_required: { kind: 'invalid', error: 'name is required' },
  name_too_long: { kind: 'invalid', error: 'name is too long' },
  invalid_slug: { kind: 'invalid', error: 'invalid slug' },
  invalid_theme: { kind: 'invalid', error: 'invalid theme' },
  invalid_status: { kind: 'invalid', error: 'status must be "open" or "closed"' },
  invalid_archived: { kind: 'invalid', error: 'archived must be true or false' },
  invalid_expiry: { kind: 'invalid', error: 'expires_at must be an RFC 3339 time or null' },
  invalid_opening: { kind: 'invalid', error: 'opens_at must be an RFC 3339 time from 2000 on, or null' },
  opens_after_expiry: { kind: 'conflict', error: 'opens_at must be before expires_at', code: 'opens_after_expiry' },
  invalid_response_limit: {
    kind: 'invalid',
    error: 'response_limit must be a whole number from 1 to 1,000,000, or null',
  },
  limit_is_reached: {
    kind: 'conflict',
    error: 'there are as many responses already; send a higher response_limit, or close the survey',
    code: 'limit_is_reached',
  },
  limit_of_paced: {
    kind: 'conflict',
    error: 'a paced survey has no response_limit, since each answered step is a response',
    code: 'limit_of_paced',
  },
  invalid_share_results: {
    kind: 'invalid',
    error: 'share_results must be "never", "after_answering" or "when_revealed"',
  },
  invalid_results_revealed: { kind: 'invalid', error: 'results_revealed must be true or false' },
  invalid_shared_device: { kind: 'invalid', error: 'shared_device must be true or false' },
  invalid_share_record: { kind: 'invalid', error: 'share_record must be true or false' },
  invalid_paced: { kind: 'invalid', error: 'paced must be true or false' },
  invalid_revealed_at_once: { kind: 'invalid', error: 'revealed_at_once must be true or false' },
  pace_is_fixed: {
    kind: 'conflict',
    error: 'a survey with responses keeps its pace; clone it to choose another one',
    code: 'pace_is_fixed',
  },
  not_asked_yet: { kind: 'conflict', error: 'this question has not been asked yet', code: 'not_asked_yet' },
  time_is_up: { kind: 'conflict', error: 'the time for this question is up', code: 'time_is_up' },
  invalid_language: {
    kind: 'invalid',
    error: 'language must be null or a language tag that we know, such as "en" or "ar"',
  },
  invalid_step: {
    kind: 'invalid',
    error:
      'screen must be "" or the number of a question, as "2" or "2.1"; only for a question, revealed and sorted must be true or false (sorted only with revealed: true), countdown a number of seconds from 0 to 600, and spotlight null or the id of a question on the board; cover must be null, "blank" or "code"',
  },
  invalid_round: { kind: 'invalid', error: 'index must be the index of a question' },
  no_second_round: {
    kind: 'invalid',
    error: 'only a multiple_choice question or a rating can have a second round, and a second round has none',
  },
  no_second_round_of_check_list: {
    kind: 'invalid',
    error: 'a check-list has no second round, since its options are asked together',
  },
  not_paced: {
    kind: 'conflict',
    error: 'only a survey whose presenter sets the pace has second rounds',
    code: 'not_paced',
  },
  invalid_state: { kind: 'invalid', error: 'state must be "shown", "held", "hidden" or "answered"' },
  not_shown: { kind: 'invalid', error: 'only a shown question can be marked as answered' },
  invalid_revision: { kind: 'invalid', error: 'revision must be the one that was read' },
  invalid_argument: { kind: 'invalid', error: 'invalid argument' },
  not_confirmed: { kind: 'invalid', error: 'confirm is not what dry_run says now' },
  batch_too_long: { kind: 'too_many', error: 'the answers to this batch are too long' },
  too_many_waits: { kind: 'too_many', error: 'too many calls of this account are waiting' },
  invalid_page: { kind: 'invalid', error: 'invalid page' },
  nothing_to_change: { kind: 'invalid', error: 'nothing to change' },
  invalid_text: { kind: 'invalid', error: 'invalid text' },
  invalid_questions: { kind: 'invalid', error: 'invalid questions' },
  invalid_texts: { kind: 'invalid', error: 'invalid texts' },
  invalid_groups: { kind: 'invalid', error: 'invalid groups' },
  invalid_question_settings: { kind: 'invalid', error: 'invalid question settings' },
  unfollowable_reorder: { kind: 'invalid', error: 'cannot follow this reorder' },
  too_many_questions: { kind: 'invalid', error: 'a survey can have at most 1,000 questions' },
  page_too_large: {
    kind: 'invalid',
    error: 'the page of a survey can have at most 2 MB: leave out options or questions, or shorten their texts',
  },
  no_options: { kind: 'invalid', error: 'multiple_choice questions must have at least one option' },
  question_removed: {
    kind: 'invalid',
    error: 'cannot remove a question from a survey that already has responses',
  },
  question_reordered: {
    kind: 'invalid',
    error: 'cannot reorder the questions of a survey that already has responses',
  },
  question_inserted: {
    kind: 'invalid',
    error: 'cannot put a new question before an existing one in a survey that already has responses; add it at the end',
  },
  question_retyped: {
    kind: 'invalid',
    error: 'cannot change the type of a question in a survey that already has responses',
  },
  option_lost: {
    kind: 'invalid',
    error: 'cannot rename or drop an option in a survey that already has responses',
  },
  invalid_key: { kind: 'invalid', error: 'key must be a UUID' },
  invalid_voter: { kind: 'invalid', error: 'voter must be a UUID' },
  invalid_answers: { kind: 'invalid', error: 'invalid answers', code: 'invalid_answers' },
  board_full: { kind: 'conflict', error: 'this board takes no more questions for now', code: 'board_full' },
  survey_limit: { kind: 'conflict', error: 'survey limit reached', code: 'survey_limit_reached' },
  daily_survey_limit: {
    kind: 'too_many',
    error: 'an account can make at most 1,000 surveys a day, deleted ones included; wait until tomorrow',
    code: 'daily_survey_limit_reached',
  },
  slug_taken: { kind: 'conflict', error: 'slug taken', code: 'slug_taken' },
  survey_storage: {
    kind: 'conflict',
    error: 'this survey has reached its storage limit; ask its creator to make room',
    code: 'storage_limit_reached',
  },
  account_storage: {
    kind: 'conflict',
    error:
      'this account has reached its storage limit; delete surveys or responses, or ask the operator of this service',
    code: 'storage_limit_reached',
  },
  draft_limit: {
    kind: 'conflict',
    error: `an account has at most ${DRAFTS_PER_ACCOUNT} drafts; publish or delete one first`,
    code: 'draft_limit_reached',
  },
  survey_changed: {
    kind: 'precondition',
    error: 'this survey has changed since it was read',
    code: 'survey_changed',
  },
  condition_failed: { kind: 'precondition', error: 'the condition in If-Match or If-None-Match does not hold' },
  draft_changed: {
    kind: 'conflict',
    error: 'this draft has changed since it was read',
    code: 'draft_changed',
  },
  template_changed: {
    kind: 'conflict',
    error: 'this template has changed since it was read',
    code: 'template_changed',
  },
  template_limit: { kind: 'conflict', error: 'template limit reached', code: 'template_limit_reached' },
  idempotency_key_reused: {
    kind: 'conflict',
    error: 'idempotency key reused',
    code: 'idempotency_key_reused',
  },
  invalid_words_change: { kind: 'invalid', error: 'send either shown, or word and hidden' },
  too_many_hidden_words: {
    kind: 'conflict',
    error: `at most ${MAX_HIDDEN_WORDS} words of a survey can be hidden; show one of them again first`,
    code: 'too_many_hidden_words',
  },
  too_many_picks: {
    kind: 'conflict',
    error: `at most ${MAX_PICKS} texts of a survey can be picked; take one off the screen first`,
    code: 'too_many_picks',
  },
  group_too_small: {
    kind: 'conflict',
    error: `too few people: results are shown for groups of at least ${MIN_GROUP} that reveal nothing about smaller ones`,
    code: 'group_too_small',
  },
  not_comparable: {
    kind: 'conflict',
    error: 'the presenter sets the pace of this survey, so no answers of one person are stored together',
    code: 'not_comparable',
  },
  too_many_responses: {
    kind: 'conflict',
    error: 'XLSX export is limited to 20,000 responses. Use export.csv instead.',
    code: 'too_many_responses',
  },
  too_large: {
    kind: 'conflict',
    error: 'This survey has too many cells or too much text for an XLSX export. Use export.csv instead.',
    code: 'too_large',
  },
  token_limit: { kind: 'conflict', error: 'token limit reached', code: 'token_limit_reached' },
  invalid_draft: { kind: 'invalid', error: 'a draft has a title, a list of questions, and a theme or null' },
  draft_too_large: {
    kind: 'invalid',
    error: 'a draft has at most 1 MB; remove some questions',
    code: 'draft_too_large',
  },
  invalid_email: { kind: 'invalid', error: 'not an e-mail address' },
  invalid_name: { kind: 'invalid', error: `a name has 1 to ${NAME_LENGTH} characters` },
  invalid_survey_file: { kind: 'invalid', error: 'not a survey that Soundings has exported' },
  restoration_under_way: {
    kind: 'conflict',
    error:
      'something is being restored to this account; wait until that has ended, or for two minutes if it was interrupted',
  },
  restoration_ended: { kind: 'missing', error: 'this was interrupted, and nothing of it was kept; start again' },
  no_such_account: { kind: 'missing', error: 'no account has this e-mail address' },
  no_such_survey: { kind: 'missing', error: 'no survey has this slug' },
  no_such_job: { kind: 'missing', error: 'no failed job has this number, or it deletes an account' },
  no_such_token: { kind: 'missing', error: 'no such token' },
  account_disabled: { kind: 'forbidden', error: 'this account is disabled', code: 'account_disabled' },
  account_deletion: { kind: 'conflict', error: 'this account is being deleted, as its holder has asked' },
  email_taken: { kind: 'conflict', error: 'this e-mail address already has an account' },
  wrong_credentials: { kind: 'invalid', error: 'wrong e-mail address or password', code: 'wrong_credentials' },
  invalid_password: {
    kind: 'invalid',
    error: `a password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
    code: 'invalid_password',
  },
  common_password: {
    kind: 'invalid',
    error: 'this password is too common; choose another one',
    code: 'common_password',
  },
  wrong_password: { kind: 'invalid', error: 'wrong password', code: 'wrong_password' },
  wrong_passkey: { kind: 'invalid', error: 'this passkey was not accepted', code: 'wrong_passkey' },
  passkey_limit: {
    kind: 'conflict',
    error: `an account has at most ${PASSKEYS_PER_ACCOUNT} passkeys; remove one first`,
    code: 'passkey_limit_reached',
  },
  last_way_in: {
    kind: 'conflict',
    error: 'this passkey is the only way into the account; set a password first',
    code: 'last_way_in',
  },
  wrong_email: {
    kind: 'invalid',
    error: 'this is not the e-mail address of the account',
    code: 'wrong_email',
  },
  verification_required: { kind: 'forbidden', error: 'give your password again', code: 'verification_required' },
  too_many_attempts: { kind: 'too_many', error: 'too many attempts; wait a few minutes' },
  link_ended: { kind: 'missing', error: 'this link has expired or was used', code: 'link_ended' },
  expiry_passed: { kind: 'invalid', error: 'expires_at must be in the future' },
  passwords_refused: {
    kind: 'forbidden',
    error: 'this service does not use passwords; sign in with its provider',
    code: 'passwords_refused',
  },
  provider_unavailable: { kind: 'unavailable', error: 'the sign-in provider could not be reached' },
  provider_refused: { kind: 'invalid', error: 'the sign-in provider did not confirm who you are' },
  sign_in_expired: { kind: 'invalid', error: 'this sign-in has expired; begin again' },
  identity_limit: {
    kind: 'conflict',
    error: `an account is connected with at most ${IDENTITIES_PER_ACCOUNT} people at the sign-in provider`,
  },
  email_unverified: { kind: 'forbidden', error: 'the sign-in provider has not verified your e-mail address' },
  export_too_large: {
    kind: 'conflict',
    error: 'This account has too much data for one file. Export its surveys one by one instead.',
    code: 'export_too_large',
  },
  already_subscribed: {
    kind: 'conflict',
    error: 'this account already has a subscription; you can manage it in the settings',
    code: 'already_subscribed',
  },
  billing_unavailable: {
    kind: 'unavailable',
    error: 'the payment provider does not answer; try again in a minute',
    code: 'billing_unavailable',
  },
  invalid_signature: { kind: 'invalid', error: 'invalid signature' },
  sign_up_closed: {
    kind: 'forbidden',
    error: 'the operator of this service creates its accounts',
    code: 'sign_up_closed',
  },
  reopening_expired: {
    kind: 'conflict',
    error:
      'this survey has expired, so reopening it would not accept responses; change its expiry from the admin dashboard first',
    code: 'survey_expired',
  },
  unavailable: { kind: 'unavailable', error: 'temporarily unavailable' },
  disk_nearly_full: { kind: 'unavailable', error: 'the disk is nearly full: less than FREE_DISK is free' },
  survey_closed: { kind: 'conflict', error: 'this survey is closed', code: 'survey_closed' },
  survey_expired: { kind: 'conflict', error: 'this survey has expired', code: 'survey_expired' },
  questions_changed: { kind: 'conflict', error: 'the questions of this survey have changed' },
} as const satisfies Record<string, RefusalEntry>

export interface RefusalEntry {
  readonly kind: RefusalKind
  readonly error: string
  readonly code?: string
}

export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'precondition'
  | 'too_many'
  | 'unavailable'

export type RefusalName = keyof typeof REFUSALS
