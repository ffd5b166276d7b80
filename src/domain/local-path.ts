/** Any origin will do: what matters is whether a path leads away from it. */
const HERE = 'https://here.invalid'
const LONGEST = 4_000

/**
 * A path of this service that a form or a link has sent, to go on to after signing in.
 * @returns undefined for anything that a browser would take for another host, and for what is no path
 */
export function parseLocalPath(text: string): string | undefined {
  // Browsers drop tabs and line breaks, and read a backslash as a slash.
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\') || text.length > LONGEST) return undefined
  const url = URL.parse(text, HERE)
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
