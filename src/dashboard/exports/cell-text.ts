/** Excel's limit for UTF-16 code units in a cell. Its 16,384 columns are more than a survey has questions. */
const CELL_LENGTH = 32_767

/** Characters that XML cannot contain or the package drops, and texts that look like an escaped character. */
const CODED = /[[\p{Cc}\uFDD0-\uFDEF\uFFFD-\uFFFF]--[\t\n]]|_(?=x[\da-f]{4}_)/giv

/** The text of a cell: line feeds as line ends, special characters escaped as in ECMA-376 (`ST_Xstring`). */
export function cellText(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n')
  const fitting = lines.length > CELL_LENGTH ? `${lines.slice(0, CELL_LENGTH - 1).toWellFormed()}…` : lines
  const coded = fitting.replaceAll(CODED, character => `_x${hexadecimal(character)}_`)
  // The package looks texts up in a plain object, and omits a NUL when writing.
  return coded in Object.prototype ? `\0${coded}` : coded
}

function hexadecimal(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
}
