/** Any origin works here; what matters is whether a path leads to another one. */
const HERE = 'https://here.invalid'
const LONGEST = 4_000

/**
 * A path of this service to redirect to after signing in, as sent by a form or a link.
 * @returns undefined for anything that is not a path, or that a browser would interpret as another host
 */
export function parseLocalPath(text: string): string | undefined {
  // Browsers drop tabs and line breaks, and read a backslash as a slash.
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\') || text.length > LONGEST) return undefined
  const url = URL.parse(text, HERE)
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
