import { createElement } from './dom.ts'
import type { Page } from './page.ts'
import { closedText } from './submission.ts'

interface SurveyEvent {
  readonly status: 'open' | 'closed' | 'expired'
  readonly revision: number
}

/** Follows the survey while the page is open. The browser reconnects by itself and then receives the current state. */
export function followEvents(page: Page, readBoard: (index: number) => void): void {
  const events = new EventSource(`/s/${page.slug}/events`)
  const follow = surveyFollower(page)
  events.addEventListener('survey', ({ data }) => follow(JSON.parse(data)))
  events.addEventListener('board', ({ data }) => readBoard(JSON.parse(data).index))
}

function surveyFollower({ form, words, say }: Page): (event: SurveyEvent) => void {
  let open = true
  let seen = Number(form.dataset.revision)
  return ({ status, revision }) => {
    const reopened = !open && status === 'open'
    if (status !== 'open' && open) say(closedText(words, { code: `survey_${status}` }))
    else if (reopened) say(words.openAgain)
    else if (open && revision > seen) say(words.changed, createElement('a', { href: '' }, words.reload))
    open = status === 'open'
    seen = revision
  }
}
