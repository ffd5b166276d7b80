/**
 * How many typing mistakes separate the two texts; undefined if there are more than allowed. Two swapped letters count
 * as one mistake.
 */
export function mistakesIn(text: string, meant: string, allowed: number): number | undefined {
  if (text === meant) return 0
  if (isSwapped(text, meant)) return 1
  if (Math.abs(text.length - meant.length) > allowed) return undefined
  const distance = editDistance(text, meant)
  return distance <= allowed ? distance : undefined
}

/** Whether two neighbouring letters are swapped. */
function isSwapped(text: string, meant: string): boolean {
  if (text.length !== meant.length) return false
  const at = [...text].findIndex((letter, index) => letter !== meant[index])
  const swapped = `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`
  return swapped === meant
}

/** The Levenshtein distance: the number of letters to insert, delete or replace. */
function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1]
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === otherLetter ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
