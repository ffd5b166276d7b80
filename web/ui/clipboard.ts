import { words } from '../words/words.ts'
import { showNotice } from './notice.tsx'

/**
 * Copies a link. Browsers provide no clipboard over plain http; there the link is selected, to be copied by hand.
 * @param shown the element that displays the link
 */
export async function copyLink(link: string, shown: Element | null): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    showNotice(words.common.linkCopied)
  } catch {
    if (shown !== null) getSelection()?.selectAllChildren(shown)
    showNotice(words.common.linkSelected)
  }
}
