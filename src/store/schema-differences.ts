/** Something in a database's schema that differs from what our migrations create. */
export interface SchemaDifference {
  readonly kind: 'added' | 'changed' | 'missing'
  /** Its type and name, for example `trigger leak on response`. */
  readonly what: string
}

const SHOWN = 5
const VERBS: Readonly<Record<SchemaDifference['kind'], string>> = {
  added: 'was added',
  changed: 'was changed',
  missing: 'is missing',
}

/** For example: the trigger leak on response was added, the table survey was changed. */
export function describeDifferences(differences: readonly SchemaDifference[]): string {
  const shown = differences.slice(0, SHOWN).map(({ kind, what }) => `the ${what} ${VERBS[kind]}`)
  const others = differences.length - shown.length
  return [...shown, ...(others > 0 ? [`and ${others} more`] : [])].join(', ')
}
