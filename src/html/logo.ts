import { MARK_STROKES } from '../theme/mark-strokes.ts'
import { type Html, html } from './html.ts'

/** The mark at 16 pixels, where five strokes would run together. */
const SMALL_STROKES = 'M2 3h12M3.5 3v5M8 3v10.5M12.5 3v7'

/** The product's colours on light and dark backgrounds. */
const BLUE = '#23458f'
const BLUE_IN_THE_DARK = '#a7bdf2'

/** The mark and the name, in the colour of the surrounding text. */
export const WORDMARK: Html = html`<svg class="mark" viewBox="0 0 24 24" width="28" height="28" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><path d="${MARK_STROKES}"/></svg>Soundings`

/** The mark by itself, at the size of small print. */
export const SMALL_MARK: Html = html`<svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><path d="${SMALL_STROKES}"/></svg>`

/** The icon of every page, as the address of an image. It follows the browser's colour scheme. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke-width="2" stroke-linecap="round"><style>path{stroke:${BLUE}}@media(prefers-color-scheme:dark){path{stroke:${BLUE_IN_THE_DARK}}}</style><path d="${SMALL_STROKES}"/></svg>`,
)}`
