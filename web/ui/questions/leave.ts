import type { TargetedFocusEvent } from 'preact'

let isPressed = false
addEventListener('pointerdown', () => (isPressed = true), { capture: true })
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (isPressed = false), { capture: true })

/** @returns a listener that acts when the focus leaves an element and everything in it */
export function onLeave(act: () => void): (event: TargetedFocusEvent<HTMLElement>) => void {
  return ({ currentTarget, relatedTarget }) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) afterClick(act)
  }
}

/**
 * Anything that appeared between press and release would move the click's target away from the pointer, and the click
 * would be lost.
 */
function afterClick(act: () => void): void {
  if (isPressed) addEventListener('pointerup', () => setTimeout(act), { once: true })
  else act()
}
