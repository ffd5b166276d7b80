/** Bytes of a text as content of an element: in UTF-8, escaped as pages escape it. */
export function contentBytes(text: string): number {
  let bytes = 0
  for (let at = 0; at < text.length; at++) bytes += unitBytes(text, at)
  return bytes
}

/** Of a UTF-16 code unit: surrogates share four bytes. */
function unitBytes(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit < 0x80) return asciiBytes(text, at)
  return unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3
}

/** An ampersand is escaped where a character reference could begin. */
function asciiBytes(text: string, at: number): number {
  const character = text[at]
  if (character === '<') return '&lt;'.length
  if (character === '\r') return '&#13;'.length
  return character === '&' && BEGINS_REFERENCE.test(text[at + 1] ?? '#') ? '&amp;'.length : 1
}

const BEGINS_REFERENCE = /[a-z\d#]/i
