import { Refusal } from '../domain/refusal.ts'

export const SCOPES = ['surveys:read', 'surveys:write'] as const
export type Scope = (typeof SCOPES)[number]

/** @param held the scopes of a token, separated by spaces */
export function hasScope(held: string, scope: Scope): boolean {
  return held.split(' ').includes(scope)
}

/**
 * @param held the scopes of a token, separated by spaces
 * @param required all of them; `either` where any one will do
 * @throws Refusal `insufficient scope`
 */
export function checkScope(held: string, required: readonly Scope[] | 'either'): void {
  const missing = (required === 'either' ? SCOPES : required).filter(name => !hasScope(held, name))
  if (missing.length > (required === 'either' ? 1 : 0))
    throw new Refusal('insufficient_scope', { scope: missing.join(' ') })
}
