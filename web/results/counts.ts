import { type Grouped, groupViewOf } from '../../src/domain/results/groups/group-view.ts'
import type { OneQuestion } from '../../src/domain/results/groups/shown-together.ts'
import {
  type CountView,
  headlineOf,
  percentage,
  type ResultsTexts,
  viewOf,
} from '../../src/domain/results/results-view.ts'
import { isRight, rightName } from '../../src/domain/results/right-answers.ts'
import type { SharedResult } from '../../src/domain/results/sharing.ts'
import type { RightAnswer } from '../../src/domain/surveys/question-settings.ts'
import { RATING_LOWEST } from '../../src/domain/values/answer.ts'
import { createElement, find, ourLanguage, shownText } from '../respondent/dom.ts'
import { setText } from '../ui/set-text.ts'

/** The questions' counts in the order of the page, or null; without them the page must be reloaded. */
export interface ResultsEvent {
  readonly revision: number
  /** Missing if the survey no longer shares anything. */
  readonly version?: string
  readonly areVisible: boolean
  readonly responses: number | null
  readonly results?: readonly SharedResult['counts'][]
  /** Missing if there are none, or if they are not revealed. */
  readonly right?: readonly (RightAnswer | null)[]
  /** Beside options of a check-list at a presenter's pace, how many have chosen any of them. Missing if there are none. */
  readonly chosen?: readonly (number | null)[]
}

const { lang } = document.documentElement

/**
 * Writes counts into the page's tables and sets the lengths of their bars. Only a reveal is announced, not each answer.
 */
export function showResults(section: HTMLElement, event: ResultsEvent, texts: ResultsTexts): void {
  const { areVisible, results = [], right = [], chosen } = event
  setText(find(section, '.headline'), headlineOf(event, texts, lang))
  if (String(areVisible) !== section.dataset.visible)
    setText(find(section, '[role=status]'), areVisible ? texts.shown : texts.waiting)
  section.dataset.visible = String(areVisible)
  let at = 0
  for (const place of section.querySelectorAll<HTMLElement>('.result')) {
    const size = place.dataset.group === undefined ? 1 : place.querySelectorAll('tbody tr').length
    const counts = results.slice(at, at + size)
    if (place.dataset.group === undefined)
      showResult(place, counts[0] ?? null, areVisible, texts, markRight(place, right[at] ?? undefined, texts))
    else showGroup(place, { counts, chosen: chosen?.[at] }, event, texts)
    at += size
  }
}

/** The results of questions that are shown as one. */
function showGroup(
  place: HTMLElement,
  { counts, chosen }: Pick<Grouped, 'counts' | 'chosen'>,
  { areVisible, responses }: Pick<ResultsEvent, 'areVisible' | 'responses'>,
  texts: ResultsTexts,
): void {
  const asked = place.dataset.later === undefined ? responses : null
  const rows = [...place.querySelectorAll<HTMLElement>('tbody tr')].toSorted((a, b) => numberOf(a) - numberOf(b))
  const all = rows.map((_, at) => counts[at] ?? null)
  const grouped = { kind: place.dataset.group as OneQuestion['kind'], counts: all, asked, chosen }
  const view = groupViewOf(grouped, areVisible, texts, lang)
  setText(find(place, '.note'), view.note)
  rows.forEach((row, at) => {
    const { note = '', cells = [] } = view.rows[at] ?? {}
    if (grouped.kind === 'grid') showShares(row, note, cells)
    else showRow(row, cells[0])
  })
  // Moving a row that is in its place would end its transition.
  const listed = view.order.flatMap(at => rows[at] ?? [])
  if (listed.some((row, at) => row.parentElement?.children[at] !== row)) listed[0]?.parentElement?.append(...listed)
}

function numberOf({ dataset }: HTMLElement): number {
  return Number(dataset.at)
}

/** The row of a grid. */
function showShares(row: Element, note: string, cells: readonly CountView[]): void {
  setText(find(row, 'small'), note)
  row.querySelectorAll('td span').forEach((figure, at) => {
    setText(figure, cells[at]?.share ?? '')
  })
  let from = 0
  row.querySelectorAll('.parts rect').forEach((part, at) => {
    const width = cells[at]?.part ?? 0
    setAttributes(part, { x: percentage(from), width: percentage(width) })
    from += width
  })
}

/** The result of one question. @param right the name of the right answer, if it is revealed */
export function showResult(
  place: HTMLElement,
  shared: SharedResult['counts'],
  areVisible: boolean,
  texts: ResultsTexts,
  right?: string,
): void {
  const type = place.dataset.type === 'rating' ? 'rating' : 'multiple_choice'
  const { note, counts, mean, numberWidth } = viewOf({ type, counts: shared }, areVisible, texts, lang, right)
  setText(find(place, '.note'), note)
  const show = type === 'rating' ? showColumn : showRow
  place.querySelectorAll(type === 'rating' ? 'td' : 'tbody tr').forEach((cell, index) => {
    show(cell, counts?.[index])
  })
  setAttributes(place.querySelector('.columns'), { 'data-numbers': numberWidth })
  const line = place.querySelector('.mean')
  if (line !== null) showMean(line, mean)
}

/** Marks the rows of a right answer, or its points, in place of those marked before. @returns its name */
export function markRight(place: HTMLElement, right: RightAnswer | undefined, texts: ResultsTexts): string | undefined {
  for (const mark of place.querySelectorAll('.right')) mark.remove()
  if (right === undefined) return undefined
  const isRating = place.dataset.type === 'rating'
  const heads = [...place.querySelectorAll(isRating ? 'thead th' : 'tbody th')]
  const name = rightName(right, heads.map(shownText))
  heads.forEach((head, at) => {
    if (isRight(right, isRating ? at + RATING_LOWEST : at)) head.append(isRating ? pointMark(texts) : rowMark(texts))
  })
  return name
}

function rowMark({ right }: ResultsTexts): HTMLElement {
  return createElement('span', { className: 'right', ...ourLanguage() }, ` ✓ ${right}`)
}

/** Columns are too narrow for the word. */
function pointMark({ right }: ResultsTexts): HTMLElement {
  const word = createElement('span', { className: 'visually-hidden' }, ` ${right}`)
  return createElement('span', { className: 'right', ...ourLanguage() }, '✓', word)
}

function showRow(row: Element, view: CountView | undefined): void {
  const [count, share] = row.querySelectorAll('td')
  if (count) setText(count, view?.count ?? '')
  if (share) setText(share, view?.share ?? '')
  setAttributes(row.querySelector('rect'), { width: percentage(view?.part ?? 0) })
}

function showColumn(cell: Element, view: CountView | undefined): void {
  const part = view?.part ?? 0
  setText(find(cell, 'span'), view?.count ?? '')
  setAttributes(cell.querySelector('rect'), { y: percentage(1 - part), height: percentage(part) })
}

/** The columns are equally wide, so the middle of the first is at half its width. */
function showMean(drawing: Element, mean: number | null): void {
  setAttributes(drawing, { visibility: mean === null ? 'hidden' : 'visible' })
  if (mean !== null) setAttributes(drawing.querySelector('line'), { x1: mean - 0.5, x2: mean - 0.5 })
}

function setAttributes(element: Element | null, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) element?.setAttribute(name, String(value))
}
