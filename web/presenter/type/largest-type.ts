import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { largestNumber } from './largest-number.ts'

/** In percent of the largest size of the place. */
const [SMALLEST, LARGEST] = [5, 100]

/**
 * Sets the only child of a place in the largest type at which the place, whose size must not depend on it, contains it.
 * Parts that stay on one line may break at hyphens once their place's smallest type is too large.
 */
export function useLargestType(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = place
    if (current === null) return
    // The observer may report only after the first paint.
    setLargest(current)
    const observer = new ResizeObserver(() => setLargest(current))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
}

function setLargest(place: HTMLElement): void {
  const content = place.firstElementChild as HTMLElement
  const contains = () => content.offsetWidth <= place.clientWidth && content.offsetHeight <= place.clientHeight
  const resize = (percent: number) => place.style.setProperty('--type', `${percent / 100}`)
  place.removeAttribute('data-breaks')
  largestNumber(SMALLEST, LARGEST, resize, contains)
  if (contains()) return
  place.setAttribute('data-breaks', '')
  largestNumber(SMALLEST, LARGEST, resize, contains)
}
