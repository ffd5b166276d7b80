import type { StarterSurvey } from '../../../src/domain/surveys/starters/starter-surveys.ts'
import { themeColours } from '../../../src/domain/surveys/survey-settings/theme.ts'
import type { EntryKind } from '../builder/entry-kind.ts'
import { KIND_PATHS } from '../builder/kind-icon.tsx'
import { picturedParts } from './pictured-parts.ts'

/** How long the line is on which a question hangs. */
const LENGTHS: Readonly<Record<Exclude<EntryKind, 'section'>, number>> = {
  rating: 24,
  board: 32,
  one: 38,
  grid: 42,
  several: 48,
  ranking: 52,
  text: 60,
}
/** Wider than any card, each of which shows its beginning. */
const WIDTH = 640
const HEIGHT = 84
const FIRST = 12
const BETWEEN = 34

/** A survey as lead lines: one for each question, let down from the surface. A section begins with a gap in it. */
export function SurveyPicture({ survey }: { readonly survey: StarterSurvey }) {
  const parts = picturedParts(survey)
  const lines = parts.flatMap((kind, at) => (kind === 'section' ? [] : [{ kind, begins: parts[at - 1] === 'section' }]))
  const gaps = lines.flatMap(({ begins }, at) => (begins && at > 0 ? [FIRST + (at - 0.5) * BETWEEN] : []))
  const ends = [0, ...gaps.flatMap(x => [x - 4, x + 4]), WIDTH]
  return (
    <svg
      class="survey-picture"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMinYMin slice"
      style={{ color: `color-mix(in oklab, ${themeColours(survey.theme).primary} 75%, var(--text))` }}
      aria-hidden="true"
    >
      <path d={ends.map((x, at) => (at % 2 === 0 ? `M${x} 1` : `H${x}`)).join('')} />
      {lines.map(({ kind }, at) => (
        <g key={at} transform={`translate(${FIRST + at * BETWEEN} 1)`}>
          <path d={`M0 0V${LENGTHS[kind]}`} />
          <path transform={`translate(-10 ${LENGTHS[kind]})`} d={KIND_PATHS[kind]} />
        </g>
      ))}
    </svg>
  )
}
