/** Whether a parser of the domain takes what was typed. */
export function isAccepted(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}
