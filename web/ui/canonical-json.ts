/**
 * Returns the same text for equal JSON, whatever the order of members. Unlike the function of the domain with this name, it
 * leaves out members that are undefined, as drafts may have them.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
