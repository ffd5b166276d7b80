import { parseEmail } from '../domain/email.ts'
import { Refusal } from '../domain/refusal.ts'
import type { AccountCredentials } from '../store/accounts.ts'
import type { Context } from './context.ts'

/** An address that nobody can have. */
const NOBODY = ''

/** The account of an address as somebody has typed it. What is no address has none, after the same query. */
export function findEmail({ store }: Context, email: string): Promise<AccountCredentials | undefined> {
  return store.accounts.findCredentials(emailOf(email))
}

/** An address as it is stored. */
function emailOf(text: string): string {
  try {
    return parseEmail(text)
  } catch (error) {
    if (error instanceof Refusal) return NOBODY
    throw error
  }
}
