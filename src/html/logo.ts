import { MARK_STROKES } from '../theme/mark-strokes.ts'
import { type Html, html } from './html.ts'

/** The mark at 16 pixels, where five strokes would run together. */
const SMALL_STROKES = 'M2 3h12M3.5 3v5M8 3v10.5M12.5 3v7'

/** The product's colours on light and dark backgrounds, without their `#`. */
const BLUE = '23458f'
const BLUE_IN_THE_DARK = 'a7bdf2'

/** The mark and the name, in the colour of the surrounding text. */
export const WORDMARK: Html = html`<svg class="mark" viewBox="0 0 24 24" width="28" height="28" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><path d="${MARK_STROKES}"/></svg>Soundings`

/** The mark by itself, at the size of small print. */
export const SMALL_MARK: Html = html`<svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><path d="${SMALL_STROKES}"/></svg>`

/**
 * The icon of every page, as the address of an image within double quotes. It follows the browser's colour scheme. Every
 * page has it, so only what an address may not contain is escaped.
 */
export const ICON: Html = html`data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke-width='2' stroke-linecap='round'%3E%3Cstyle%3Epath{stroke:%23${BLUE}}@media(prefers-color-scheme:dark){path{stroke:%23${BLUE_IN_THE_DARK}}}%3C/style%3E%3Cpath d='${SMALL_STROKES}'/%3E%3C/svg%3E`
