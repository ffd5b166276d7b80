import { isLongerThan } from '../../../values/text.ts'
import { DESCRIPTION_LENGTH, GROUP_TITLE_LENGTH, SECTION_TEXT_LENGTH } from '../../limits.ts'
import type { ForeignItem, ForeignSurvey } from './foreign-survey.ts'

/** The items of a survey, some of which say the texts that stand between them. */
export interface PlacedStatements {
  /** As many as before, in the same order. */
  readonly items: readonly ForeignItem[]
  /** Positions of texts, and of the items that say each. */
  readonly hosts: ReadonlyMap<number, number>
}

/**
 * A text right below a heading is that of the section, and one right in front of a question without a description is its description.
 * What is longer than those can be, or is shown to some people only, has no place. Neither have slides, which say something of their own.
 * @param start position of the first item that is read
 */
export function placeStatements({ items, isDeck }: ForeignSurvey, start: number): PlacedStatements {
  const placed = [...items]
  const hosts = new Map<number, number>()
  const place = (positions: readonly number[], host: number, description: string) => {
    placed[host] = { ...(items[host] as ForeignItem), description }
    for (const at of positions) hosts.set(at, host)
  }
  let waiting: number[] = []
  for (const [at, item] of items.entries()) {
    if (at < start) continue
    const above = items[at - 1]
    const isBelow = item.kind === 'statement' && above?.kind === 'section'
    const text = isBelow ? joined([above.description, ...textsOf(item)]) : ''
    if (isBelow && !isLongerThan(text, SECTION_TEXT_LENGTH)) place([at], at - 1, text)
    else if (item.kind === 'statement') waiting = item.when === undefined ? [...waiting.slice(-MOST_TEXTS), at] : []
    else {
      const texts = isDeck === true ? [] : fittingTexts(items, waiting, item)
      if (texts.length > 0) place(texts, at, statementsText(items, texts))
      waiting = []
    }
  }
  return { items: placed, hosts }
}

/** Texts one after the other that can be a description together. */
const MOST_TEXTS = 10

/** The texts nearest to a question that fit together. */
function fittingTexts(items: readonly ForeignItem[], waiting: readonly number[], item: ForeignItem): number[] {
  if (item.kind === 'section' || item.description !== undefined) return []
  const isTitled = item.kind === 'grid' || item.kind === 'ranking'
  const limit = isTitled ? GROUP_TITLE_LENGTH - item.text.length - 1 : DESCRIPTION_LENGTH
  const first = waiting.findIndex((_, from) => !isLongerThan(statementsText(items, waiting.slice(from)), limit))
  return first < 0 ? [] : waiting.slice(first)
}

function statementsText(items: readonly ForeignItem[], positions: readonly number[]): string {
  return joined(positions.flatMap(at => textsOf(items[at] as ForeignItem)))
}

function textsOf({ text, description }: ForeignItem): (string | undefined)[] {
  return [text, description]
}

function joined(texts: readonly (string | undefined)[]): string {
  return texts.filter(text => text !== undefined && text !== '').join('\n')
}
