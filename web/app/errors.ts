import type { ErrorTexts } from '../ui/load-error.tsx'
import { texts } from '../words/app-words.ts'

export const APP_ERRORS: ErrorTexts = {
  401: { title: texts.signedOutTitle, text: texts.signedOut },
  404: { title: texts.notFoundTitle, text: texts.notFound },
}
export const DRAFT_ERRORS: ErrorTexts = { ...APP_ERRORS, 404: { title: texts.goneTitle, text: texts.gone } }
export const TEMPLATE_ERRORS: ErrorTexts = {
  ...APP_ERRORS,
  404: { title: texts.templateGoneTitle, text: texts.templateGone },
}
