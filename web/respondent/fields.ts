import type { Answer } from '../../src/domain/answer.ts'
import type { Requirement } from '../../src/domain/requirement.ts'
import { one } from './document.ts'

/** A question that takes an answer, as it stands in the page. */
export interface Field {
  readonly index: number
  readonly text: string
  readonly requirement: Requirement
  /** All that belongs to it. */
  readonly place: HTMLElement
  /** What its message describes: the group of its radios, or its text area. */
  readonly control: HTMLElement
  /** What is chosen or typed; undefined where nothing is. */
  value(): string | undefined
  /** Takes it up again; an empty one is none. */
  restore(value: string): void
  answer(): Answer
}

export function fieldsIn(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<HTMLElement>('[data-requirement]')].map(fieldOf)
}

function fieldOf(control: HTMLElement): Field {
  const place = control.closest<HTMLElement>('fieldset, .question') ?? control
  const common = {
    index: Number(control.dataset.index),
    text: one(place, 'legend, label').textContent ?? '',
    requirement: JSON.parse(control.dataset.requirement ?? '"optional"'),
    place,
    control,
  }
  return control instanceof HTMLTextAreaElement ? textField(common, control) : radioField(common)
}

type Common = Omit<Field, 'value' | 'restore' | 'answer'>

function textField(common: Common, area: HTMLTextAreaElement): Field {
  return {
    ...common,
    value: () => area.value || undefined,
    restore: value => {
      area.value = value
    },
    answer: () => area.value || null,
  }
}

/** A choice is its option's text, exactly, as it stands beside its radio; no answer is an empty one. */
function radioField(common: Common): Field {
  const radios = [...common.place.querySelectorAll<HTMLInputElement>('[type=radio]')]
  const textOf = (radio: HTMLInputElement) => (radio.value === '' ? '' : (radio.nextElementSibling?.textContent ?? ''))
  const value = () => radios.filter(radio => radio.checked).map(textOf)[0]
  const isScale = common.place.querySelector('.scale') !== null
  return {
    ...common,
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
