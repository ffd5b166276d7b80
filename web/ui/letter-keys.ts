import { signal } from '@preact/signals'

const SETTING = 'soundings letter keys'

/**
 * Whether single characters are shortcuts where no control has the focus. People who use speech input may turn them off
 * (WCAG 2.1.4). Stored in this browser.
 */
export const letterKeys = signal(isOn())

export function setLetterKeys(use: boolean): void {
  letterKeys.value = use
  try {
    localStorage.setItem(SETTING, use ? 'on' : 'off')
  } catch {
    // Without storage, it holds until the page is left.
  }
}

/** A projector link needs no cookie, and browsers that block cookies deny storage too. */
function isOn(): boolean {
  try {
    return localStorage.getItem(SETTING) !== 'off'
  } catch {
    return true
  }
}
