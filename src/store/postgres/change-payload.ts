import type { Change, Part } from '../change-notifications.ts'

/**
 * Several commits that changed the same part of a survey. Each commit that changes a survey takes the survey's next
 * number; the commit that deletes it has none.
 */
export interface NumberedChange {
  readonly change: Change
  readonly numbers: readonly number[]
}

export function encodePayload({ change: { slug, part }, numbers }: NumberedChange): string {
  return `${slug} ${numbers.join(',')} ${part ?? ''}`
}

export function decodePayload(payload: string): NumberedChange {
  const [slug = '', numbers = '', ...part] = payload.split(' ')
  const change = { slug, part: (part.join(' ') || undefined) as Part | undefined }
  return { change, numbers: numbers === '' ? [] : numbers.split(',').map(Number) }
}
