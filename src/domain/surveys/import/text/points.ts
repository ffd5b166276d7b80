import type { OpenQuestion } from '../open-question.ts'
import { numberOf } from './marker.ts'
import type { Range } from './scale.ts'

/** Characters of a line that can be a scale. */
const MOST_LENGTH = 250
const POINT = /^[-−+]?\p{Nd}{1,3}$/u
/** Points in a line, perhaps with what the first and the last mean beside them. */
const ROW =
  /^([^\p{Nd}]{0,60}?)[ \t]*((?:[-−+]?\p{Nd}{1,3}[ \t|○◯☐□·]+){2,20}[-−+]?\p{Nd}{1,3})(?:[ \t]+([^\p{Nd}]{1,60}))?$/u
const POINTS_BEHIND = /(?<=[?？؟:.])[ \t]+(?:[-−+]?\p{Nd}{1,3}[ \t|○◯☐□·]+){2,20}[-−+]?\p{Nd}{1,3}$/u
/** Two texts far from one another. */
const ENDS = /^([^\t?？]{1,60}?)(?: {3,}|[ \t]*\t[ \t]*|[ \t]+[–—↔][ \t]+|[ \t]+(?:\.{3}|…)[ \t]+)([^\t?？]{1,60})$/u

/** The scale whose points are written one after the other, as forms show them, also with words for its ends around them. */
export function rangeOfPoints(parts: readonly string[]): Range | undefined {
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const hasEnds = parts.length > 4 && !POINT.test(first) && !POINT.test(last)
  const points = hasEnds ? parts.slice(1, -1) : parts
  if (points.length < 3 || !points.every(point => POINT.test(point))) return undefined
  const values = points.map(valueOfPoint)
  const [low = 0, second = 0] = values
  const step = second - low
  if (Math.abs(step) !== 1 || !values.every((value, at) => value === low + at * step)) return undefined
  const range = { low, high: low + step * (points.length - 1), words: '' }
  return hasEnds ? withEnds(range, [first, last]) : range
}

/** As `rangeOfPoints`, of the points in one line. */
export function rangeInRow(text: string): Range | undefined {
  const [, first = '', points = '', last = ''] = text.length > MOST_LENGTH ? [] : (ROW.exec(text) ?? [])
  if ((first === '') !== (last === '')) return undefined
  const parts = points.split(/[ \t|○◯☐□·]+/u)
  return rangeOfPoints(first === '' ? parts : [first, ...parts, last])
}

/** Points behind a question in its line. @returns the text before them */
export function pointsBehind(text: string): { readonly text: string; readonly range: Range } | undefined {
  const [points] =
    !/\p{Nd}$/u.test(text) || text.length > MOST_LENGTH * 4 ? [] : (POINTS_BEHIND.exec(text.slice(-MOST_LENGTH)) ?? [])
  const range = points === undefined ? undefined : rangeInRow(points.trim())
  if (points === undefined || range === undefined) return undefined
  return { text: text.slice(0, text.length - points.length), range }
}

/** What the ends of a scale mean, in a line below it. @param raw with its white space */
function endsIn(raw: string): readonly [string, string] | undefined {
  const [, first, last] = raw.length > MOST_LENGTH ? [] : (ENDS.exec(raw.trim()) ?? [])
  return first === undefined || last === undefined ? undefined : [first.trim(), last.trim()]
}

export function withEnds(range: Range, ends: readonly [string, string]): Range {
  const { low, high } = range
  return { low, high, words: `${low} = ${ends[0]}, ${high} = ${ends[1]}`, ends }
}

function valueOfPoint(point: string): number {
  const value = numberOf(point.replace(/^[-−+]/, ''))
  return /^[-−]/.test(point) ? -value : value
}

/** Adds what the ends of a question's scale mean, if a line below it says so. */
export function takeEnds(question: OpenQuestion, raw: string): boolean {
  const ends = question.range === undefined || question.range.words !== '' ? undefined : endsIn(raw)
  if (question.range === undefined || ends === undefined) return false
  question.range = withEnds(question.range, ends)
  return true
}
