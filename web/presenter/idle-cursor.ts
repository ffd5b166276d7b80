import { useEffect } from 'preact/hooks'

/** After so long without a movement the mouse rests, in milliseconds. */
const IDLE_MS = 3_000

/** Marks the page while the mouse rests, so that what serves the presenter alone goes off the wall. */
export function useIdleCursor(): void {
  useEffect(() => {
    const root = document.documentElement
    const rest = () => root.setAttribute('data-resting', '')
    let timer = setTimeout(rest, IDLE_MS)
    const move = () => {
      clearTimeout(timer)
      root.removeAttribute('data-resting')
      timer = setTimeout(rest, IDLE_MS)
    }
    const moves = ['pointermove', 'pointerdown'] as const
    for (const name of moves) addEventListener(name, move)
    return () => {
      clearTimeout(timer)
      for (const name of moves) removeEventListener(name, move)
    }
  }, [])
}
