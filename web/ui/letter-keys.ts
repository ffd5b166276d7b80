import { signal } from '@preact/signals'

const SETTING = 'soundings letter keys'

/**
 * Whether single characters are shortcuts where no control has the focus. People who use speech input may turn them off
 * (WCAG 2.1.4). Stored in this browser.
 */
export const letterKeys = signal(localStorage.getItem(SETTING) !== 'off')

export function setLetterKeys(use: boolean): void {
  letterKeys.value = use
  localStorage.setItem(SETTING, use ? 'on' : 'off')
}
