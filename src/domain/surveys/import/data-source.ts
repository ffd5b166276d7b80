import type { Json } from '../../values/json.ts'
import type { Place } from '../../values/place.ts'
import type { ForeignSurvey } from './foreign/foreign-survey.ts'

/** What a file of data says, and where. */
export interface DataSource {
  readonly value: Json
  /** The place of the value with this path, or of the nearest one around it. */
  positionOf(path: readonly (string | number)[]): Place
  /** What it says if it is a file of another tool. */
  readonly foreign?: ForeignSurvey | undefined
}
