import { startBoards } from './boards.ts'
import { find } from './dom.ts'
import { keepDraft } from './draft.ts'
import { followEvents } from './events.ts'
import { fieldsIn } from './fields.ts'
import type { Page } from './page.ts'
import { showReceipt } from './receipt.ts'
import { announceRequirements } from './requirements.ts'
import { closedText, type Reply, submit } from './submission.ts'
import { enhanceTextAreas } from './text-areas.ts'
import { clearErrors, showErrors, validateFields } from './validation.ts'

const form = document.querySelector<HTMLFormElement>('form[data-slug]')
if (form !== null) start(form)

function start(form: HTMLFormElement): void {
  const status = find(form, '#status')
  const aloud = find(form, '#aloud')
  const page: Page = {
    form,
    slug: form.dataset.slug ?? '',
    words: JSON.parse(form.dataset.words ?? '{}'),
    fields: fieldsIn(form),
    say(text, ...further) {
      status.className = text === '' ? '' : 'notice'
      status.replaceChildren(text, ' ', ...further)
    },
    tell(text) {
      aloud.textContent = text
    },
  }
  const draft = keepDraft(page)
  const send = sender(page, draft)
  form.addEventListener('submit', event => {
    event.preventDefault()
    send()
  })
  announceRequirements(page)
  enhanceTextAreas(page)
  followEvents(page, startBoards(page))
  // Resumes sending after a reload; the same key and answers are one response.
  if (draft.unsent() !== undefined) send()
}

/** Sends once, however often it is called. */
function sender(page: Page, draft: ReturnType<typeof keepDraft>): () => void {
  const { form, slug, words, fields, say } = page
  const button = find(form, '#send')
  const key = find<HTMLInputElement>(form, '[name=key]')
  let sending = false
  const lock = (locked: boolean) => {
    sending = locked
    button.setAttribute('aria-disabled', String(locked))
    for (const { container } of fields) container.inert = locked
  }
  const finish = ({ status, body }: Reply) => {
    lock(false)
    if (status === 201) {
      draft.clear()
      say('')
      return showReceipt(page, body, draft.afresh)
    }
    draft.sending(undefined)
    if (status === 409) return say(closedText(words, body))
    // Any other error is best shown by the server, with the current questions and all typed answers.
    form.submit()
  }
  return () => {
    if (sending) return
    clearErrors(page)
    const unsent = draft.unsent()
    const errors = unsent === undefined ? validateFields(fields) : []
    if (errors.length > 0) return showErrors(page, errors)
    lock(true)
    const body = unsent ?? JSON.stringify({ key: key.value, answers: answersOf(page) })
    draft.sending(body)
    submit(`/s/${slug}/responses`, body, words, say).then(finish)
  }
}

/** One entry per question, null for boards. */
function answersOf({ fields }: Page) {
  const answers = Array(1 + Math.max(-1, ...fields.map(({ index }) => index))).fill(null)
  for (const field of fields) answers[field.index] = field.answer()
  return answers
}
