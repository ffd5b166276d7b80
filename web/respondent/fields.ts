import type { Answer } from '../../src/domain/answer.ts'
import type { Requirement } from '../../src/domain/requirement.ts'
import { find } from './dom.ts'

/** A question of the page that takes an answer. */
export interface Field {
  readonly index: number
  readonly text: string
  readonly requirement: Requirement
  /** The element that contains the whole question. */
  readonly container: HTMLElement
  /** The element that errors describe: the group of radios, or the text area. */
  readonly control: HTMLElement
  /** What is selected or typed; undefined if nothing is. */
  value(): string | undefined
  /** Sets the value; an empty one clears it. */
  restore(value: string): void
  answer(): Answer
}

export function fieldsIn(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<HTMLElement>('[data-requirement]')].map(fieldOf)
}

/** What is answered, by index of the question. JSON has null for the rest, which are boards. */
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
    requirement: JSON.parse(control.dataset.requirement as string),
    container,
    control,
  }
  return control instanceof HTMLTextAreaElement ? textField(base, control) : radioField(base)
}

type FieldBase = Omit<Field, 'value' | 'restore' | 'answer'>

function textField(base: FieldBase, area: HTMLTextAreaElement): Field {
  return {
    ...base,
    value: () => area.value || undefined,
    restore: value => {
      area.value = value
    },
    answer: () => area.value || null,
  }
}

/** An answer is the exact text beside the radio; the empty one means no answer. */
function radioField(base: FieldBase): Field {
  const radios = [...base.container.querySelectorAll<HTMLInputElement>('[type=radio]')]
  const textOf = (radio: HTMLInputElement) => (radio.value === '' ? '' : (radio.nextElementSibling?.textContent ?? ''))
  const value = () => radios.filter(radio => radio.checked).map(textOf)[0]
  const isScale = base.container.querySelector('.scale') !== null
  return {
    ...base,
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
