/** What one check of the doctor's says. */
export interface CheckResult {
  readonly check: string
  readonly passed: boolean
  readonly found: string
  /** What to do about it. */
  readonly remedy: string | null
}

export function ok(check: string, found: string): CheckResult {
  return { check, passed: true, found, remedy: null }
}

export function failed(check: string, found: string, remedy: string): CheckResult {
  return { check, passed: false, found, remedy }
}

export function formatMegabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`
}
