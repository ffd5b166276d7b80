import type { ComponentChildren } from 'preact'
import type { StarterSurvey } from '../../../src/domain/surveys/starters/starter-surveys.ts'
import { coloursOf } from '../../../src/theme/colours.ts'
import { type Kind, picturedParts } from './pictured-parts.ts'

/** Where a line ends, by the question that hangs on it: in units of the picture, below the surface. */
const DEPTHS: Readonly<Record<Exclude<Kind, 'heading'>, number>> = {
  rating: 34,
  choice: 48,
  boxes: 58,
  grid: 52,
  ranking: 62,
  text: 70,
  board: 42,
}
/** Wider than any card, each of which shows its beginning. */
const WIDTH = 640
const HEIGHT = 84
const FIRST = 12
const BETWEEN = 34
/** Half of what hangs on a line. */
const HALF = 7

/** A survey as lead lines: one for each question, let down from the surface. A section begins with a gap in it. */
export function SurveyPicture({ survey }: { readonly survey: StarterSurvey }) {
  const { light, dark } = coloursOf(survey.theme)
  const parts = picturedParts(survey)
  const lines = parts.flatMap((kind, at) => (kind === 'heading' ? [] : [{ kind, begins: parts[at - 1] === 'heading' }]))
  const gaps = lines.flatMap(({ begins }, at) => (begins && at > 0 ? [FIRST + (at - 0.5) * BETWEEN] : []))
  const ends = [0, ...gaps.flatMap(x => [x - 4, x + 4]), WIDTH]
  return (
    <svg
      class="survey-picture"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMinYMin slice"
      style={{ color: `light-dark(${light.bar}, ${dark.bar})` }}
      aria-hidden="true"
    >
      <path d={ends.map((x, at) => (at % 2 === 0 ? `M${x} 1` : `H${x}`)).join('')} />
      {lines.map(({ kind }, at) => (
        <g key={at} transform={`translate(${FIRST + at * BETWEEN} ${DEPTHS[kind]})`}>
          <path d={`M0 ${1 - DEPTHS[kind]}V${-HALF}`} />
          {WEIGHTS[kind]}
        </g>
      ))}
    </svg>
  )
}

/** What hangs on a line: the control with which the question is answered, around the origin. */
const WEIGHTS: Readonly<Record<Exclude<Kind, 'heading'>, ComponentChildren>> = {
  rating: <circle class="full" r="7" />,
  choice: (
    <>
      <circle r="7" />
      <circle class="full" r="3" />
    </>
  ),
  boxes: (
    <>
      <path d="M-7-7H7V7H-7Z" />
      <path d="M-3.5 0-1 3 4-3" />
    </>
  ),
  grid: <path class="dots" d="M-6-5h.01M0-5h.01M6-5h.01M-6 1h.01M0 1h.01M6 1h.01M-6 7h.01M0 7h.01M6 7h.01" />,
  ranking: <path d="M-8-6H8M-8 0H3M-8 6H-2" />,
  text: <path d="M-9-6H9M-9 0H9M-9 6H1" />,
  board: <path class="full" d="M-7 6 0-6 7 6Z" />,
}
