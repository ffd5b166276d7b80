import { AnimatedNumber } from './animated-number.tsx'
import { ratio } from './percentage.ts'

interface Props {
  /** What the table is called; it is read, not seen. */
  readonly caption: string
  /** The ten points, in order. */
  readonly distribution: readonly { readonly value: number; readonly count: number }[]
  /** Null where nobody answered. */
  readonly mean: number | null
  /** Whether the figures are kept back: the ten points alone. */
  readonly hidesCounts?: boolean
}

/** The ten points with their counts as columns, and the mean where it lies among them. A table, as `Bars` is. */
export function Histogram({ caption, distribution, mean, hidesCounts = false }: Props) {
  const most = Math.max(...distribution.map(({ count }) => count))
  return (
    <div class="histogram">
      <table>
        <caption class="visually-hidden">{caption}</caption>
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
              <td key={value}>
                {!hidesCounts && <AnimatedNumber value={count} />}
                <Column part={hidesCounts ? 0 : ratio(count, most)} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      {mean !== null && !hidesCounts && <Mean mean={mean} />}
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
 * Columns are as wide as one another: the middle of the one for 1 lies at a twentieth of the width. At either end the
 * words stand back from the edge, and only the mark stands where the mean lies.
 */
function Mean({ mean }: { readonly mean: number }) {
  return (
    <p class="mean" style={{ '--at': `${(mean - 0.5) * 10}%` }}>
      <span>Mean {mean.toFixed(2)}</span>
    </p>
  )
}
