import { showNotice } from './notice.tsx'

/**
 * Puts a link on the clipboard. Where the browser gives a page none, as over plain http, the link is selected for whoever
 * copies it by hand.
 * @param shown what shows the link, whole
 */
export async function copyLink(link: string, shown: Element | null): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    showNotice('The link is copied.')
  } catch {
    if (shown !== null) getSelection()?.selectAllChildren(shown)
    showNotice(
      'This browser does not let the page copy. The link is selected: copy it by hand, with Ctrl+C for example.',
    )
  }
}
