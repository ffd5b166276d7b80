const NAMES: Readonly<Record<number, string>> = {
  9: 'tab',
  10: 'line feed',
  13: 'carriage return',
  173: 'soft hyphen',
  1564: 'Arabic letter mark',
  4447: 'Hangul filler',
  4448: 'Hangul filler',
  8203: 'zero width space',
  8204: 'zero width non-joiner',
  8205: 'zero width joiner',
  8206: 'left-to-right mark',
  8207: 'right-to-left mark',
  8232: 'line separator',
  8233: 'paragraph separator',
  8234: 'left-to-right embedding',
  8235: 'right-to-left embedding',
  8236: 'pop directional formatting',
  8237: 'left-to-right override',
  8238: 'right-to-left override',
  8288: 'word joiner',
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'first strong isolate',
  8297: 'pop directional isolate',
  12644: 'Hangul filler',
  65279: 'zero width no-break space',
  65440: 'halfwidth Hangul filler',
}
const KINDS: readonly [pattern: RegExp, name: string][] = [
  [/[\u{e0000}-\u{e007f}]/u, 'tag character'],
  [/[\uff21-\uff3a\uff41-\uff5a]/, 'full-width letter'],
  [/\p{Cc}/u, 'control character'],
  [/\p{Cs}/u, 'half of a character'],
  [/\p{Co}/u, 'private-use character'],
  [/\p{Cn}/u, 'unassigned character'],
]

/** A character that is invisible or could be confused with another, as `U+202E (right-to-left override)`. */
export function characterName(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const name = NAMES[code] ?? KINDS.find(([pattern]) => pattern.test(character))?.[1] ?? 'invisible character'
  return `${codePoint(character)} (${name})`
}

/** As `U+202E`. */
export function codePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
