import { createElement, find } from './dom.ts'
import type { Field } from './fields.ts'
import type { Page } from './page.ts'
import { isRequiredNow } from './requirements.ts'

/** A click this soon after a choice is the second click of a double click. */
const DOUBLE_CLICK_MS = 500

/**
 * Choosing an already chosen answer clears it if the question is optional. Without a script, such questions have “No
 * answer”.
 */
export function clearOnSecondTap({ fields, words }: Page): void {
  for (const field of fields) {
    if (field.requirement === 'always' || !field.control.matches('fieldset, tr')) continue
    find(field.container, '.help').append(createElement('span', {}, ` · ${words.chooseAgain}`))
    clearWhenChosenAgain(field, fields)
  }
}

function clearWhenChosenAgain(field: Field, fields: readonly Field[]): void {
  const { control, value, restore } = field
  // When the click arrives, the browser has already checked the radio button; the last change shows whether it was
  // checked before.
  let chosen = value()
  let since = -DOUBLE_CLICK_MS
  control.addEventListener('change', ({ timeStamp }) => {
    chosen = value()
    since = timeStamp
  })
  const clear = (event: Event) => {
    // A click on a label is followed by one on its radio button.
    if (!(event.target as HTMLInputElement).checked || value() !== chosen) return
    // Some browsers also turn the key on a checked radio button into a click, which would be a third choice by then.
    if (event.type === 'keyup') event.preventDefault()
    if (event.timeStamp - since < DOUBLE_CLICK_MS || isRequiredNow(field, fields)) return
    restore('')
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
  }
  control.addEventListener('click', clear)
  control.addEventListener('keyup', event => event.key === ' ' && clear(event))
}
