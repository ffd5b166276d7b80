import type { CountVerificationResult } from './count-verification.ts'
import type { JobCounts } from './jobs.ts'
import type { StoredSize } from './stored-bytes.ts'

/** A database opened to look at it. Nothing in it is changed, created or migrated. */
export interface DatabaseInspection {
  /** The schema version of the database; undefined if it is empty. */
  readonly schema: number | undefined
  /** The schema version that this program works with. */
  readonly knownSchema: number
  /** Derived from the secret that the database was created with; null if it has not needed one yet. */
  readonly secretCheck: string | null
  /** Reads up to `maxResponses` responses. For a database with the known schema. */
  verifyCounts(maxResponses: number): Promise<CountVerificationResult>
  /** The surveys with the most stored bytes, largest first. For a database with the known schema. */
  largestSurveys(count: number): Promise<readonly StoredSize[]>
  /** The accounts with the most stored bytes in surveys, templates and drafts, likewise. */
  largestAccounts(count: number): Promise<readonly StoredSize[]>
  /** Jobs that wait and that failed for good. For a database with the known schema. */
  countJobs(): Promise<JobCounts>
  close(): Promise<void>
}
