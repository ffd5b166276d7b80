/** Short facts in one line of text. Where it is broken, the dot stays with the fact before it. */
export function joinFacts(...facts: readonly string[]): string {
  return facts.join('\u00a0· ')
}
