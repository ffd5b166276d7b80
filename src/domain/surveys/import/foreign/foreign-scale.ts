import type { ScaleWords } from '../../scale-words.ts'
import { scaleWordsText } from '../beside-question.ts'
import type { ForeignScale } from './foreign-survey.ts'

/** What the ends and the middle of a scale mean, from its lowest number. */
export function wordsOfScale({ from, to, low, middle, high }: ForeignScale): ScaleWords {
  const [lowest, highest] = from <= to ? [low, high] : [high, low]
  return { ...(lowest && { lowest }), ...(middle && { middle }), ...(highest && { highest }) }
}

/** A text with what the ends of its scale mean. */
export function withEnds(text: string, scale: ForeignScale): string {
  const { from, to } = scale
  const { low, middle, high } = scale
  const ends = scaleWordsText(
    { ...(low && { lowest: low }), ...(middle && { middle }), ...(high && { highest: high }) },
    [from, to],
  )
  return ends === '' ? text : `${text} (${ends})`
}

/** An option for each number, with what it means. */
export function pointsOf({ from, to, low, middle, high }: ForeignScale): string[] {
  const step = Math.sign(to - from)
  const last = Math.abs(to - from)
  return Array.from({ length: last + 1 }, (_, at) => {
    const words = at === 0 ? low : at === last ? high : at * 2 === last ? middle : undefined
    return `${from + at * step}${words === undefined ? '' : ` (${words})`}`
  })
}
