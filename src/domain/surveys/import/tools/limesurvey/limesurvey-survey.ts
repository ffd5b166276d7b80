import type { Fate, Path, Subject } from '../../foreign/foreign-survey.ts'

/** A survey of LimeSurvey in its own terms and its base language, whichever file it comes from. Texts are HTML. */
export interface LimeSurvey {
  readonly language: string
  readonly title: string
  readonly welcome: string
  readonly end: string
  readonly groups: readonly LimeGroup[]
  /** What the file has beside its questions. */
  readonly notes: readonly { readonly path: Path; readonly subject: Subject; readonly fate?: Fate }[]
}

export interface LimeGroup {
  readonly name: string
  readonly description: string
  readonly relevance: string
  readonly path: Path
  readonly questions: readonly LimeQuestion[]
}

export interface LimeQuestion {
  /** What old files call the question in conditions; empty if the file has none. */
  readonly id: string
  /** What conditions call it. */
  readonly code: string
  /** One character. */
  readonly type: string
  readonly text: string
  readonly help: string
  readonly mandatory: string
  readonly other: string
  readonly relevance: string
  /** A pattern that answers have to match. */
  readonly pattern: string
  readonly path: Path
  /** Where its text is. */
  readonly textPath: Path
  readonly subquestions: readonly LimePart[]
  readonly answers: readonly LimePart[]
  readonly attributes: ReadonlyMap<string, LimeAttribute>
}

/** A row, a column or an answer. */
export interface LimePart {
  readonly code: string
  readonly text: string
  /** 1 for the second scale, or for columns. */
  readonly scale: number
  readonly score: number
  readonly path: Path
}

export interface LimeAttribute {
  readonly value: string
  readonly path: Path
}
