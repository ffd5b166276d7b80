import { type Html, html } from '../../html/html.ts'
import type { Reader } from '../page.ts'

/** Guides for those who ask a room, by the order of `front.rooms`. */
const GUIDES = ['/docs/peer-instruction', '/docs/town-hall', '/docs/lecture']

/** A row of phones in a hall, from the back to the front. Lengths are those of the picture. */
const ROWS = [
  { phones: 17, y: 186, width: 13 },
  { phones: 15, y: 218, width: 17 },
  { phones: 13, y: 258, width: 22 },
]
const [WIDTH, HEIGHT] = [960, 312]
/** Between two phones, by their width. */
const SEAT = 3.1
/** How far the ends of a row are below its middle. */
const BEND = 18
/** Lines let down on the screen: where, and how deep. The deepest leads. */
const LINES = [
  [375, 44],
  [445, 84],
  [515, 62],
  [585, 26],
] as const
const DEEPEST = 84

/** A hall in front of a screen, and for whom it is. */
export function hall({ words: { front } }: Reader): Html {
  return html`<section class="hall">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
<rect class="screen" x="290" y="2" width="380" height="152" rx="10"/>
<path class="surface" d="M330 38h300"/>
${LINES.map(([x, depth]) => html`<path class="${depth === DEEPEST ? 'lead first' : 'lead'}" d="M${x} 44v${depth}"/>`)}
${ROWS.flatMap(phonesOf)}
</svg>
<ul>
${front.rooms.map(
  ({ name, about }, at) => html`<li><h2><a href="${GUIDES[at]}">${name}</a></h2>
<p>${about}</p></li>
`,
)}</ul></section>
`
}

function phonesOf({ phones, y, width }: (typeof ROWS)[number], row: number): Html[] {
  const middle = (phones - 1) / 2
  return Array.from({ length: phones }, (_, at) => {
    const x = WIDTH / 2 + (at - middle) * width * SEAT - width / 2
    const lower = BEND * ((at - middle) / middle) ** 2
    const isWaiting = (at * 7 + row * 4) % 9 < 2
    return html`<rect class="${isWaiting ? 'phone' : 'phone sent'}" x="${x.toFixed(0)}" y="${(y + lower).toFixed(0)}" width="${width}" height="${(width * 1.6).toFixed(0)}" rx="${(width / 5).toFixed(0)}"/>`
  })
}

export const HALL_STYLE = html`
.hall { margin-top: 48px }
.hall svg { display: block; width: 100%; height: clamp(190px, 30vw, 300px) }
.hall :is(.screen, .phone) { fill: none; stroke: var(--line); stroke-width: 2 }
.hall .screen { stroke-width: 3 }
.hall .sent { fill: var(--bar); stroke: var(--bar) }
.hall .surface { stroke: var(--line); stroke-width: 3; stroke-linecap: round }
.hall .lead { stroke: var(--bar); stroke-width: 14; opacity: .55 }
.hall .first { opacity: 1 }
.hall ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 16px 48px; margin: 32px 0 0; padding: 0; list-style: none }
.hall h2 { margin: 0; font-size: 1.25rem }
.hall h2 a { display: inline-block; padding: 8px 0 }
.hall p { margin: 0; color: var(--muted) }
`
