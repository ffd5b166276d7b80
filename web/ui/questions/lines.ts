/** A bullet, box or number in front of an item of a list. */
const BULLET = /^(?:[-*•–—·▪◦○●■☐➢\uf0a7\uf0b7]|\d{1,3}[.)])\s+/

/** The lines of a pasted list without their bullets; blank lines are left out. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n|[\r\n]/)
    .map(line => line.trim().replace(BULLET, ''))
    .filter(line => line !== '')
}
