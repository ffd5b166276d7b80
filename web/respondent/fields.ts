import type { Requirement } from '../../src/domain/surveys/requirement.ts'
import type { Answer } from '../../src/domain/values/answer.ts'
import { find } from './dom.ts'

/** A question on the page that accepts an answer. */
export interface Field {
  readonly index: number
  readonly requirement: Requirement
  /** The element that contains the whole question. */
  readonly container: HTMLElement
  /** The element that errors describe: the group of radios, or the text area. */
  readonly control: HTMLElement
  /** What is typed, the position of the option that is selected, or the point; empty if nothing is. */
  value(): string
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
    requirement: requirementIn(control.dataset.requirement as string),
    container,
    control,
  }
  return control instanceof HTMLTextAreaElement ? textField(base, control) : radioField(base)
}

type FieldBase = Omit<Field, 'value' | 'restore' | 'answer'>

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
    value: () => area.value,
    restore: value => {
      area.value = value
    },
    answer: () => area.value || null,
  }
}

/** An answer is what the server wrote into the radio button. The text beside it may have been translated. */
function radioField(base: FieldBase): Field {
  const radios = [...base.container.querySelectorAll<HTMLInputElement>('[type=radio]')]
  const value = () => radios.find(radio => radio.checked)?.value ?? ''
  return {
    ...base,
    value,
    restore: value => {
      for (const radio of radios) radio.checked = radio.value === value
    },
    answer: () => (value() === '' ? null : Number(value())),
  }
}

/** Copies of what a page shows as a question’s text, to show it elsewhere too: it may have been translated. */
export function captionOf({ container }: Field): Node[] {
  return [...find(container, 'legend, label').childNodes].map(node => node.cloneNode(true))
}
