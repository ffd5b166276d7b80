import { words } from '../words/shared-words.ts'
import { showNotice } from './notice.tsx'

/**
 * Copies a text. Browsers provide no clipboard over plain http; the text is then selected, to be copied by hand.
 * @param shown the element that displays the text
 * @returns whether it was copied
 */
export async function copyText(text: string, shown: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (shown !== null) getSelection()?.selectAllChildren(shown)
    return false
  }
}

/** Copies a link, and confirms that in a notice. */
export async function copyLink(link: string, shown: Element | null): Promise<void> {
  showNotice((await copyText(link, shown)) ? words.common.linkCopied : words.common.linkSelected)
}
