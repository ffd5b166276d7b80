import { isRight, rightName } from '../../src/domain/results/right-answers.ts'
import type { StepEvent, SurveyEvent } from '../../src/pages/contract.ts'
import type { PacedWords } from '../../src/pages/script-words.ts'
import { newCountdown } from './countdown.ts'
import { createElement, find, madeFor, ourLanguage, shownText } from './dom.ts'
import { followEvents, stateOf } from './events.ts'
import { answersOf, captionIn, type Field } from './fields.ts'
import { keptSteps } from './kept-steps.ts'
import { type Page, pageOf } from './page.ts'
import { clearOnSecondTap } from './second-tap.ts'
import { reportResult } from './step-messages.ts'
import { closedText, type Reply, submit } from './submission.ts'
import { enhanceTextAreas } from './text-areas.ts'
import { clearErrors, removeMendedErrors, showErrors, validateFields } from './validation.ts'

type AsAsked = (page: Page) => Page

/** Maximum random delay before the page is loaded again after an edit, in milliseconds. */
const MAX_DELAY_MS = 500

/** The page of a survey whose presenter sets the pace: the question on the screen alone, or what is true in its place. */
class PacedPage {
  readonly #page: Page
  readonly #words: PacedWords
  readonly #place = find(document, '#pace')
  readonly #links = find(document, '#record')
  readonly #record = find(this.#links, 'a')
  /** Null where all questions are boards. */
  readonly #button: Element | null
  readonly #goneOn: HTMLElement
  readonly #kept: ReturnType<typeof keptSteps>
  readonly #countdown: ReturnType<typeof newCountdown>
  readonly #sending = new Set<number>()
  #step: Pick<StepEvent, 'state' | 'index' | 'result' | 'right' | 'record'>
  /** The question that is shown: while somebody is typing, not the one on the screen. */
  #shown: number | null
  #isOpen = true
  /** Whether the survey has other questions than this page, such as one more. */
  #isOutdated = false

  constructor(page: Page) {
    const { state, index, words = '{}' } = this.#place.dataset
    this.#page = page
    this.#words = JSON.parse(words)
    this.#button = page.form.querySelector('#send')
    this.#goneOn = this.#goneOnNotice()
    this.#kept = keptSteps(page)
    this.#countdown = newCountdown(document.querySelector('#time'), this.#words, () => this.#show())
    this.#shown = index === undefined ? null : Number(index)
    this.#step = { state: state as StepEvent['state'], index: this.#shown, record: !this.#record.hidden }
    this.#restore()
    this.#show()
  }

  allowSending(isOpen: boolean): void {
    this.#isOpen = isOpen
    this.#show()
  }

  follow(step: StepEvent): void {
    this.#step = step
    this.#countdown.set(step.ends_in)
    this.#isOutdated ||= step.index !== null && !document.querySelector(`#q${step.index}`)
    if (this.#isTyping && this.#hasGoneOn) this.#show()
    else this.#goOn()
  }

  followEdits(event: SurveyEvent): void {
    if (stateOf(this.#page.form, event) !== 'changed') return
    this.#isOutdated = true
    if (this.#isTyping) {
      // What somebody types is left to them. It is refused only if its own question has changed.
      this.#page.say('')
      this.allowSending(true)
    } else loadSoon()
  }

  send(): void {
    const field = this.#field
    if (!field || !this.#isSendable(field)) return
    clearErrors(this.#page)
    const errors = validateFields([field])
    if (errors.length > 0) {
      showErrors(this.#page, errors)
      return
    }
    const { key } = this.#kept.at(field.index)
    const body = JSON.stringify({ key, form: madeFor(this.#page.form), answers: answersOf(field.parts ?? [field]) })
    this.#kept.sending(field.index, body)
    this.#post(field, body)
  }

  keepTyped(): void {
    const field = this.#field
    if (field) this.#kept.typed(field.index, field.value())
  }

  get isSending(): boolean {
    return this.#sending.size > 0
  }

  /** Undefined where a board is shown, or nothing. */
  get #field(): Field | undefined {
    return this.#page.fields.find(({ index }) => index === this.#shown)
  }

  get #hasGoneOn(): boolean {
    return this.#shown !== this.#step.index
  }

  get #isTyping(): boolean {
    const field = this.#field
    return field !== undefined && this.#isLeft(field) && field.value() !== ''
  }

  #isStored(field: Field | undefined): true | undefined {
    return field && this.#kept.at(field.index).isStored
  }

  /** Whether it is neither sent nor being sent. */
  #isLeft(field: Field): boolean {
    return !this.#isStored(field) && !this.#sending.has(field.index)
  }

  #isSendable(field: Field): boolean {
    return this.#isOpen && (this.#hasGoneOn || !this.#countdown.isOver()) && this.#isLeft(field)
  }

  #show(): void {
    const { form, fields } = this.#page
    const field = this.#field
    const result = this.#hasGoneOn ? undefined : this.#step.result
    const isSent = this.#isStored(field)
    // Who has answered sees it, and who cannot answer any more.
    const isAsked = field !== undefined && !isSent && (result === undefined || !this.#countdown.isOver())
    reportResult(
      this.#place,
      field && !isAsked && result !== undefined ? { field, counts: result, right: this.#step.right } : undefined,
    )
    for (const one of fields) one.container.hidden = one !== field || !isAsked
    const text = isAsked ? '' : this.#textWithoutQuestion
    this.#place.hidden = !text
    this.#place.dataset.state = isSent ? 'sent' : this.#step.state
    this.#place.replaceChildren(text)
    this.#links.hidden = isAsked || this.#step.state !== 'over'
    this.#record.hidden = !this.#step.record
    if (isAsked && this.#hasGoneOn) form.after(this.#goneOn)
    else this.#goneOn.remove()
    this.#button?.closest('p')?.toggleAttribute('hidden', !isAsked)
    this.#button?.setAttribute('aria-disabled', `${!field || !this.#isSendable(field)}`)
    this.#countdown.show(!this.#hasGoneOn)
    form.querySelector(`[data-board="${this.#shown}"]`)?.closest('details')?.setAttribute('open', '')
  }

  get #textWithoutQuestion(): string {
    const { state, index } = this.#step
    if (this.#field) return this.#textAfter(this.#field)
    // A board stands for itself.
    if (index !== null) return ''
    return state === 'live' ? this.#words.next : this.#words[state]
  }

  #textAfter(field: Field): string {
    const { isStored, answer } = this.#kept.at(field.index)
    const right = this.#hasGoneOn ? undefined : this.#step.right
    if (right === undefined) return this.#words[isStored ? 'sent' : 'timeIsUp']
    if (answer !== undefined && isRight(right, Number(answer))) return this.#words.yoursWasRight
    return this.#words.rightAnswer.replace('{text}', () => rightName(right, labelsOf(field)))
  }

  /** Over the page, since what somebody is typing or about to press must not move. */
  #goneOnNotice(): HTMLElement {
    const button = createElement('button', { type: 'button', className: 'quiet' }, this.#words.goOn)
    button.addEventListener('click', () => this.#goOn())
    return createElement(
      'div',
      { className: 'notice restored floating', role: 'status', ...ourLanguage() },
      createElement('p', {}, this.#words.goneOn),
      button,
    )
  }

  #goOn(): void {
    if (this.#isOutdated) loadSoon()
    if (this.#hasGoneOn) {
      clearErrors(this.#page)
      this.#page.say('')
      this.#shown = this.#step.index
      if (this.#field) this.#page.tell(...captionIn(this.#field.container))
    }
    this.#show()
  }

  /** Resumes sending after a reload; the same key is stored only once. */
  #restore(): void {
    for (const field of this.#page.fields) {
      const { typed = '', body } = this.#kept.at(field.index)
      // What was typed before this script loaded is newer.
      if (field.value() === '') field.restore(typed)
      if (body) this.#post(field, body)
    }
  }

  async #post(field: Field, body: string): Promise<void> {
    const { slug, words } = this.#page
    this.#lock(field, true)
    const say = (text: string) => this.#field === field && this.#page.say(text)
    const reply = await submit(`/s/${slug}/responses`, body, words, say)
    this.#lock(field, false)
    this.#finish(field, reply)
  }

  #lock(field: Field, isLocked: boolean): void {
    if (isLocked) this.#sending.add(field.index)
    else this.#sending.delete(field.index)
    field.container.inert = isLocked
    this.#show()
  }

  #finish(field: Field, { status, body }: Reply): void {
    const { form, words, say } = this.#page
    if (status === 201) {
      this.#kept.stored(field.index, field.control instanceof HTMLTextAreaElement ? undefined : field.value())
      if (this.#field === field) {
        say('')
        this.#goOn()
      }
      return
    }
    this.#kept.refused(field.index)
    const reason = this.#reasonOf(status, body)
    if (body.code === 'questions_changed') loadSoon()
    else if (reason !== undefined) say(`${words.notStored} ${reason}`)
    // Any other error is best shown by the server, with what was typed.
    else form.submit()
  }

  #reasonOf(status: number, { code }: Reply['body']): string | undefined {
    const { words } = this.#page
    if (status === 404) return words.missing
    if (status !== 409 || !code) return undefined
    if (code === 'time_is_up') return this.#words.timeIsUp
    if (code === 'not_asked_yet') return this.#words.next
    return closedText(words, code)
  }
}

function labelsOf({ container }: Field): string[] {
  return [...container.querySelectorAll('label bdi')].map(shownText)
}

/** The page is loaded again at different times, so that not all phones in a room do it at once. It finds what was typed. */
function loadSoon(): void {
  setTimeout(() => {
    // Browsers keep the place of an element that they had at the top, which would scroll past a question above it.
    if (scrollY === 0) history.scrollRestoration = 'manual'
    location.reload()
  }, Math.random() * MAX_DELAY_MS)
}

function start(form: HTMLFormElement, asAsked: AsAsked): void {
  const page = pageOf(form)
  const paced = new PacedPage(asAsked(page))
  form.addEventListener('submit', event => {
    // Without the script of boards, a board's button submits the form as it does without any script.
    if (event.submitter?.matches('.ask button')) return
    event.preventDefault()
    paced.send()
  })
  form.addEventListener('input', () => paced.keepTyped())
  addEventListener('beforeunload', event => paced.isSending && event.preventDefault())
  clearOnSecondTap(page)
  enhanceTextAreas(page)
  removeMendedErrors(page)
  // By then, the script of boards is listening too.
  addEventListener('load', () =>
    followEvents(
      page,
      isOpen => paced.allowSending(isOpen),
      source => {
        source.addEventListener('survey', ({ data }) => paced.followEdits(JSON.parse(data)))
        source.addEventListener('step', ({ data }) => paced.follow(JSON.parse(data)))
      },
    ),
  )
}

/** @param asAsked has what is asked and sent together as one field */
export function startPaced(asAsked: AsAsked): void {
  const form = document.querySelector<HTMLFormElement>('form[data-slug]')
  if (form) start(form, asAsked)
}
