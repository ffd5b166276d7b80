import { isRequired } from '../../src/domain/requirement.ts'
import { find } from './dom.ts'
import { answersOf, type Field } from './fields.ts'
import type { Page } from './page.ts'

/** Announces at once when an answer makes another question required or optional. */
export function announceRequirements({ form, fields, words, tell }: Page): void {
  const ruled = fields.filter(({ requirement }) => typeof requirement !== 'string').map(withWords)
  const follow = () => {
    const said = ruled.flatMap(({ field, help, rule, state }) => {
      const required = isRequiredNow(field, fields)
      if (required === state.required) return []
      state.required = required
      help.textContent = required ? words.requiredNow : rule
      field.container.classList.toggle('now', required)
      return [(required ? words.nowRequired : words.nowOptional).replace('{text}', field.text)]
    })
    return said.join(' ')
  }
  form.addEventListener('change', () => {
    const said = follow()
    if (said !== '') tell(said)
  })
  follow()
}

/** Uses the same code as the server. */
export function isRequiredNow({ requirement }: Field, fields: readonly Field[]): boolean {
  return isRequired(requirement, answersOf(fields))
}

function withWords(field: Field) {
  const help = find(field.container, '.help')
  return { field, help, rule: help.textContent, state: { required: false } }
}
