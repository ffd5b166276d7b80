import type { AnswerError } from './answer.ts'
import { REFUSALS, type RefusalEntry, type RefusalKind, type RefusalName } from './refusals.ts'

/** Details of one refusal. */
interface RefusalDetails {
  /** Replaces the text of the table. */
  readonly reason?: string
  /** Seconds until the call may be repeated. */
  readonly retryAfter?: number
  /** The missing scope. */
  readonly scope?: string
  /** The underlying error. It is logged and never sent. */
  readonly cause?: unknown
  /** The invalid answers. */
  readonly questions?: readonly AnswerError[]
}

/** An error defined by the contract. Rules and operations throw it; `src/transport/errors.ts` renders it. */
export class Refusal extends Error {
  readonly refusal: RefusalName
  readonly kind: RefusalKind
  readonly code: string | undefined
  readonly details: RefusalDetails

  constructor(refusal: RefusalName, details: RefusalDetails = {}) {
    const entry: RefusalEntry = REFUSALS[refusal]
    super(details.reason ?? entry.error, { cause: details.cause })
    this.refusal = refusal
    this.kind = entry.kind
    this.code = entry.code
    this.details = details
  }
}

/** Runs an action and returns the `Refusal` it throws, if any. @throws any other error of the action */
export function refusalOf(act: () => unknown): Refusal | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
