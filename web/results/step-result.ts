import type { ResultsTexts } from '../../src/domain/results/results-view.ts'
import { find } from '../respondent/dom.ts'
import { captionIn, type Field } from '../respondent/fields.ts'
import { onResult, type StepResult } from '../respondent/step-messages.ts'
import { setText } from '../ui/set-text.ts'
import { markRight, showResult } from './counts.ts'

const section = document.querySelector<HTMLElement>('#result')
if (section !== null) onResult(find(document, '#pace'), resultIn(section))

/** Shows the result of the question on the screen of a paced survey, if it has one. */
function resultIn(section: HTMLElement): (result: StepResult | undefined) => void {
  const texts: ResultsTexts = JSON.parse(section.dataset.words ?? '{}')
  const announcement = find(section, '[role=status]')
  let shown: Field | undefined
  return result => {
    section.hidden = result === undefined
    if (result?.field !== shown) {
      section.querySelector('.result')?.remove()
      if (result !== undefined) announcement.after(emptyResult(section, result.field))
      setText(announcement, result === undefined ? '' : texts.shown)
      shown = result?.field
    }
    const place = section.querySelector<HTMLElement>('.result')
    if (result === undefined || place === null) return
    // Bars grow from the lengths that the browser has computed, which are those without counts.
    place.getBoundingClientRect()
    showResult(place, result.counts, true, texts)
    markRight(place, result.right, texts)
  }
}

/** A row for each option of a choice, or the ten points. The texts are copies of those on the page, which may have been translated. */
function emptyResult(section: HTMLElement, field: Field): HTMLElement {
  const type = field.container.querySelector('.scale') === null ? 'multiple_choice' : 'rating'
  const { content } = find<HTMLTemplateElement>(section, 'template')
  const place = find(content, `[data-type=${type}]`).cloneNode(true) as HTMLElement
  find(place, 'h3').append(...captionIn(field.container))
  const ends = field.container.querySelector('.ends')?.cloneNode(true)
  if (ends !== undefined) place.append(ends)
  const row = place.querySelector('tbody tr:has(th)')
  if (row === null) return place
  const rows = [...field.container.querySelectorAll('label bdi')].map(option => {
    const copy = row.cloneNode(true) as HTMLElement
    // Without the description of an option of a check-list.
    const name = [...option.childNodes].filter(({ nodeName }) => nodeName !== 'SMALL')
    find(copy, 'th').prepend(...name.map(node => node.cloneNode(true)))
    return copy
  })
  row.replaceWith(...rows)
  return place
}
