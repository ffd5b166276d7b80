import { PASSWORD_LONGEST, PASSWORD_SHORTEST } from './limits.ts'
import { Refusal } from './refusal.ts'
import { isLongerThan } from './text.ts'

/**
 * A new password, in the one form that all keyboards' spellings of it share.
 * @throws Refusal if it is too short or too long
 */
export function parsePassword(password: string): string {
  const text = password.normalize('NFC')
  if (!isLongerThan(text, PASSWORD_SHORTEST - 1) || isLongerThan(text, PASSWORD_LONGEST))
    throw new Refusal('invalid_password')
  return text
}
