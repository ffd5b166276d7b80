import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** Zoom levels to try, largest first. Fonts differ, so the right one cannot be computed. */
const SIZES = [1, 0.94, 0.88, 0.82, 0.76, 0.7]
/** Phones can scroll; a projected page cannot. */
const SMALL_SCREEN = '(max-width: 47.99rem), (max-height: 29.99rem)'

/**
 * Zooms everything below a screen's title to the largest size that fits the screen.
 * @param of changes whenever the height may change
 */
export function useFitToScreen(stage: RefObject<HTMLElement | null>, of: string): void {
  useLayoutEffect(() => {
    const fit = () => {
      for (const size of matchMedia(SMALL_SCREEN).matches ? [1] : SIZES) {
        stage.current?.style.setProperty('--fit', String(size))
        if (document.documentElement.scrollHeight <= innerHeight) return
      }
    }
    fit()
    addEventListener('resize', fit)
    return () => removeEventListener('resize', fit)
  }, [of])
}
