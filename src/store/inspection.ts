import type { Kysely } from 'kysely'
import { type BillingCounts, countBilling } from './billing/billing.ts'
import type { CountVerificationResult } from './count-verification.ts'
import { type FutureTimes, findFutureTimes } from './future-times.ts'
import { countJobs, type JobCounts } from './jobs.ts'
import { findLastBackup } from './last-backup.ts'
import { isEmptyInstallation } from './moving/dump-source.ts'
import type { SchemaDifference } from './schema-differences.ts'
import type { SchemaState } from './schema-history.ts'
import { largestAccounts, largestSurveys, type StoredSize } from './stored-bytes.ts'
import { findSurvey, publicSurveys, type Survey } from './surveys/surveys.ts'
import type { Tables } from './tables.ts'

/** A database opened for inspection. Nothing in it is changed, created or migrated. */
export interface DatabaseInspection extends InspectionQueries {
  readonly schema: SchemaState
  /** What others have added to or changed in a known schema. */
  readonly differences: readonly SchemaDifference[]
  /** Derived from the secret that the database was created with; null if it has not needed one yet. */
  readonly secretCheck: string | null
  /** Reads up to `maxResponses` responses. For a database with the current schema. */
  verifyCounts(maxResponses: number): Promise<CountVerificationResult>
  /** The current time of the database server in milliseconds since the epoch; left out by the embedded database. */
  readonly serverTime?: () => Promise<number>
  close(): Promise<void>
}

/** Queries that are the same on both engines. For a database with the current schema. */
interface InspectionQueries {
  /** The surveys with the most stored bytes, largest first. */
  largestSurveys(count: number): Promise<readonly StoredSize[]>
  /** The accounts with the most bytes stored in surveys, templates and drafts, largest first. */
  largestAccounts(count: number): Promise<readonly StoredSize[]>
  /** Stored rows with a time after this one, in milliseconds since the epoch. */
  findFutureTimes(after: number): Promise<FutureTimes>
  /** When the last backup was made, in milliseconds since the epoch; null if none was recorded. */
  findLastBackup(): Promise<number | null>
  /** Whether there is anything to back up. */
  hasAccounts(): Promise<boolean>
  /** Jobs that are waiting or have failed permanently. */
  countJobs(): Promise<JobCounts>
  /** A survey that is not taken down. */
  findSurvey(slug: string): Promise<Survey | undefined>
  /** Customers at the payment provider, and what is known about them. */
  countBilling(): Promise<BillingCounts>
}

export function inspectionQueries(reader: Kysely<Tables>): InspectionQueries {
  return {
    largestSurveys: count => largestSurveys(reader, count),
    largestAccounts: count => largestAccounts(reader, count),
    findFutureTimes: after => findFutureTimes(reader, after),
    findLastBackup: () => findLastBackup(reader),
    hasAccounts: async () => !(await isEmptyInstallation(reader)),
    countJobs: () => countJobs(reader),
    findSurvey: slug => findSurvey(publicSurveys(reader).where('slug', '=', slug)),
    countBilling: () => countBilling(reader),
  }
}
