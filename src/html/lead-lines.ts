import { DEEPEST_LEAD, LEAD_DEPTHS, LEAD_HEIGHT, leadPath, surfacePath } from '../theme/lead-lines.ts'
import { type Html, html } from './html.ts'

const SPACING = 20
const OTHERS = LEAD_DEPTHS.map((_, at) => (at === DEEPEST_LEAD ? '' : leadPath(at, SPACING))).join('')

/**
 * The picture of an answer that has arrived: lines let down from a surface, and among them that of whoever reads the
 * page.
 */
export const LEAD_LINES: Html = html`<svg class="leads" viewBox="0 0 ${LEAD_DEPTHS.length * SPACING} ${LEAD_HEIGHT}" aria-hidden="true"><path d="${surfacePath(SPACING)}${OTHERS}"/><path d="${leadPath(DEEPEST_LEAD, SPACING)}"/></svg>`
