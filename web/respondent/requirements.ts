import { isRequired } from '../../src/domain/surveys/requirement.ts'
import type { Answer } from '../../src/domain/values/answer.ts'
import { createElement, find } from './dom.ts'
import { captionIn, type Field } from './fields.ts'
import type { Page } from './page.ts'

/** Announces immediately when an answer makes another question required or optional. */
export function announceRequirements({ form, fields, words, tell }: Page): void {
  const ruled = fields.filter(({ requirement }) => typeof requirement !== 'string').map(withWords)
  const follow = () => {
    return ruled.flatMap(({ field, help, rule, state }) => {
      const required = isRequiredNow(field, fields)
      if (required === state.required) return []
      state.required = required
      help.replaceChildren(...(required ? [words.requiredNow] : rule))
      field.container.classList.toggle('now', required)
      const [before = '', after = ''] = (required ? words.nowRequired : words.nowOptional).split('{text}')
      return [before, createElement('bdi', {}, ...captionIn(field.container)), `${after} `]
    })
  }
  form.addEventListener('change', () => {
    const said = follow()
    if (said.length > 0) tell(...said)
  })
  follow()
}

/** Uses the same code as the server, with positions of options in place of their texts. */
export function isRequiredNow({ requirement }: Field, fields: readonly Field[]): boolean {
  const choices: Answer[] = []
  for (const { index, value } of fields) choices[index] = value()
  return isRequired(requirement, choices)
}

function withWords(field: Field) {
  const help = find(field.container, '.help')
  return { field, help, rule: [...help.childNodes], state: { required: false } }
}
