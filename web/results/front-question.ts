import type { ResultsTexts } from '../../src/domain/results/results-view.ts'
import type { ScriptWords } from '../../src/pages/script-words.ts'
import { cloneTemplate, find, loadAgain, madeFor } from '../respondent/dom.ts'
import { submit } from '../respondent/submission.ts'
import { followStream } from '../ui/event-stream.ts'
import { type ResultsEvent, showResults } from './counts.ts'

const form = document.querySelector<HTMLFormElement>('.asked form')
form?.addEventListener('submit', event => {
  const { submitter } = event
  if (!(submitter instanceof HTMLButtonElement)) return
  event.preventDefault()
  void send(form, submitter)
})

/** Sends the option of a button. What is refused is sent once more by the browser, since the server's page says why. */
async function send(form: HTMLFormElement, chosen: HTMLButtonElement): Promise<void> {
  const { slug = '', words = '{}' } = form.dataset
  const status = find(form, '[role=status]')
  const options = find<HTMLFieldSetElement>(form, 'fieldset')
  const key = find<HTMLInputElement>(form, '[name=key]').value
  const body = JSON.stringify({ key, form: madeFor(form), answers: [Number(chosen.value)] })
  options.inert = true
  chosen.setAttribute('aria-pressed', 'true')
  const say = (text: string) => status.replaceChildren(text)
  const reply = await submit(`/s/${slug}/responses`, body, JSON.parse(words) as ScriptWords, say)
  if (reply.status === 201) return showResult(slug, Number(chosen.value))
  const choice = Object.assign(document.createElement('input'), { type: 'hidden', name: chosen.name })
  choice.value = chosen.value
  form.append(choice)
  form.submit()
}

/** Puts the results in place of the form, and follows them. */
function showResult(slug: string, chosen: number): void {
  const place = find(document, '.asked')
  const section = cloneTemplate(find<HTMLTemplateElement>(place, 'template'))
  const texts: ResultsTexts = JSON.parse(section.dataset.words ?? '{}')
  find(section, 'noscript').remove()
  section.querySelectorAll('tbody tr')[chosen]?.classList.add('own')
  place.replaceChildren(section)
  // What had the focus is gone.
  const title = find(section, 'h2')
  title.tabIndex = -1
  title.focus({ preventScroll: true })
  followStream(`/s/${slug}/events?results`, ['results'], {
    onEvent(_, data) {
      const event = data as ResultsEvent
      // The survey has changed, or shares nothing any more.
      if (String(event.revision) !== section.dataset.revision || event.results === undefined) return loadAgain()
      // Bars grow from the lengths that the browser has computed, which are those without counts.
      section.getBoundingClientRect()
      showResults(section, event, texts)
    },
    onConnectionChange() {
      // The browser reconnects, and the stream then begins with the current counts.
    },
  })
}
