import type { ErrorTexts } from '../ui/load-error.tsx'
import { texts } from '../words/app-words.ts'
import { signInPath } from './api.ts'

const TO_SURVEYS = { text: texts.backToSurveys, href: '/app' }
const TO_TEMPLATES = { text: texts.backToTemplates, href: '/app/templates' }

export const APP_ERRORS: ErrorTexts = {
  401: {
    title: texts.signedOutTitle,
    text: texts.signedOut,
    get link() {
      return { text: texts.signInAgain, href: signInPath() }
    },
  },
  404: { title: texts.notFoundTitle, text: texts.notFound, link: TO_SURVEYS },
}
export const DRAFT_ERRORS: ErrorTexts = {
  ...APP_ERRORS,
  404: { title: texts.goneTitle, text: texts.gone, link: TO_SURVEYS },
}
export const TEMPLATE_ERRORS: ErrorTexts = {
  ...APP_ERRORS,
  404: { title: texts.templateGoneTitle, text: texts.templateGone, link: TO_TEMPLATES },
}
