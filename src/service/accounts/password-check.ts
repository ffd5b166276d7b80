import type { AttemptLimits } from '../access/attempt-limits.ts'
import type { Context } from '../context.ts'
import { findEmail, normalizedEmail } from './email-lookup.ts'
import type { Passwords } from './passwords.ts'

/** An account, and the hash of the password that its holder has just entered or chosen. */
export interface SignInCredentials {
  readonly id: string
  readonly passwordHash: string
}

interface PasswordCheck {
  readonly context: Context
  readonly passwords: Passwords
  readonly attempts: AttemptLimits
}

interface GivenPassword {
  readonly email: string
  readonly password: string
  /** Network address of the request. */
  readonly sender: string
  /** What a browser remembers that has signed in to this account before; undefined for any other. */
  readonly knownBrowser?: string | undefined
}

/**
 * Checks a password for an account found by e-mail address. An unknown address and a wrong password take the same work.
 * Attempts by a known browser are counted separately, and not for its network address, so that no stranger can use them
 * up.
 * @returns undefined if either is wrong
 * @throws Refusal `too many attempts`
 */
export async function checkPassword(
  { context, passwords, attempts }: PasswordCheck,
  { email: typed, password, sender, knownBrowser = '' }: GivenPassword,
): Promise<SignInCredentials | undefined> {
  // One domain can be spelled in several ways, which must share one limit.
  const email = normalizedEmail(typed)
  const counted = `${email} ${knownBrowser}`
  const from = knownBrowser === '' ? sender : undefined
  attempts.consume('password', from, counted)
  const account = await findEmail(context, email)
  const passwordHash = account?.passwordHash ?? undefined
  const isMatch = await passwords.verify(passwordHash, password)
  if (!isMatch || account === undefined || passwordHash === undefined) return undefined
  attempts.forgive('password', from, counted)
  return { id: account.id, passwordHash }
}
