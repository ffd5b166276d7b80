import { FREE_TEXT_LENGTH } from '../../src/domain/limits.ts'
import { isBlank, isLongerThan } from '../../src/domain/text.ts'
import { make, one } from './document.ts'
import type { Field } from './fields.ts'
import type { Page } from './main.ts'
import { isRequiredNow } from './rules.ts'

interface Fault {
  readonly field: Field
  readonly word: 'required' | 'tooLong'
}

/** What the server would refuse of this form: the rest it says itself. */
export function checkFields(fields: readonly Field[]): Fault[] {
  return fields.flatMap((field): Fault[] => {
    const answer = field.answer()
    if (typeof answer === 'string' && isLongerThan(answer, FREE_TEXT_LENGTH)) return [{ field, word: 'tooLong' }]
    const given = typeof answer === 'string' ? field.control.matches('fieldset') || !isBlank(answer) : answer !== null
    return given || !isRequiredNow(field, fields) ? [] : [{ field, word: 'required' }]
  })
}

/** As the server shows them: a summary that takes the focus and links to each, and a message at each question. */
export function showFaults({ form, words, say }: Page, faults: readonly Fault[]): void {
  const lines = faults.map(({ field: { index, text, control, place }, word }) => {
    const id = `q${index}-error`
    one(place, '.help').after(make('p', { className: 'error', id }, words[word]))
    control.setAttribute('aria-describedby', `${control.getAttribute('aria-describedby')} ${id}`)
    if (control.matches('textarea')) control.setAttribute('aria-invalid', 'true')
    return make('li', {}, make('a', { href: `#q${index}` }, text), `: ${words[word]}`)
  })
  const title = lines.length === 1 ? words.one : words.many.replace('{n}', String(lines.length))
  const summary = make('div', { className: 'summary', role: 'alert', tabIndex: -1 })
  summary.append(make('h2', {}, title), make('ul', {}, ...lines))
  form.before(summary)
  say('')
  summary.focus()
}

export function clearFaults({ fields }: Page): void {
  for (const shown of document.querySelectorAll('.summary, .error')) shown.remove()
  for (const { index, control } of fields) {
    const described = control.getAttribute('aria-describedby') ?? ''
    control.setAttribute('aria-describedby', described.replace(` q${index}-error`, ''))
    control.removeAttribute('aria-invalid')
  }
}
