import type { Requirement } from '../../src/domain/surveys/requirement.ts'
import type { Answer } from '../../src/domain/values/answer.ts'
import { find } from './dom.ts'

/** A question on the page that accepts an answer. */
export interface Field {
  readonly index: number
  readonly requirement: Requirement
  /** The element that contains the whole question, or the check-list of which it is an option. */
  readonly container: HTMLElement
  /** The element in which it is answered: the group of radios, the label of a checkbox, the select or the text area. */
  readonly control: HTMLElement
  /** The questions of a check-list that is one field. */
  readonly parts?: readonly Field[]
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
  const value = control instanceof HTMLTextAreaElement ? textValue(control) : choiceValue(control)
  return {
    index: Number(control.dataset.index),
    requirement: requirementIn(control.dataset.requirement as string),
    container: placeOf(control),
    control,
    ...value,
  }
}

type Value = Pick<Field, 'value' | 'restore' | 'answer'>

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

function textValue(area: HTMLTextAreaElement): Value {
  return {
    value: () => area.value,
    restore: value => {
      area.value = value
    },
    answer: () => area.value || null,
  }
}

/** An answer is what the server wrote into the radio button, checkbox or option. The text beside it may have been translated. */
function choiceValue(control: HTMLElement): Value {
  const choices = [...control.querySelectorAll<HTMLInputElement & HTMLOptionElement>('input, option')]
  const value = () => choices.find(choice => choice.matches(':checked'))?.value ?? ''
  return {
    value,
    restore: value => {
      for (const choice of choices) {
        choice.checked = choice.value === value
        choice.selected = choice.checked
      }
    },
    answer: () => (value() ? Number(value()) : null),
  }
}

/** What contains the question to which an element belongs, or the group whose error it is. */
export function placeOf(element: Element): HTMLElement {
  return element.closest<HTMLElement>('fieldset, .question') as HTMLElement
}

/** Copies of what a page shows as the text of a question or a group, to show it elsewhere too: it may have been translated. */
export function captionIn(place: HTMLElement): Node[] {
  return [...find(place, 'legend, label, th bdi').childNodes].map(node => node.cloneNode(true))
}
