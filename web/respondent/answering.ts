import type { StoredResponse } from '../../src/pages/contract.ts'
import { hasUnsentQuestion, reportAsking, sendQuestions } from './board-messages.ts'
import { find, madeFor } from './dom.ts'
import { followEvents } from './events.ts'
import { answersOf } from './fields.ts'
import { type Page, pageOf } from './page.ts'
import { announceRequirements } from './requirements.ts'
import { clearOnSecondTap } from './second-tap.ts'
import { closedText, type Reply, submit } from './submission.ts'
import { enhanceTextAreas } from './text-areas.ts'
import { clearErrors, removeMendedErrors, showErrors, validateFields } from './validation.ts'

/** What a page remembers while it is being filled in and sent. */
interface Keeper {
  /** The request body that was being sent when the page was left. */
  unsent(): string | undefined
  sending(body: string | undefined): void
  clear(): void
}

/** The parts that depend on whose device it is. */
interface Device {
  keep(page: Page): Keeper
  /** @param stored the response just stored; left out after a load */
  finish(page: Page, stored?: StoredResponse): void
}

/** Activates the page's form, if it has one. */
export function startAnswering(device: Device): void {
  const form = document.querySelector<HTMLFormElement>('form[data-slug]')
  if (form === null) return
  const page = pageOf(form)
  const kept = device.keep(page)
  const sending = sender(page, kept, device)
  form.addEventListener('submit', event => {
    // Without the script of boards, a board's button submits the form as it does without any script.
    if (event.submitter?.matches('.ask button')) return
    event.preventDefault()
    sending.send()
  })
  clearOnSecondTap(page)
  announceRequirements(page)
  enhanceTextAreas(page)
  removeMendedErrors(page)
  // By then, the script of boards is listening too.
  addEventListener('load', () => followEvents(page, sending.allow))
  // Resumes sending after a reload; the same key and answers are stored only once.
  if (kept.unsent() !== undefined) sending.send()
  else device.finish(page)
}

/** Sends once, however often it is called, and not while sending is disabled. */
function sender(page: Page, kept: Keeper, device: Device) {
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
  const finish = ({ status, body }: Reply, isResumed: boolean) => {
    lock(false)
    if (status === 201) {
      kept.clear()
      say('')
      return device.finish(page, body)
    }
    kept.sending(undefined)
    const reason = status === 404 ? words.missing : status === 409 && body.code && closedText(words, body.code)
    if (reason) return say(`${words.notStored} ${reason}`)
    // The questions had changed before the page was loaded, and what was typed is in it.
    if (status === 409 && isResumed) return say(words.restoredPartly)
    // Any other error is best shown by the server, with the current questions and all typed answers.
    form.submit()
  }
  const send = async () => {
    if (sending || !allowed) return
    clearErrors(page)
    const unsent = kept.unsent()
    const errors = unsent === undefined ? validateFields(fields) : []
    if (errors.length > 0) return showErrors(page, errors)
    lock(true)
    if (unsent === undefined && hasUnsentQuestion(form)) {
      if (!(await sendQuestions(form))) return lock(false)
      // The script of boards is missing, so the server posts what was typed.
      if (hasUnsentQuestion(form)) return form.submit()
    }
    const body = unsent ?? JSON.stringify({ key: key.value, form: madeFor(form), answers: answersOf(fields) })
    kept.sending(body)
    submit(`/s/${slug}/responses`, body, words, say).then(reply => finish(reply, unsent !== undefined))
  }
  addEventListener('beforeunload', event => sending && event.preventDefault())
  const allow = (now: boolean) => {
    allowed = now
    showState()
    reportAsking(form, now)
  }
  return { send, allow }
}
