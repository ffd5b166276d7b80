/** Short facts on one line of text. If it wraps, the dot stays with the fact before it. */
export function joinFacts(...facts: readonly string[]): string {
  return facts.join('\u00a0· ')
}
