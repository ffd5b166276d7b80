import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** What is tried in turn: no smaller than it must be. Fonts differ, so nothing that was reckoned before can be sure. */
const SIZES = [1, 0.94, 0.88, 0.82, 0.76, 0.7]
/** In a hand one scrolls; on a wall nobody can. */
const SMALL_SCREEN = '(max-width: 47.99rem), (max-height: 29.99rem)'

/** Makes what stands on a wall as large as it can be without reaching beyond it. @param of what decides its height */
export function useFitToScreen(stage: RefObject<HTMLElement | null>, of: string): void {
  useLayoutEffect(() => {
    const fit = () => {
      for (const size of matchMedia(SMALL_SCREEN).matches ? [1] : SIZES) {
        stage.current?.style.setProperty('zoom', String(size))
        if (document.documentElement.scrollHeight <= innerHeight) return
      }
    }
    fit()
    addEventListener('resize', fit)
    return () => removeEventListener('resize', fit)
  }, [of])
}
