import type { Range } from './text/scale.ts'
import type { SourceLine } from './text/source-line.ts'
import type { NamedType } from './text/type-words.ts'

/** An option, or a row of a grid, and where it stands. */
export interface ReadOption {
  readonly text: string
  readonly line: SourceLine
  readonly isTicked?: boolean
}

/** A question while lines are added to it. */
export interface OpenQuestion {
  text: string
  readonly line: SourceLine
  type: NamedType | undefined
  isOptional: boolean | undefined
  isStarred: boolean
  isModerated: boolean
  wantsSeveral: boolean
  /** Whether words beside it say so. */
  saysSeveral: boolean
  /** How many options may be chosen. */
  most: number | undefined
  range: Range | undefined
  /** Options that stood in one line. Items of a list below them are rows of a grid. */
  inline: readonly ReadOption[]
  readonly options: ReadOption[]
  /** What says which options are right. */
  readonly keys: ReadOption[]
  /** Its lines. */
  description: string | undefined
}
