/** Where something is in a file, by the names and positions that lead to it. */
export type Path = readonly (string | number)[]

/** What a tool can ask, or write between its questions. */
type ForeignKind =
  | 'multiple_choice'
  /** One may choose several options. */
  | 'check_list'
  | 'free_text'
  | 'rating'
  /** The same options for each row. */
  | 'grid'
  /** Rows that are put in order. */
  | 'ranking'
  /** The audience asks. */
  | 'board'
  | 'section'
  | 'statement'

/** A scale of numbers, and what its ends and its middle mean. */
export interface ForeignScale {
  readonly from: number
  readonly to: number
  readonly low?: string
  readonly middle?: string
  readonly high?: string
}

/** A question or another part of a survey, with its texts as plain text. */
export interface ForeignItem {
  readonly kind: ForeignKind
  readonly text: string
  readonly path: Path
  /** Whether it has to be answered; where `when` says so, only then. */
  readonly required: boolean
  readonly description?: string
  /** Each once. Those of a grid are its columns. */
  readonly options?: readonly string[]
  /** Of a grid or a ranking. */
  readonly rows?: readonly string[]
  /** Names the option in whose place one may write something else; empty if the file does not name it. */
  readonly other?: string
  /** How many options of a check-list may be chosen. */
  readonly atLeast?: number
  readonly atMost?: number
  readonly scale?: ForeignScale
  /** The options that are right. */
  readonly right?: readonly string[]
  readonly when?: ForeignCondition
}

/** Any of these answers to an earlier question with one answer. */
interface ForeignCondition {
  /** Position of the item. */
  readonly item: number
  readonly values: readonly string[]
}

/** What a note is about. */
export type Subject =
  | 'branching'
  | 'calculation'
  | 'condition'
  | 'date'
  | 'duplicate_option'
  | 'feedback'
  | 'file'
  | 'html'
  | 'image'
  | 'number'
  | 'option_text'
  | 'other'
  | 'personal_data'
  | 'quota'
  | 'scale'
  | 'score'
  | 'setting'
  | 'styling'
  | 'timer'
  | 'translation'
  | 'unknown_kind'
  | 'validation'
  | 'video'

/** What became of something that is not kept as it is. */
export type Fate =
  | 'left_out'
  | 'unsure'
  | 'optional'
  | 'free_text'
  | 'multiple_choice'
  | 'statement'
  | 'grid'
  | 'ranking'

export interface ForeignNote {
  readonly path: Path
  readonly subject: Subject
  readonly fate: Fate
}

/** A survey of another tool, in terms that all of them share. */
export interface ForeignSurvey {
  readonly title?: string
  /** Text in front of the first item. */
  readonly introduction?: string
  /** What respondents see once they have sent their answers. */
  readonly thanks?: string
  /** Whether its texts are slides and cards, so that those in front of the first question introduce nothing. */
  readonly isDeck?: true
  readonly items: readonly ForeignItem[]
  readonly notes: readonly ForeignNote[]
}
