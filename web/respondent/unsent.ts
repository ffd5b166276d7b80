import { isText, readNames } from '../../src/domain/surveys/question-match.ts'
import { browserStorage, storedNames } from '../ui/browser-storage.ts'
import { createElement, find } from './dom.ts'
import type { TypedAnswers } from './earlier-draft.ts'
import { sendUntilFinal } from './submission.ts'

/** As `keepDraft` keeps it. */
interface Draft extends TypedAnswers {
  readonly body?: string | undefined
}

// On the page of a survey that takes no answers any more, or that is gone, people learn that theirs was not stored.
const [, , slug = ''] = location.pathname.split('/')
const store = browserStorage<Draft>('sessionStorage', slug)
tell(store.read() ?? { typed: [] })

async function tell(draft: Draft): Promise<void> {
  if (await isStored(draft)) {
    store.clear()
    return location.replace(`/s/${slug}/thanks${location.search}`)
  }
  const names = readNames(draft.form ?? '')
  const answers = draft.typed.filter(({ index }) => isText(names[index])).map(({ value }) => value)
  const text = [draft.aside, ...answers, ...questionsTyped()].filter(Boolean).join('\n\n')
  const section = find(document, '#unsent')
  const heading = find(section, 'h2')
  const area = createElement('textarea', { readOnly: true, dir: 'auto', value: text })
  if (text !== '') section.append(createElement('label', { className: 'notice' }, section.dataset.label ?? '', area))
  // Who has only typed a question for a board has given no answer.
  heading.hidden = draft.typed.length === 0 && !draft.aside
  section.hidden = heading.hidden && text === ''
  if (!heading.hidden) heading.focus()
}

/**
 * An answer may have arrived before the survey was closed although the reply did not. Sending it again tells. Whoever has
 * been told that it is not stored sends it again, if they still want to.
 */
async function isStored({ body, ...draft }: Draft): Promise<boolean> {
  if (body === undefined) return false
  const { status } = await sendUntilFinal(`/s/${slug}/responses`, body)
  store.write(draft)
  return status === 201
}

/** What was typed for boards, as their boxes keep it. */
function questionsTyped(): string[] {
  return storedNames('sessionStorage')
    .filter(name => name.startsWith(`/s/${slug}/board/`))
    .map(name => browserStorage<{ readonly text: string }>('sessionStorage', name).read()?.text ?? '')
}
