/** Signs and words between several answers in one text. */
const BETWEEN = /[ \t]*(?:[,;|/&+]|\b(?:and|und|et|y|e|en)\b)[ \t]*/iu

/**
 * The positions of the options that a key names: by their text, their letter or their number.
 * @returns none if it does not name options only
 */
export function rightOptions(options: readonly string[], key: string): number[] {
  const whole = positionOf(options, key)
  if (whole >= 0) return [whole]
  const positions = key.split(BETWEEN).map(part => positionOf(options, part))
  return positions.includes(-1) ? [] : [...new Set(positions)].toSorted((one, other) => one - other)
}

function positionOf(options: readonly string[], name: string): number {
  const plain = name
    .trim()
    .replace(/^[([]|[.)\]]$/g, '')
    .toLowerCase()
  if (plain === '') return -1
  const named = options.findIndex(option => option.toLowerCase() === name.trim().toLowerCase())
  if (named >= 0) return named
  const [, letter, number] = /^(?:([a-z])|(?:(?:option|answer)[ \t]*)?(\d{1,2}))$/.exec(plain) ?? []
  const at = letter === undefined ? Number(number ?? 0) - 1 : letter.charCodeAt(0) - 'a'.charCodeAt(0)
  return at >= 0 && at < options.length ? at : -1
}
