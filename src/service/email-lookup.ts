import { isEmail, parseEmail } from '../domain/email.ts'
import type { AccountCredentials } from '../store/accounts.ts'
import type { AccountHolder } from './authentication.ts'
import type { Context } from './context.ts'
import { orNotFound } from './not-found.ts'

/** An address that nobody can have. */
const NOBODY = ''

/** The address that somebody has typed, as it is stored; what is no address stays as it is. */
export function normalizedEmail(text: string): string {
  return isEmail(text) ? parseEmail(text) : text
}

/** The account of an address as somebody has typed it. What is no address has none, after the same query. */
export function findEmail({ store }: Context, email: string): Promise<AccountCredentials | undefined> {
  return store.accounts.findCredentials(isEmail(email) ? normalizedEmail(email) : NOBODY)
}

/** The address of an account. @throws Refusal `not found` if it was deleted after authentication */
export async function emailOf({ store }: Context, { accountId }: AccountHolder): Promise<string> {
  return orNotFound(await store.accounts.findEmail(accountId))
}
