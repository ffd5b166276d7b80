import { signal } from '@preact/signals'
import { browserStorage } from './browser-storage.ts'

const setting = browserStorage<boolean>('localStorage', 'letter keys')

/**
 * Whether single characters are shortcuts while no control has the focus. People who use speech input may turn them off
 * (WCAG 2.1.4). Stored in this browser; without storage, it applies until the page is left.
 */
export const letterKeys = signal(setting.read() ?? true)

export function setLetterKeys(use: boolean): void {
  letterKeys.value = use
  setting.write(use)
}
