/** Texts of the browser script only; `{n}` stands for a number, `{text}` for a question. */
export interface OwnWords {
  readonly sending: string
  readonly offline: string
  readonly retrying: string
  readonly openAgain: string
  readonly changed: string
  readonly reload: string
  readonly restored: string
  readonly startAfresh: string
  readonly left: string
  readonly over: string
  readonly nowRequired: string
  readonly nowOptional: string
}

/** All texts of the script, which the page passes to it. Imports nothing, since browser code reads it too. */
export interface ScriptWords extends OwnWords {
  readonly closed: string
  readonly expired: string
  readonly noRoom: string
  readonly one: string
  readonly many: string
  readonly required: string
  readonly tooLong: string
  readonly requiredNow: string
  readonly noAnswer: string
  readonly thanks: string
  readonly boardWaits: string
  readonly boardAsked: string
  readonly boardFailed: string
  readonly boardOffline: string
  readonly boardSimilar: string
  readonly boardLength: string
  readonly boardFull: string
}
