import type { OpenQuestion } from '../open-question.ts'
import { isDemandToRate } from './bare-range.ts'
import { markerOf } from './marker.ts'
import { asks, type MarkedText } from './question-marks.ts'
import { isSameScale } from './scale.ts'

/** Whether a list item is one of what the question above has rated: a blank for a number, or the same scale again. */
export function isRatedAbove({ hasField, range }: MarkedText, above: OpenQuestion): boolean {
  if (hasField) return isDemandToRate(above.text)
  const isAbove = above.range?.ends !== undefined && markerOf(above.line.text) === undefined && !asks(above.text)
  return isAbove && range?.words === '' && isSameScale(range, above.range)
}
