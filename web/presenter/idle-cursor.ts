import { useEffect } from 'preact/hooks'

/** Time without movement after which the pointer counts as idle, in milliseconds. */
const IDLE_MS = 3_000

/** Marks the page while the pointer is idle, so that the controls are hidden from the audience. */
export function useIdleCursor(): void {
  useEffect(() => {
    const root = document.documentElement
    const setIdle = () => root.setAttribute('data-idle', '')
    let timer = setTimeout(setIdle, IDLE_MS)
    const move = () => {
      clearTimeout(timer)
      root.removeAttribute('data-idle')
      timer = setTimeout(setIdle, IDLE_MS)
    }
    const moves = ['pointermove', 'pointerdown'] as const
    for (const name of moves) addEventListener(name, move)
    return () => {
      clearTimeout(timer)
      for (const name of moves) removeEventListener(name, move)
    }
  }, [])
}
