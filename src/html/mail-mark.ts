import { MARK_STROKES } from '../theme/mark-strokes.ts'
import { type Html, html } from './html.ts'

/** Pixels per unit of the mark's box. */
const SCALE = 1.5
/** The strokes are 2 units wide, and begin 4 units apart. */
const STROKE = 2 * SCALE
const PITCH = 4 * SCALE
/** The radius of round ends. */
const ROUND = `${STROKE / 2}px`
/** How far each stroke extends below the line. */
const DEPTHS = [...MARK_STROKES.matchAll(/v(\d+)/g)].map(([, depth]) => Number(depth) * SCALE)

/** The mark as table cells: mail clients remove SVG, and some hide images until the reader asks for them. */
export function mailMark(colour: string): Html {
  const strokes = DEPTHS.map(
    depth =>
      html`<td width="${PITCH}" valign="top" style="padding:0 ${(PITCH - STROKE) / 2}px">${box(colour, depth, `0 0 ${ROUND} ${ROUND}`)}</td>`,
  )
  return html`<table role="presentation" aria-hidden="true" width="${DEPTHS.length * PITCH}" cellpadding="0" cellspacing="0" border="0">
<tr><td colspan="${DEPTHS.length}" style="padding:0">${box(colour, STROKE, ROUND)}</td></tr>
<tr>${strokes}</tr>
</table>`
}

/** A box of a line's height without visible content, because some clients ignore the height of an empty one. */
function box(colour: string, height: number, corners: string): Html {
  return html`<div class="ink" style="height:${height}px;line-height:${height}px;font-size:1px;background:${colour};border-radius:${corners}">&nbsp;</div>`
}
