import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** In milliseconds: of the whole, and of each bar. */
const [REVEAL_MS, BAR_MS] = [800, 350]
const EASING = 'cubic-bezier(0.2, 0.7, 0.2, 1)'

/**
 * Lets the bars of a question grow one after the other when its results are revealed, the longest last. Each number
 * appears with its bar, and a leader stands out only with its own. With reduced motion everything is there at once.
 */
export function useReveal(stage: RefObject<HTMLElement | null>, isHidden: boolean): void {
  const wasHidden = useRef(isHidden)
  useLayoutEffect(() => {
    const isRevealed = wasHidden.current && !isHidden
    wasHidden.current = isHidden
    if (!isRevealed || stage.current === null || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    reveal([...stage.current.querySelectorAll<SVGElement>('.fill')])
  }, [isHidden])
}

function reveal(fills: readonly SVGElement[]): void {
  const step = (REVEAL_MS - BAR_MS) / Math.max(1, fills.length - 1)
  const shortestFirst = fills.toSorted((a, b) => lengthOf(a) - lengthOf(b))
  for (const [at, fill] of shortestFirst.entries()) {
    const timing = { duration: BAR_MS, delay: at * step, easing: EASING, fill: 'backwards' } as const
    // The transition with which bars follow their counts would begin now, all at the same time.
    for (const transition of fill.getAnimations()) transition.finish()
    fill.animate({ transform: fill.style.transform.replace(/\(.+\)/, '(0)'), offset: 0 }, timing)
    for (const text of textsBeside(fill)) text.animate({ opacity: 0, offset: 0 }, timing)
    fill.closest('tr')?.querySelector('th > span')?.animate({ fontWeight: 400, offset: 0 }, timing)
  }
}

/** From 0 to 1, from the `scaleX` or `scaleY` of a bar. */
function lengthOf({ style }: SVGElement): number {
  return Number(/\((.+)\)/.exec(style.transform)?.[1])
}

/** The numbers of a row, or the one of a column. */
function textsBeside(fill: SVGElement): Iterable<Element> {
  return fill.closest('.bars tr, .histogram td')?.querySelectorAll('td > span') ?? []
}
