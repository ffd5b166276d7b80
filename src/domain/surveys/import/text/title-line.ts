import { inlineOptions, optionsIn } from './inline-options.ts'
import type { Item } from './list-roles.ts'

/** Characters of a line that may name the survey. */
const TITLE_LENGTH = 100
/** Items behind the first line that tell whether it is a title. */
const ITEMS_BEHIND = 50

/** A line that is a number, perhaps with what it means. */
export const SIGNED = /^[-−+]?\p{Nd}+(?:[ \t(].*)?$/u
/** What parts of a survey are called. */
export const PART =
  /^(?:part|section|abschnitt|teil|partie|parte|sección|seção|sezione|deel|część|раздел|часть|розділ|bölüm|slide|folie|diapositiva|diapositive|slajd|слайд|第)[ \t]*(?:\p{Nd}{1,2}|[A-Z]|[IVX]{1,4})(?:[ \t]*[:.–—-].*|部分.*)?$/iu

/** What slides are called that have no other name. */
export const SLIDE =
  /^(?:slide|folie|diapositive|diapositiva|diapo|dia|slajd|слайд|slayt|幻灯片|スライド|슬라이드)[ \t]*\p{Nd}{1,3}[ \t]*[:.]?$/iu

/** What is known of items beside themselves. */
interface Surroundings {
  readonly isOutside: (item: Item) => boolean
  readonly hasTable: (item: Item) => boolean
}

/** Whether the first line names the survey: what follows asks. */
export function isTitleLine(items: readonly Item[], at: number, { isOutside, hasTable }: Surroundings): boolean {
  const { text } = items[at] as Item
  if (PART.test(text) && items.some((one, other) => other > at && PART.test(one.text))) return false
  if (!items.slice(0, at).every(isOutside) || text.length > TITLE_LENGTH || /[.,:]$/.test(text)) return false
  if (inlineOptions(text) !== undefined) return false
  const below = items.slice(at + 1, at + ITEMS_BEHIND)
  const isAsking = (one: Item) =>
    one.role === 'question' ||
    below[below.indexOf(one) + 1]?.role === 'option' ||
    one.isQuestion ||
    (optionsIn(one.text)?.length ?? 0) > 2 ||
    hasTable(one) ||
    isOutside(one)
  const others = below.filter(one => one.role !== 'option')
  const [next] = others.filter(one => !isProse(one.text) || isAsking(one))
  const isSpaced = below[0]?.isSpaced === true
  return next !== undefined && (isAsking(next) || (isSpaced && others.some(isAsking)))
}

export function isProse(text: string): boolean {
  return text.length > TITLE_LENGTH || /[.!。！:：]$/u.test(text)
}
