import { parseEmail, parsePersonName } from '../domain/email.ts'
import { parsePassword } from '../domain/password.ts'
import { Refusal } from '../domain/refusal.ts'
import type { SignUpMode } from '../domain/sign-up.ts'
import { type Context, timestamp } from './context.ts'
import type { Passwords } from './passwords.ts'

export interface NewHolder {
  readonly email: string
  readonly name: string
  readonly password: string
}

interface SignUpParts {
  readonly context: Context
  readonly passwords: Passwords
  readonly mode: SignUpMode
}

/** Makes accounts for people who come by themselves. */
export class SignUp {
  readonly #parts: SignUpParts

  constructor(parts: SignUpParts) {
    this.#parts = parts
  }

  get mode(): SignUpMode {
    return this.#parts.mode
  }

  /**
   * @returns what a session needs
   * @throws Refusal if anything that was typed is invalid, or the address has an account already
   */
  async create({ email, name, password }: NewHolder): Promise<{ id: string; passwordHash: string }> {
    const { context, passwords, mode } = this.#parts
    if (mode !== 'open') throw new Refusal('sign_up_closed')
    const details = {
      id: context.random.uuid(),
      email: parseEmail(email),
      name: name.trim() === '' ? null : parsePersonName(name.trim()),
      entitledUntil: null,
      createdAt: timestamp(context),
    }
    const passwordHash = await passwords.hash(parsePassword(password))
    const outcome = await context.store.accounts.add({ ...details, passwordHash })
    if (outcome === 'email_taken') throw new Refusal('email_taken')
    return { id: details.id, passwordHash }
  }
}
