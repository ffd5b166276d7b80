import type { Requirement } from '../../src/domain/surveys/requirement.ts'
import type { Answer } from '../../src/domain/values/answer.ts'
import { find } from './dom.ts'

/** A question on the page that accepts an answer. */
export interface Field {
  readonly index: number
  readonly text: string
  readonly requirement: Requirement
  /** The element that contains the whole question. */
  readonly container: HTMLElement
  /** The element that errors describe: the group of radios, or the text area. */
  readonly control: HTMLElement
  /** The position of the option that is selected; null without one. */
  choice(): string | null
  /** What is selected or typed; undefined if nothing is. */
  value(): string | undefined
  /** Sets the value; an empty one clears it. */
  restore(value: string): void
  answer(): Answer
}

export function fieldsIn(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<HTMLElement>('[data-requirement]')].map(fieldOf)
}

/** The answers by question index. JSON has null for the rest, which are boards. */
export function answersOf(fields: readonly Field[]): Answer[] {
  const answers: Answer[] = []
  for (const { index, answer } of fields) answers[index] = answer()
  return answers
}

function fieldOf(control: HTMLElement): Field {
  const container = control.closest<HTMLElement>('fieldset, .question') ?? control
  const base = {
    index: Number(control.dataset.index),
    text: find(container, 'legend, label').textContent ?? '',
    requirement: requirementIn(control.dataset.requirement as string),
    container,
    control,
  }
  return control instanceof HTMLTextAreaElement ? textField(base, control) : radioField(base)
}

type FieldBase = Omit<Field, 'choice' | 'value' | 'restore' | 'answer'>

/** A rule as the page has it, such as `any 0:1,2 4:0`, with the positions of options as its values. */
function requirementIn(text: string): Requirement {
  const [op, ...conditions] = text.split(' ')
  if (conditions.length === 0) return op as 'always' | 'optional'
  return {
    op: op as 'all' | 'any',
    conditions: conditions.map(condition => {
      const [index, values = ''] = condition.split(':')
      return { questionIndex: Number(index), values: values.split(',') }
    }),
  }
}

function textField(base: FieldBase, area: HTMLTextAreaElement): Field {
  return {
    ...base,
    choice: () => null,
    value: () => area.value || undefined,
    restore: value => {
      area.value = value
    },
    answer: () => area.value || null,
  }
}

/** An answer is the exact text beside the radio button. */
function radioField(base: FieldBase): Field {
  const radios = [...base.container.querySelectorAll<HTMLInputElement>('[type=radio]')]
  const textOf = (radio: HTMLInputElement) => radio.nextElementSibling?.textContent ?? ''
  const chosen = () => radios.filter(radio => radio.checked)
  const value = () => chosen().map(textOf)[0]
  const isScale = base.container.querySelector('.scale') !== null
  return {
    ...base,
    choice: () => chosen()[0]?.value ?? null,
    value,
    restore: text => {
      for (const radio of radios) radio.checked = textOf(radio) === text
    },
    answer: () => {
      const text = value() || null
      return isScale && text !== null ? Number(text) : text
    },
  }
}
