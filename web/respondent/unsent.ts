import { isText, readNames } from '../../src/domain/surveys/question-match.ts'
import { browserStorage } from '../ui/browser-storage.ts'
import { createElement, find } from './dom.ts'
import type { TypedAnswers } from './earlier-draft.ts'

/** As `keepDraft` keeps it. */
interface Draft extends TypedAnswers {
  readonly body?: string
}

// On the page of a survey that takes no answers any more, or that is gone, people learn that theirs was not stored.
const [, , slug = ''] = location.pathname.split('/')
const store = browserStorage<Draft>('sessionStorage', slug)
const draft = store.read()
if (draft !== undefined) tell(draft)

async function tell(draft: Draft): Promise<void> {
  if (await isStored(draft)) {
    store.clear()
    return location.replace(`/s/${slug}/thanks${location.search}`)
  }
  const names = readNames(draft.form ?? '')
  const texts = draft.typed.filter(({ index }) => isText(names[index])).map(({ value }) => value)
  const section = find(document, '#unsent')
  const text = [draft.aside, ...texts].filter(Boolean).join('\n\n')
  const area = createElement('textarea', { readOnly: true, dir: 'auto', value: text })
  if (text !== '') section.append(createElement('label', { className: 'notice' }, section.dataset.label ?? '', area))
  section.hidden = false
  find(section, 'h2').focus()
}

/** An answer may have arrived before the survey was closed although the reply did not. Sending it again tells. */
async function isStored({ body }: Draft): Promise<boolean> {
  if (body === undefined) return false
  const response = await fetch(`/s/${slug}/responses`, { method: 'POST', body }).catch(() => undefined)
  return response?.status === 201
}
