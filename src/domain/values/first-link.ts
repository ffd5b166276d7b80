/** A web address in a text, and what stands before and behind it. */
export interface FirstLink {
  readonly before: string
  readonly address: string
  readonly after: string
}

const ADDRESS = /https?:\/\/[^\s<>"“”«»。，、；：！？（）「」『』]+/i
/** What ends a sentence or a bracket, and not the address before it. */
const TRAILING = /[.,;:!?)\]}'’]+$/

/**
 * The first address of a text that a browser can open. One with a user name is not a link, since it would lead to another
 * site than it seems to.
 */
export function firstLink(text: string): FirstLink | undefined {
  const found = ADDRESS.exec(text)
  if (found === null) return undefined
  const [candidate] = found
  const address = endsInBracket(candidate) ? candidate : candidate.replace(TRAILING, '')
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return undefined
  return { before: text.slice(0, found.index), address, after: text.slice(found.index + address.length) }
}

/** Such as `…/wiki/Mercury_(planet)`, whose last bracket belongs to it. */
function endsInBracket(address: string): boolean {
  return /\([^()]*\)$/.test(address)
}
