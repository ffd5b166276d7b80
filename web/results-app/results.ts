import type { EditedQuestion } from '../../src/domain/results/edit-history/asked.ts'
import {
  type AskedWords,
  laterOptionNotes,
  questionNotes,
  type ShownResponses,
} from '../../src/domain/results/edit-history/asked-notes.ts'
import { sharesOf } from '../../src/domain/results/sharing.ts'
import type { TextLanguage } from '../../src/domain/surveys/languages/text-language.ts'
import { largestOf } from '../../src/domain/values/largest.ts'
import { createElement } from '../respondent/dom.ts'
import { OURS } from '../ui/our-words.ts'

/** The part of the result of `show_results` and `read_results` that the page shows. */
export interface Results {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly response_count: number
  readonly results: readonly Result[]
  readonly edited: readonly EditedQuestion[]
  readonly paced: boolean
  /** Only in the result of `show_results`. */
  readonly text_language?: TextLanguage
}

export interface Result {
  readonly index: number
  readonly type: string
  readonly text: string
  readonly answered: number
  readonly tally?: readonly { readonly option: string; readonly count: number }[]
  readonly mean?: number | null
  readonly distribution?: readonly { readonly value: number; readonly count: number }[]
  readonly board?: { readonly items: number; readonly votes: number }
}

export function headline({ response_count, status }: Results): string {
  return `${amount(response_count, 'response')} · ${status}`
}

const WORDS: AskedWords = {
  answered: answers => amount(answers, 'answer'),
  answeredPaced: answers => amount(answers, 'answer'),
  ofAsked: (answers, asked) => `${answers.toLocaleString('en')} of ${asked.toLocaleString('en')} asked`,
  addedAfter: responses => `added after ${amount(responses, 'response')}`,
  rewordedAfter: responses => `reworded after ${amount(responses, 'response')}`,
}

/** A question's counts; its heading belongs to the page. */
export function countsOf(result: Result, { response_count: count, edited, paced: isPaced }: Results): HTMLElement[] {
  const { tally, mean, distribution, board } = result
  if (board !== undefined) return [note(`${amount(board.items, 'question')} shown · ${amount(board.votes, 'vote')}`)]
  const shown: ShownResponses = { count, edited, everyonesEdited: edited, isPaced }
  const [answers, ...marks] = questionNotes(result, shown, WORDS)
  const heading = (...facts: string[]) => note([...facts, ...marks].join(' · '))
  if (tally !== undefined) return [heading(`${answers}`), bars(tally, laterOptionNotes(result, shown, WORDS))]
  if (distribution === undefined) return [heading(`${answers}, as text`)]
  const means = mean == null ? [] : [`mean ${mean.toLocaleString('en')}`]
  return [heading(`${answers}`, ...means), columns(distribution.map(({ value, count }) => [String(value), count]))]
}

/** Changes texts and bars in place, so that bars move. Other options make the counts render again. */
export function update(now: Node, next: Node): void {
  if (now.childNodes.length !== next.childNodes.length) {
    if (now instanceof Element) now.replaceChildren(...next.childNodes)
    return
  }
  if (now.nodeValue !== next.nodeValue) now.nodeValue = next.nodeValue
  if (now instanceof HTMLElement && next instanceof HTMLElement && next.hasAttribute('style'))
    now.style.cssText = next.style.cssText
  now.childNodes.forEach((child, at) => {
    const other = next.childNodes[at]
    if (other !== undefined) update(child, other)
  })
}

function bars(tally: NonNullable<Result['tally']>, notes: ReadonlyMap<number, readonly string[]>): HTMLElement {
  const { shares } = sharesOf(tally.map(({ count }) => count))
  return createElement(
    'ul',
    { className: 'bars' },
    ...tally.map((row, at) => bar(row, shares[at] ?? 0, notes.get(at) ?? [])),
  )
}

function bar({ option, count }: { option: string; count: number }, share: number, notes: readonly string[]) {
  const fill = createElement('i', {})
  fill.style.width = `${100 * share}%`
  const percent = share.toLocaleString('en', { style: 'percent' })
  return createElement(
    'li',
    {},
    createElement('span', { dir: 'auto' }, option),
    createElement('b', {}, `${count.toLocaleString('en')} · ${percent}`),
    ...(notes.length > 0 ? [note(notes.join(' · '))] : []),
    createElement('div', { className: 'bar' }, fill),
  )
}

/** The highest column has the full height. */
function columns(rows: readonly (readonly [label: string, count: number])[]): HTMLElement {
  const most = largestOf(
    rows.map(([, count]) => count),
    1,
  )
  const column = ([label, count]: readonly [string, number]) => {
    const fill = createElement('i', {})
    fill.style.height = `${(100 * count) / most}%`
    const value = createElement('span', {}, label, createElement('span', { className: 'unseen' }, ': '))
    return createElement(
      'li',
      {},
      value,
      createElement('div', {}, fill),
      createElement('b', {}, count.toLocaleString('en')),
    )
  }
  return createElement('ul', { className: 'columns' }, ...rows.map(column))
}

function note(text: string): HTMLElement {
  return createElement('p', { className: 'note', ...OURS }, text)
}

function amount(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
