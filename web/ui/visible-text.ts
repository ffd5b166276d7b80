import { isBlank } from '../../src/domain/values/text.ts'

/** A text without blanks at its ends; empty if nothing in it is visible, which the server takes for no text either. */
export function visibleText(text = ''): string {
  return isBlank(text) ? '' : text.trim()
}
