import { Refusal } from '../../domain/values/refusal.ts'

/** What every personal token has, and an application that names none of ours asks for. */
export const SCOPES = ['surveys:read', 'surveys:write'] as const
/**
 * Lets a tool delete surveys. Only applications have it, and only where the account's holder has ticked it: many clients ask for
 * every scope that they find.
 */
export const DELETE_SCOPE = 'surveys:delete'
export const ALL_SCOPES = [...SCOPES, DELETE_SCOPE] as const
export type Scope = (typeof ALL_SCOPES)[number]

/** @param held the scopes of a token, separated by spaces */
export function hasScope(held: string, scope: Scope): boolean {
  return held.split(' ').includes(scope)
}

/**
 * @param held the scopes of a token, separated by spaces
 * @param required all of them; `either` if one of `SCOPES` is enough
 * @throws Refusal `insufficient scope`
 */
export function checkScope(held: string, required: readonly Scope[] | 'either'): void {
  const missing = (required === 'either' ? SCOPES : required).filter(name => !hasScope(held, name))
  if (missing.length > (required === 'either' ? 1 : 0))
    throw new Refusal('insufficient_scope', { scope: missing.join(' ') })
}
