import type { Refusal } from '../domain/refusal.ts'
import { type FramedPage, frame } from '../html/frame.ts'
import { type Html, html } from '../html/html.ts'
import type { PublicSurvey } from '../service/responding.ts'
import { form, type Typed } from './form.ts'

const NOTHING_ABOUT_YOU = 'Nothing about you is stored: no name, no address, no account, no cookie.'

/** A survey that takes answers, with its form; after a refusal with what was typed and what was wrong. */
export function surveyPage(
  { survey, questions }: PublicSurvey,
  { key, typed, refusal }: { key: string; typed: Typed; refusal?: Refusal },
): FramedPage {
  const faults = refusal?.details.questions ?? []
  return frame({
    theme: survey.theme,
    title: refusal === undefined ? survey.title : `Not sent yet: ${survey.title}`,
    content: html`<h1>${survey.title}</h1>
<p class="muted">${NOTHING_ABOUT_YOU}</p>
${refusal !== undefined && faults.length === 0 && failure(refusal)}
${form({ action: `/s/${survey.slug}`, key, questions, typed, faults })}`,
  })
}

/** A survey that takes no answers. */
export function unavailablePage({ survey, status }: PublicSurvey): FramedPage {
  const state = status === 'expired' ? 'This survey has expired' : 'This survey is closed'
  return frame({
    theme: survey.theme,
    title: `${state}: ${survey.title}`,
    content: html`<h1>${survey.title}</h1>
<p>${state}. It takes no more answers.</p>`,
  })
}

/** After a form was sent. It shows no answers: they never stand in a URL. */
export function thanksPage({ survey }: PublicSurvey): FramedPage {
  return frame({
    theme: survey.theme,
    title: `Thank you: ${survey.title}`,
    content: html`<h1>Thank you. Your answer is in.</h1>
<p>To “${survey.title}”.</p>
<p>Stored are your answers, a random id and the time of arrival. ${NOTHING_ABOUT_YOU}</p>`,
  })
}

const ERRORS: Readonly<Record<number, { readonly title: string; readonly text: string }>> = {
  404: { title: 'There is no survey here', text: 'Please check the link: it has three words or a name, with hyphens.' },
  413: {
    title: 'That is too long',
    text: 'All answers together may have one megabyte. Please go back and shorten them.',
  },
}

const FAILED = { title: 'That did not work', text: 'The fault is ours. Please go back and try again in a moment.' }

export function errorPage(status: number): FramedPage {
  const { title, text } = ERRORS[status] ?? FAILED
  return frame({ theme: 'default', title, content: html`<h1>${title}</h1><p>${text}</p>` })
}

function failure({ kind }: Refusal): Html {
  const text =
    kind === 'unavailable'
      ? 'Your answer could not be kept just now. Nothing is lost: please send it again in a moment.'
      : 'Your answer could not be read. Please send it again.'
  return html`<div class="summary" role="alert"><p>${text}</p></div>`
}
