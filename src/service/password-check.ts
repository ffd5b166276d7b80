import type { AttemptLimits } from './attempt-limits.ts'
import type { Context } from './context.ts'
import { findEmail, normalizedEmail } from './email-lookup.ts'
import type { Passwords } from './passwords.ts'

/** An account, and the hash of the password that its holder has just given or chosen. */
export interface SignInCredentials {
  readonly id: string
  readonly passwordHash: string
}

interface PasswordCheck {
  readonly context: Context
  readonly passwords: Passwords
  readonly attempts: AttemptLimits
}

/**
 * Checks the password of the account with an e-mail address. An unknown address and a wrong password take the same work.
 * @param sender address of the network that the request comes from
 * @returns undefined if either is wrong
 * @throws Refusal `too many attempts`
 */
export async function checkPassword(
  { context, passwords, attempts }: PasswordCheck,
  { email: typed, password, sender }: { readonly email: string; readonly password: string; readonly sender: string },
): Promise<SignInCredentials | undefined> {
  // A domain can be spelled in several ways, which must not have limits of their own.
  const email = normalizedEmail(typed)
  attempts.consume('password', sender, email)
  const account = await findEmail(context, email)
  const passwordHash = account?.passwordHash ?? undefined
  const isMatch = await passwords.verify(passwordHash, password)
  if (!isMatch || account === undefined || passwordHash === undefined) return undefined
  attempts.forgive('password', sender, email)
  return { id: account.id, passwordHash }
}
