import { FREE_TEXT_LENGTH } from '../../src/domain/responses/limits.ts'
import { createElement, ourLanguage } from './dom.ts'
import type { Page } from './page.ts'

/** The counter appears this many characters before the limit. */
const NEAR = 1_000
/** Announced once per this many characters, so that it does not interrupt typing. */
const ALOUD_EVERY = 100

/** Text areas grow with their text and show a counter near the limit. */
export function enhanceTextAreas({ fields, words, tell }: Page): void {
  for (const { control } of fields) {
    if (!(control instanceof HTMLTextAreaElement)) continue
    const count = createElement('p', { className: 'count', hidden: true, ...ourLanguage() })
    control.after(count)
    const follow = () => {
      grow(control)
      const left = FREE_TEXT_LENGTH - lengthOf(control.value)
      count.hidden = left > NEAR
      const text = (left < 0 ? words.over : words.left).replace(
        '{n}',
        Math.abs(left).toLocaleString(document.documentElement.lang),
      )
      count.textContent = text
      if (!count.hidden && (left % ALOUD_EVERY === 0 || left === -1)) tell(text)
    }
    control.addEventListener('input', follow)
    follow()
  }
}

/** Counts code points like the server, but only near the limit, where it matters. */
function lengthOf(text: string): number {
  return text.length <= FREE_TEXT_LENGTH - NEAR ? text.length : [...text].length
}

function grow(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight + 2}px`
}
