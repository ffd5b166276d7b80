import { numberWidthOf } from '../../../src/domain/results/results-view.ts'
import { isRight } from '../../../src/domain/results/right-answers.ts'
import { sharesOf } from '../../../src/domain/results/sharing.ts'
import type { RightAnswer } from '../../../src/domain/surveys/question-settings.ts'
import { SCALE_PLACES, type ScaleWords } from '../../../src/domain/surveys/scale-words.ts'
import { largestOf } from '../../../src/domain/values/largest.ts'
import { words } from '../../words/shared-words.ts'
import { OURS } from '../our-words.ts'
import type { Spread } from '../rating-spread.ts'
import { AnimatedNumber } from './animated-number.tsx'
import { ratio } from './ratio.ts'
import './histogram.css'
import './rounds.css'

interface Props {
  /** Read by screen readers only. */
  readonly caption: string
  /** The ten points, in order. */
  readonly distribution: readonly { readonly value: number; readonly count: number }[]
  /** Null if nobody has answered. */
  readonly mean: number | null
  /** A mean to compare with: everyone's, shown next to a group's. */
  readonly reference?: number | null | undefined
  /** The shares of an earlier round, between 0 and 1, and its mean: shown as outlines, with the ways from them. */
  readonly before?: { readonly shares: readonly number[]; readonly mean: number | null } | undefined
  readonly right?: RightAnswer | undefined
  readonly scaleWords?: ScaleWords | undefined
  readonly spread?: Spread | undefined
  /** Whether numbers, heights and the mean are hidden. */
  readonly hidesCounts?: boolean
}

/** The counts of the ten points as columns, with the mean marked: a table, like `Bars`. */
export function Histogram(props: Props) {
  const { caption, distribution, mean, reference, before, right, scaleWords, spread, hidesCounts = false } = props
  const most = largestOf(distribution.map(({ count }) => count))
  const { answered, shares } = sharesOf(distribution.map(({ count }) => count))
  // Both rounds have one scale.
  const highest = largestOf(before?.shares ?? [], ratio(most, answered))
  const leads = (value: number, count: number) => (count > 0 && count === most) || spread?.modes?.includes(value)
  return (
    <div class="histogram" data-numbers={numberWidthOf(most)}>
      <table>
        <caption class="visually-hidden" dir="auto">
          {caption}
        </caption>
        <thead>
          <tr>
            {distribution.map(({ value }) => (
              <th key={value} scope="col">
                {value}
                {right && isRight(right, value) && <span class="right">{words.charts.rightPoint}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {distribution.map(({ value, count }, at) => (
              <td
                key={value}
                style={{ '--part': ratio(shares[at] ?? 0, highest) }}
                data-leads={(!hidesCounts && leads(value, count)) || undefined}
              >
                {!hidesCounts && <AnimatedNumber value={count} />}
                <Column
                  part={hidesCounts ? 0 : ratio(shares[at] ?? 0, highest)}
                  before={before && ratio(before.shares[at] ?? 0, highest)}
                />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      {scaleWords && <Words {...scaleWords} />}
      {mean !== null && !hidesCounts && (
        <Mean mean={mean} reference={reference ?? undefined} before={before?.mean ?? undefined} />
      )}
      {spread && !hidesCounts && <SpreadLine {...spread} />}
    </div>
  )
}

function Column({ part, before }: { readonly part: number; readonly before: number | undefined }) {
  return (
    <svg class="column" viewBox="0 0 1 100" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="1" height="100" />
      <rect class="fill" width="1" height="100" style={{ transform: `scaleY(${part})` }} />
      {before !== undefined && <rect class="before" width="1" y={100 - before * 100} height={before * 100} />}
      {before !== undefined && (
        <line
          class="way"
          data-grows={part > before || undefined}
          x1="0.5"
          x2="0.5"
          y1={100 - before * 100}
          y2={100 - part * 100}
        />
      )}
    </svg>
  )
}

/** What the points mean that they are below. */
function Words(words: ScaleWords) {
  return (
    <p class="scale-words">
      {SCALE_PLACES.map(place => (
        <bdi key={place}>{words[place]}</bdi>
      ))}
    </p>
  )
}

/**
 * All columns are equally wide, so the centre of the first is at a twentieth of the width. Near either edge, the text
 * stays inside the chart while the mark stays at the mean.
 */
interface MeanProps {
  readonly mean: number
  readonly reference: number | undefined
  /** That of the first round. */
  readonly before: number | undefined
}

function Mean({ mean, reference, before }: MeanProps) {
  return (
    <p class="mean" style={{ '--at': `${(mean - 0.5) * 10}%` }}>
      <span {...OURS}>
        {before === undefined ? words.charts.mean(mean) : words.charts.meanAfter(before, mean)}
        {reference !== undefined && <span class="reference">, {words.charts.everyoneMean(reference)}</span>}
      </span>
    </p>
  )
}

/**
 * A line below the columns of half of the answers, with its words at its middle, inside the chart like those of the mean. Their place
 * is in the direction of the survey, whatever their own is.
 */
function SpreadLine({ middle: { from, to }, text }: Spread) {
  const [start, end] = [(from - 1) * 10, to * 10]
  return (
    <p class="spread" style={{ '--from': `${start}%`, '--width': `${end - start}%`, '--at': `${(start + end) / 2}%` }}>
      <span>
        <span {...OURS}>{text}</span>
      </span>
    </p>
  )
}
