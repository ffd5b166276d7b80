/** What one check of the doctor's says. */
export interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly found: string
  /** What to do about it. */
  readonly remedy: string | null
}

export function ok(check: string, found: string): Finding {
  return { check, ok: true, found, remedy: null }
}

export function wrong(check: string, found: string, remedy: string): Finding {
  return { check, ok: false, found, remedy }
}

export function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`
}
