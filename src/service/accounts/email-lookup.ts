import { isEmail, parseEmail } from '../../domain/accounts/email.ts'
import type { AccountCredentials } from '../../store/accounts/accounts.ts'
import type { AccountHolder } from '../access/authentication.ts'
import type { Context } from '../context.ts'
import { orNotFound } from '../not-found.ts'

/** An address that nobody can have. */
const NOBODY = ''

/** A typed address in the form in which it is stored; text that is not an address is returned unchanged. */
export function normalizedEmail(text: string): string {
  return isEmail(text) ? parseEmail(text) : text
}

/** Finds the account by a typed address. Text that is not an address matches none, but takes the same query. */
export function findEmail({ store }: Context, email: string): Promise<AccountCredentials | undefined> {
  return store.accounts.findCredentials(isEmail(email) ? normalizedEmail(email) : NOBODY)
}

/** The account's e-mail address. @throws Refusal `not found` if it was deleted after authentication */
export async function emailOf({ store }: Context, { accountId }: AccountHolder): Promise<string> {
  return orNotFound(await store.accounts.findEmail(accountId))
}
