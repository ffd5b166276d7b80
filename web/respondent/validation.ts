import { FREE_TEXT_LENGTH } from '../../src/domain/limits.ts'
import { isBlank, isLongerThan } from '../../src/domain/text.ts'
import { createElement, find } from './dom.ts'
import type { Field } from './fields.ts'
import type { Page } from './page.ts'
import { isRequiredNow } from './requirements.ts'

interface FieldError {
  readonly field: Field
  readonly word: 'required' | 'tooLong'
}

/** Finds the errors that can be known before sending. */
export function validateFields(fields: readonly Field[]): FieldError[] {
  return fields.flatMap((field): FieldError[] => {
    const answer = field.answer()
    if (typeof answer === 'string' && isLongerThan(answer, FREE_TEXT_LENGTH)) return [{ field, word: 'tooLong' }]
    const given = typeof answer === 'string' ? field.control.matches('fieldset') || !isBlank(answer) : answer !== null
    return given || !isRequiredNow(field, fields) ? [] : [{ field, word: 'required' }]
  })
}

/** Shows errors as the server does: a focused summary with links, and a message at each question. */
export function showErrors({ form, words, say }: Page, errors: readonly FieldError[]): void {
  const lines = errors.map(({ field: { index, text, control, container }, word }) => {
    const id = `q${index}-error`
    find(container, '.help').after(createElement('p', { className: 'error', id }, words[word]))
    control.setAttribute('aria-describedby', `${control.getAttribute('aria-describedby')} ${id}`)
    if (control.matches('textarea')) control.setAttribute('aria-invalid', 'true')
    return createElement('li', {}, createElement('a', { href: `#q${index}` }, text), `: ${words[word]}`)
  })
  const title = lines.length === 1 ? words.one : words.many.replace('{n}', `${lines.length}`)
  const list = createElement('ul', {}, ...lines)
  const heading = createElement('h2', {}, title)
  const summary = createElement('div', { className: 'summary', role: 'alert', tabIndex: -1 }, heading, list)
  form.before(summary)
  say('')
  summary.focus()
}

export function clearErrors({ fields }: Page): void {
  document.querySelector('.summary')?.remove()
  for (const field of fields) clearError(field)
}

/** An error goes as soon as its answer is changed, and the summary with the last of them. */
export function removeMendedErrors({ form, fields }: Page): void {
  form.addEventListener('input', ({ target }) => {
    for (const field of fields) if (field.container.contains(target as Node)) clearError(field)
    if (form.querySelector('.error') === null) document.querySelector('.summary')?.remove()
  })
}

function clearError({ container, control }: Field): void {
  container.querySelector('.error')?.remove()
  const described = control.getAttribute('aria-describedby') ?? ''
  control.setAttribute('aria-describedby', described.replace(/ q\d+-error/, ''))
  control.removeAttribute('aria-invalid')
}
