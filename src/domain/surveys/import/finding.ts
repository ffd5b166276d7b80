import type { Place } from '../../values/place.ts'
import type { SourceLine } from './text/source-line.ts'

/** What became of something that was read. */
export type Outcome = 'kept' | 'left_out' | 'unsure'

/** What a line can be instead of what it was taken for. `scale` and `points` are for ranges: 1 to 10, or an option for each number. */
export type Decision = 'question' | 'option' | 'text' | 'description' | 'section' | 'leave_out' | 'scale' | 'points'

/** Decisions of a person, by the keys of the findings that they are about. */
export type Decisions = ReadonlyMap<number, Decision>

/** Something in an input that its author should know of. Everything else became exactly what it says. */
export interface Finding {
  readonly place: Place
  /** The last of the lines that it is about. */
  readonly lastLine: number
  /** What stands there, shortened. */
  readonly read: string
  readonly outcome: Outcome
  /** What became of it, as a sentence without its full stop. */
  readonly message: string
  /** What else it can be. Empty if there is no choice. */
  readonly decisions: readonly Decision[]
  /** Names it in decisions: a line of a text, or a position among the questions of a file. Without choice it has none. */
  readonly key?: number
  /** The one of them that was taken. */
  readonly chosen?: Decision
}

/** The choice for a range that is not that of ratings. */
export const SCALE_DECISIONS: readonly Decision[] = ['points', 'scale']

/** How much of a line a finding repeats, in characters. */
const READ_LENGTH = 80

export function shortened(text: string): string {
  const characters = [...text.slice(0, 2 * READ_LENGTH)]
  return characters.length > READ_LENGTH ? `${characters.slice(0, READ_LENGTH - 1).join('')}…` : text
}

/** What a line can be instead. */
export const ROLES: readonly Decision[] = ['question', 'option', 'text', 'leave_out']
/** As `ROLES`, of a line that may be a heading or the text below one. */
export const HEADING_ROLES: readonly Decision[] = ['question', 'text', 'section', 'leave_out']
/** As `ROLES`, of a line below a question. */
export const ROLES_BELOW: readonly Decision[] = ['description', ...ROLES]

/** Notes what became of a line. */
export type NoteLine = (
  line: SourceLine,
  outcome: Outcome,
  message: string,
  decisions?: readonly Decision[],
  more?: Partial<Finding>,
) => void
