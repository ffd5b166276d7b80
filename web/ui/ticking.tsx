import { useEffect, useRef } from 'preact/hooks'

/** As long as a bar takes to grow, in milliseconds. */
const TICK_MS = 200

/** A number that runs to its new value where it changes, unless its reader wants things to stand still. */
export function Ticking({ value }: { readonly value: number }) {
  const shown = useRef<HTMLSpanElement>(null)
  const last = useRef(value)
  useEffect(() => {
    const from = last.current
    last.current = value
    if (from === value || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const began = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, now - began) / TICK_MS)
      if (shown.current !== null) shown.current.textContent = written(Math.round(from + (value - from) * part))
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [value])
  return <span ref={shown}>{written(value)}</span>
}

function written(value: number): string {
  return value.toLocaleString('en')
}
