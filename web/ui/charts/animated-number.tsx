import { useLayoutEffect, useRef } from 'preact/hooks'
import { words } from '../../words/shared-words.ts'

/** Duration in milliseconds; the same as the transition of the bars. */
const ANIMATION_MS = 200

/** A number that counts up or down to its new value, unless the user prefers reduced motion. */
export function AnimatedNumber({ value }: { readonly value: number }) {
  const shown = useRef<HTMLSpanElement>(null)
  const last = useRef(value)
  // Runs before the new value is painted; otherwise the number would show it for a moment, then go back and count.
  useLayoutEffect(() => {
    const from = last.current
    last.current = value
    if (from === value || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const began = performance.now()
    let frame = 0
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, now - began) / ANIMATION_MS)
      if (shown.current !== null) shown.current.textContent = formatted(Math.round(from + (value - from) * part))
      if (part < 1) frame = requestAnimationFrame(step)
    }
    step(began)
    return () => cancelAnimationFrame(frame)
  }, [value])
  return (
    <span ref={shown} translate={false}>
      {formatted(value)}
    </span>
  )
}

function formatted(value: number): string {
  return words.format.number(value)
}
