import { isRequired } from '../../src/domain/surveys/requirement.ts'
import type { Answer } from '../../src/domain/values/answer.ts'
import { isolated } from '../../src/domain/values/text.ts'
import { find } from './dom.ts'
import type { Field } from './fields.ts'
import type { Page } from './page.ts'

/** Announces immediately when an answer makes another question required or optional. */
export function announceRequirements({ form, fields, words, tell }: Page): void {
  const ruled = fields.filter(({ requirement }) => typeof requirement !== 'string').map(withWords)
  const follow = () => {
    const said = ruled.flatMap(({ field, help, rule, state }) => {
      const required = isRequiredNow(field, fields)
      if (required === state.required) return []
      state.required = required
      help.replaceChildren(...(required ? [words.requiredNow] : rule))
      field.container.classList.toggle('now', required)
      return [(required ? words.nowRequired : words.nowOptional).replace('{text}', isolated(field.text))]
    })
    return said.join(' ')
  }
  form.addEventListener('change', () => {
    const said = follow()
    if (said !== '') tell(said)
  })
  follow()
}

/** Uses the same code as the server, with positions of options in place of their texts. */
export function isRequiredNow({ requirement }: Field, fields: readonly Field[]): boolean {
  const choices: Answer[] = []
  for (const { index, choice } of fields) choices[index] = choice()
  return isRequired(requirement, choices)
}

function withWords(field: Field) {
  const help = find(field.container, '.help')
  return { field, help, rule: [...help.childNodes], state: { required: false } }
}
