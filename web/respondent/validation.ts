import { FREE_TEXT_LENGTH, LISTED_ERRORS } from '../../src/domain/responses/limits.ts'
import { isBlank, isLongerThan } from '../../src/domain/values/text.ts'
import { createElement, find, ourLanguage } from './dom.ts'
import { captionIn, type Field, placeOf } from './fields.ts'
import type { Page } from './page.ts'
import { isRequiredNow } from './requirements.ts'

interface FieldError {
  readonly field: Field
  readonly word: 'required' | 'tooLong'
}

/** Finds the errors that can be detected before sending. */
export function validateFields(fields: readonly Field[]): FieldError[] {
  return fields.flatMap((field): FieldError[] => {
    const answer = field.answer()
    if (typeof answer === 'string' && isLongerThan(answer, FREE_TEXT_LENGTH)) return [{ field, word: 'tooLong' }]
    const given = typeof answer === 'string' ? !isBlank(answer) : answer !== null
    return given || !isRequiredNow(field, fields) ? [] : [{ field, word: 'required' }]
  })
}

/** Shows errors like the server does: a focused summary with links, and a message next to each question. */
export function showErrors(page: Page, errors: readonly FieldError[]): void {
  const { form, words, say } = page
  for (const { field, word } of errors) {
    const { control, container } = field
    const id = `q${field.index}-error`
    const error = createElement('p', { className: 'error', id, ...ourLanguage() }, words[word])
    error.dataset.error = word
    find(container, '.help').after(error)
    control.setAttribute('aria-describedby', `${control.getAttribute('aria-describedby')} ${id}`)
    if (control.matches('textarea')) control.setAttribute('aria-invalid', 'true')
  }
  const summary = createElement(
    'div',
    { className: 'summary', role: 'alert', tabIndex: -1, ...ourLanguage() },
    ...summaryOf(page),
  )
  form.before(summary)
  say('')
  // The focus alone would scroll to the middle of a summary that is taller than the screen.
  summary.focus({ preventScroll: true })
  summary.scrollIntoView()
}

function errorOf({ index }: Field): HTMLElement | null {
  return document.getElementById(`q${index}-error`)
}

/** The heading and the list of the errors currently shown. */
function summaryOf({ form, words }: Page): readonly HTMLElement[] {
  const { lang } = form.closest('[lang]') as HTMLElement
  const open = [...form.querySelectorAll('.error')]
  const listed = open.slice(0, LISTED_ERRORS).map(error => {
    const text = createElement('bdi', { lang }, ...captionIn(placeOf(error)))
    const link = createElement('a', { href: `#${error.id.replace('-error', '')}` }, text)
    return createElement('li', {}, link, ': ', ...error.cloneNode(true).childNodes)
  })
  const left = open.length - listed.length
  const more = left > 0 ? [createElement('li', {}, words.more.replace('{n}', `${left}`))] : []
  const title = open.length === 1 ? words.one : words.many.replace('{n}', `${open.length}`)
  return [createElement('h2', {}, title), createElement('ul', {}, ...listed, ...more)]
}

export function clearErrors({ fields }: Page): void {
  document.querySelector('.summary')?.remove()
  for (const field of fields) clearError(field)
}

/**
 * An error disappears as soon as its answer is changed, also from the summary, and the summary disappears with the last
 * error.
 */
export function removeMendedErrors(page: Page): void {
  const { form, fields } = page
  form.addEventListener('input', ({ target }) => {
    const mended = fields.filter(field => {
      const error = errorOf(field)
      if (error === null) return false
      // An answer can also make another one unnecessary.
      const isOver = error.dataset.error === 'required' && !isRequiredNow(field, fields)
      return isOver || placeOf(error).contains(target as Node)
    })
    if (mended.length === 0) return
    for (const field of mended) clearError(field)
    const summary = document.querySelector('.summary')
    // Read out once: a shorter list is not news to somebody who has just answered.
    summary?.removeAttribute('role')
    if (form.querySelector('.error') === null) summary?.remove()
    else summary?.replaceChildren(...summaryOf(page))
  })
}

function clearError(field: Field): void {
  errorOf(field)?.remove()
  const { control } = field
  const described = `${control.getAttribute('aria-describedby')}`
  control.setAttribute('aria-describedby', described.replace(/ q\d+-error/, ''))
  control.removeAttribute('aria-invalid')
}
