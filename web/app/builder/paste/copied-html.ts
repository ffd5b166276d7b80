import { MAX_IMPORT_BYTES } from '../../../../src/domain/surveys/limits.ts'

/** Elements for which the HTML of a copied page is read: its plain text has lost them. */
const STRUCTURE = /<(?:li|h[1-6]|td|th|input|option|b|strong)\b|mso-list/i

/** Whether copied HTML has more structure than its plain text. */
export function hasStructure(html: string): boolean {
  return html.length <= MAX_IMPORT_BYTES && STRUCTURE.test(html)
}
