import { hasUnsentQuestion, reportAsking, sendQuestions } from './board-messages.ts'
import { find } from './dom.ts'
import { keepDraft } from './draft.ts'
import { followEvents } from './events.ts'
import { answersOf, fieldsIn } from './fields.ts'
import type { Page } from './page.ts'
import { showReceipt } from './receipt.ts'
import { announceRequirements } from './requirements.ts'
import { closedText, type Reply, submit } from './submission.ts'
import { enhanceTextAreas } from './text-areas.ts'
import { clearErrors, removeMendedErrors, showErrors, validateFields } from './validation.ts'

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
  const sending = sender(page, draft)
  form.addEventListener('submit', event => {
    // Without the script of boards, the button of one sends the form as it does without any script.
    if (event.submitter?.matches('.ask button')) return
    event.preventDefault()
    sending.send()
  })
  announceRequirements(page)
  enhanceTextAreas(page)
  removeMendedErrors(page)
  // By then the script of boards listens too.
  addEventListener('load', () => followEvents(page, sending.allow))
  // Resumes sending after a reload; the same key and answers are one response.
  if (draft.unsent() !== undefined) sending.send()
  else showReceipt(page)
}

/** Sends once, however often it is called, and not while that is not allowed. */
function sender(page: Page, draft: ReturnType<typeof keepDraft>) {
  const { form, slug, words, fields, say } = page
  const button = form.querySelector('#send')
  const key = find<HTMLInputElement>(form, '[name=key]')
  let sending = false
  let allowed = true
  const showState = () => button?.setAttribute('aria-disabled', String(sending || !allowed))
  const lock = (locked: boolean) => {
    sending = locked
    showState()
    for (const { container } of fields) container.inert = locked
  }
  const finish = ({ status, body }: Reply) => {
    lock(false)
    if (status === 201) {
      draft.clear()
      say('')
      return showReceipt(page, body)
    }
    draft.sending(undefined)
    if (status === 409) return say(closedText(words, body))
    // Any other error is best shown by the server, with the current questions and all typed answers.
    form.submit()
  }
  const send = async () => {
    if (sending || !allowed) return
    clearErrors(page)
    const unsent = draft.unsent()
    const errors = unsent === undefined ? validateFields(fields) : []
    if (errors.length > 0) return showErrors(page, errors)
    lock(true)
    if (unsent === undefined && hasUnsentQuestion(form)) {
      if (!(await sendQuestions(form))) return lock(false)
      // The script of boards is not there: the server asks what was typed.
      if (hasUnsentQuestion(form)) return form.submit()
    }
    const body = unsent ?? JSON.stringify({ key: key.value, answers: answersOf(fields) })
    draft.sending(body)
    submit(`/s/${slug}/responses`, body, words, say).then(finish)
  }
  const allow = (now: boolean) => {
    allowed = now
    showState()
    reportAsking(form, now)
  }
  return { send, allow }
}
