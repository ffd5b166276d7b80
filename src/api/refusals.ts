/** What people try on reads of other services. Unknown parameters are ignored, so each read says so beside those that it has. */
export const NO_PAGES =
  'There are no pages and no other order: `limit`, `page`, `offset`, `since` and `sort` are ignored.'

/** Descriptions, by status, of errors in addition to those of every call. */
export const NO_SURVEY = { 404: 'The survey does not exist, or belongs to another account.' }
export const NO_TEMPLATE = { 404: 'The template does not exist, or belongs to another account.' }

const STORAGE_FULL = 'The account has reached its storage limit (`storage_limit_reached`).'
const KEY_REUSED = 'The Idempotency-Key was used for a different request (`idempotency_key_reused`).'
export const SURVEY_CONFLICTS = {
  409: `${KEY_REUSED} The account has 500 surveys (\`survey_limit_reached\`). The slug is already in use (\`slug_taken\`). ${STORAGE_FULL}`,
}
export const TEMPLATE_CONFLICTS = {
  409: `${KEY_REUSED} The account has 200 templates (\`template_limit_reached\`). ${STORAGE_FULL}`,
}

export const CHANGE_CONFLICTS = {
  409: `The survey has expired (\`survey_expired\`). To reopen it, change its deadline in the dashboard first. The questions would become longer, and the account has reached its storage limit (\`storage_limit_reached\`).`,
}

/** For an operation with an idempotency key, whose earlier result can have been deleted. */
export function withDeletedResult(missing: { readonly 404: string }) {
  return { 404: `${missing[404]} Or what was created with this Idempotency-Key has been deleted.` }
}
