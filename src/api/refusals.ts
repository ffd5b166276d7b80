/** Descriptions, by status, of errors beyond those of every call. */
export const NO_SURVEY = { 404: 'The survey does not exist, or belongs to another account.' }
export const NO_TEMPLATE = { 404: 'The template does not exist, or belongs to another account.' }

const KEY_REUSED = 'The Idempotency-Key was used for a different request (`idempotency_key_reused`).'
export const SURVEY_CONFLICTS = {
  409: `${KEY_REUSED} The account has 500 surveys (\`survey_limit_reached\`). The slug is already in use (\`slug_taken\`).`,
}
export const TEMPLATE_CONFLICTS = {
  409: `${KEY_REUSED} The account has 200 templates (\`template_limit_reached\`).`,
}

/** The result of an earlier request with the same `Idempotency-Key` can be missing as well. */
export function orGone(missing: { readonly 404: string }) {
  return { 404: `${missing[404]} Or what was created with this Idempotency-Key has been deleted.` }
}
