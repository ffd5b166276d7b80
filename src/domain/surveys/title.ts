import type { Json } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import { isBlank, isLongerThan, sanitizeText } from '../values/text.ts'
import { TITLE_LENGTH } from './limits.ts'

/** A survey title, unchanged. @throws Refusal `title is required`, `title is too long` */
export function parseTitle(input: Json | undefined): string {
  if (typeof input !== 'string' || isBlank(input)) throw new Refusal('title_required')
  if (isLongerThan(input, TITLE_LENGTH)) throw new Refusal('title_too_long')
  return sanitizeText(input, 'title')
}

/** A template name. @throws Refusal `name is required`, `name is too long` */
export function parseName(input: Json | undefined): string {
  return parseTemplateName(input, 'name_too_long')
}

/** The name of a template saved from a survey. @throws Refusal `name is required`, `title is too long` */
export function parseSavedName(input: Json | undefined): string {
  return parseTemplateName(input, 'title_too_long')
}

function parseTemplateName(input: Json | undefined, tooLong: 'name_too_long' | 'title_too_long'): string {
  if (typeof input !== 'string' || isBlank(input)) throw new Refusal('name_required')
  if (isLongerThan(input, TITLE_LENGTH)) throw new Refusal(tooLong)
  return sanitizeText(input, 'name')
}
