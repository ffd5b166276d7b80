import { numberWidthOf } from '../../src/domain/results/results-view.ts'
import { largestOf } from '../../src/domain/values/largest.ts'
import { words } from '../words/words.ts'
import { AnimatedNumber } from './animated-number.tsx'
import { OURS } from './our-words.ts'
import { ratio } from './ratio.ts'

interface Props {
  /** Read by screen readers only. */
  readonly caption: string
  /** The ten points, in order. */
  readonly distribution: readonly { readonly value: number; readonly count: number }[]
  /** Null if nobody has answered. */
  readonly mean: number | null
  /** A mean to compare with: everyone's, shown next to a group's. */
  readonly reference?: number | null | undefined
  /** Whether numbers, heights and the mean are hidden. */
  readonly hidesCounts?: boolean
}

/** The counts of the ten points as columns, with the mean marked: a table, like `Bars`. */
export function Histogram({ caption, distribution, mean, reference, hidesCounts = false }: Props) {
  const most = largestOf(distribution.map(({ count }) => count))
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
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {distribution.map(({ value, count }) => (
              <td
                key={value}
                style={{ '--part': ratio(count, most) }}
                data-leads={(!hidesCounts && count > 0 && count === most) || undefined}
              >
                {!hidesCounts && <AnimatedNumber value={count} />}
                <Column part={hidesCounts ? 0 : ratio(count, most)} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      {mean !== null && !hidesCounts && <Mean mean={mean} reference={reference ?? undefined} />}
    </div>
  )
}

function Column({ part }: { readonly part: number }) {
  return (
    <svg class="column" viewBox="0 0 1 100" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="1" height="100" />
      <rect class="fill" width="1" height="100" style={{ transform: `scaleY(${part})` }} />
    </svg>
  )
}

/**
 * All columns are equally wide, so the centre of the first is at a twentieth of the width. Near either edge, the text
 * stays inside the chart while the mark stays at the mean.
 */
function Mean({ mean, reference }: { readonly mean: number; readonly reference: number | undefined }) {
  return (
    <p class="mean" style={{ '--at': `${(mean - 0.5) * 10}%` }}>
      <span {...OURS}>
        {words.charts.mean(mean)}
        {reference !== undefined && <span class="reference">, {words.charts.everyoneMean(reference)}</span>}
      </span>
    </p>
  )
}
