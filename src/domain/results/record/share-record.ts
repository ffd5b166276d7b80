import type { Json } from '../../values/json.ts'
import { Refusal } from '../../values/refusal.ts'

/** Whether everybody with the public link may read the record. */
export function parseShareRecord(input: Json | undefined): boolean {
  if (typeof input !== 'boolean') throw new Refusal('invalid_share_record')
  return input
}

/** A survey that the operator has suspended shares nothing. */
export function isRecordShared(survey: { readonly shareRecord: boolean; readonly suspended: boolean }): boolean {
  return survey.shareRecord && !survey.suspended
}
