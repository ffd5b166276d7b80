import { isStillAnswer, isText, matchQuestions, readNames } from '../../src/domain/surveys/question-match.ts'
import type { Page } from './page.ts'

/** What is typed into a page, for another load of it. */
export interface TypedAnswers {
  /** The questions for which the page was made; missing in what version 0.1 kept. */
  readonly form?: string
  readonly typed: readonly TypedAnswer[]
  /** Texts whose question cannot be found any more. */
  readonly aside?: string | undefined
}

export interface TypedAnswer {
  readonly index: number
  readonly value: string
}

/**
 * Puts back what was typed before an edit; loaded only then. Texts whose question cannot be found are set aside, and
 * choices of options that cannot be told have to be made again. Imports nothing of the page's script, which would
 * otherwise be loaded in two parts.
 * @param now the questions of this page
 * @returns whether everything is at its question
 */
export function bringBack(
  { form, fields, words }: Page,
  { form: made = '', typed, aside }: TypedAnswers,
  now: string,
): boolean {
  const [before, after] = [readNames(made), readNames(now)]
  const places = matchQuestions(before, after, form.dataset.fixed !== undefined)
  const lost = typed.filter(({ index, value }) => {
    const field = fields.find(field => field.index === places[index])
    if (field === undefined || !isStillAnswer(before[index], after[field.index], value)) return true
    // What was typed before this script loaded is newer.
    if (field.value() === '') field.restore(value)
    return false
  })
  const texts = lost.filter(({ index }) => isText(before[index])).map(({ value }) => value)
  const text = [aside, ...texts].filter(Boolean).join('\n\n')
  if (text) setAside(form, text, words.setAside)
  return lost.length === 0
}

/** Shown like the server does: to be copied, since it is no answer. */
function setAside(form: HTMLFormElement, value: string, name: string): void {
  const { lang } = document.documentElement
  const label = Object.assign(document.createElement('label'), { className: 'notice', lang })
  label.append(
    name,
    Object.assign(document.createElement('textarea'), { name: 'aside', readOnly: true, dir: 'auto', value }),
  )
  // At the end, where nothing moves when it appears.
  form.append(label)
}
