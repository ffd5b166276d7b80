import { IDLE_SECONDS, WARNING_SECONDS } from '../../src/domain/surveys/survey-settings/shared-device.ts'
import { cloneTemplate, find } from './dom.ts'
import type { Page } from './page.ts'

/** Poll interval, in milliseconds. */
const LOOK_MS = 1_000

/**
 * Calls back once a page in use has not been touched for a while. A warning comes first, and any touch cancels it. Uses
 * clock times, because timers stop while a device sleeps.
 */
export function whenIdle({ form }: Page, leave: () => void): void {
  const warning = cloneTemplate(find<HTMLTemplateElement>(document, '#idle'))
  let touchedAt = Date.now()
  let isUsed = false
  const touch = () => {
    touchedAt = Date.now()
  }
  const look = () => {
    // An answer waiting for the network is not half typed, and must not be discarded.
    if (form.querySelector('[inert], .ask [readonly]')) touch()
    const left = IDLE_SECONDS * 1_000 + touchedAt - Date.now()
    if (!isUsed || left > WARNING_SECONDS * 1_000) return warning.remove()
    if (left <= 0) return leave()
    if (!warning.isConnected) form.after(warning)
  }
  for (const name of ['pointerdown', 'wheel', 'keydown', 'input']) addEventListener(name, touch, { passive: true })
  for (const name of ['input', 'click'])
    form.addEventListener(name, () => {
      isUsed = true
    })
  // Not immediately on touch, because the same touch would press what is below the warning.
  for (const name of ['click', 'keyup', 'visibilitychange']) document.addEventListener(name, look)
  setInterval(look, LOOK_MS)
}
