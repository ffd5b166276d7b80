import { Refusal } from '../../domain/values/refusal.ts'

/** The result of one of `doctor`'s checks. */
export interface CheckResult {
  readonly check: string
  readonly ok: boolean
  readonly found: string
  /** What the operator should do about a failed check. */
  readonly remedy: string | null
}

export function passed(check: string, found: string): CheckResult {
  return { check, ok: true, found, remedy: null }
}

export function failed(check: string, found: string, remedy: string): CheckResult {
  return { check, ok: false, found, remedy }
}

/** The cause of the database's unavailability, rather than the fact. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return error instanceof Refusal && cause instanceof Error ? cause.message : message
}

export function formatMegabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`
}
