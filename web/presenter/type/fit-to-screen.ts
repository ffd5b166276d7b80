import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { largestOf } from '../../../src/domain/values/largest.ts'
import { largestNumber } from './largest-number.ts'
import { isWordTooLong } from './title.tsx'
import { TITLE_SIZES } from './title-size.ts'

/** In percent. Even the longest texts fit a screen at the smallest. */
const [SMALLEST, USUAL] = [25, 100]
/** The height of a histogram's columns in percent; they get lower before its numbers get smaller. */
const LOWEST = 40
/** The part of the window that the start's title may take if there is a smaller size for it: people look for the link. */
const MAX_TITLE_SHARE = 0.4
/** Phones can scroll; a projected page cannot. */
const SMALL_SCREEN = '(max-width: 47.99rem), (max-height: 29.99rem)'

export function canScroll(): boolean {
  return matchMedia(SMALL_SCREEN).matches
}

/**
 * Gives everything below a screen's title the largest size that fits the screen, whenever its room changes. Of elements
 * with `data-trimmed`, as many children are shown as fit at the usual size. On the start screen, the title gets the
 * largest of its sizes.
 * @returns fits it again; called after each rendering of what is below the title
 */
export function useFitToScreen(stage: RefObject<HTMLElement | null>): () => void {
  const refit = () => {
    if (stage.current !== null) fit(stage.current)
  }
  useLayoutEffect(() => {
    const observer = new ResizeObserver(refit)
    // The window's height changes it as well, since it contains the QR code.
    const foot = stage.current?.nextElementSibling
    if (foot) observer.observe(foot)
    addEventListener('resize', refit)
    return () => {
      observer.disconnect()
      removeEventListener('resize', refit)
    }
  }, [])
  return refit
}

function fit(stage: HTMLElement): void {
  const lists = [...stage.querySelectorAll('[data-trimmed]')].map(list => [...list.children])
  const show = (count: number) => {
    for (const list of lists) for (const [at, child] of list.entries()) child.toggleAttribute('hidden', at >= count)
  }
  const resize = (percent: number) => stage.style.setProperty('--fit', `${percent / 100}`)
  const lower = (percent: number) => stage.style.setProperty('--columns', `${percent / 100}`)
  const fits = () => document.documentElement.scrollHeight <= innerHeight
  const scrolls = canScroll()
  const most = largestOf(
    lists.map(({ length }) => length),
    1,
  )
  show(most)
  resize(USUAL)
  lower(USUAL)
  stage.toggleAttribute('data-large', !scrolls)
  if (!scrolls) fitTitle(stage.querySelector('.start > div > h1'), fits)
  if (scrolls || fits()) return
  stage.removeAttribute('data-large')
  largestNumber(1, most, show, fits)
  largestNumber(LOWEST, USUAL, lower, fits)
  largestNumber(SMALLEST, USUAL, resize, fits)
}

function fitTitle(title: HTMLElement | null, fits: () => boolean): void {
  if (title === null) return
  for (const size of TITLE_SIZES) {
    title.dataset.size = size
    const isHigh = title.offsetHeight > innerHeight * MAX_TITLE_SHARE
    if (!isWordTooLong(title) && !isHigh && fits()) return
  }
}
