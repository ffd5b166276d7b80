/** Texts used only by the browser script; `{n}` stands for a number, `{text}` for a question. */
export interface OwnWords {
  readonly sending: string
  readonly offline: string
  readonly retrying: string
  /** More answers from one network than it may send in a minute. */
  readonly crowded: string
  readonly openAgain: string
  readonly changed: string
  readonly reload: string
  readonly restored: string
  /** Some of what was typed is not at its question. */
  readonly restoredPartly: string
  readonly startAfresh: string
  readonly left: string
  readonly over: string
  readonly nowRequired: string
  readonly nowOptional: string
  /** How the answer to a choice or a rating is cleared. */
  readonly chooseAgain: string
}

/** Texts of a survey whose presenter sets the pace, where a question would be. */
export interface PacedWords {
  readonly before: string
  /** Between two questions. */
  readonly next: string
  readonly over: string
  readonly sent: string
  /** The presenter has gone on while somebody was typing. */
  readonly goneOn: string
  /** Leads to the question on the screen. */
  readonly goOn: string
  readonly timeIsUp: string
  /** Of the answer that this phone has sent. */
  readonly yoursWasRight: string
  /** `{text}` is an option, several of them, or points. */
  readonly rightAnswer: string
  /** `{time}` is minutes and seconds. */
  readonly timeLeft: string
}

/** All texts of the script, which the page passes to it. Imports nothing, because browser code reads this file too. */
export interface ScriptWords extends OwnWords {
  readonly closed: string
  readonly expired: string
  readonly noRoom: string
  readonly one: string
  readonly many: string
  readonly more: string
  readonly required: string
  readonly tooLong: string
  readonly requiredNow: string
  readonly noAnswer: string
  readonly setAside: string
  readonly notStored: string
  readonly missing: string
  readonly boardWaits: string
  readonly boardAsked: string
  readonly boardFailed: string
  readonly boardOffline: string
  readonly boardSimilar: string
  readonly boardLength: string
  readonly boardFull: string
}
