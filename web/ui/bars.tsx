import { words } from '../words/words.ts'
import { AnimatedNumber } from './animated-number.tsx'
import { OURS } from './our-words.ts'
import { ratio } from './ratio.ts'

interface Row {
  readonly label: string
  readonly count: number
  /** Whether it stands for several rows that are not shown. */
  readonly isRest?: boolean
  /** A share to compare with, between 0 and 1: everyone's, shown next to a group's bar. */
  readonly reference?: number | undefined
  /** What to know about the row, in our words. */
  readonly note?: string | undefined
}

interface Props {
  /** Read by screen readers only. */
  readonly caption: string
  readonly rows: readonly Row[]
  /** The count that is 100%. */
  readonly total: number
  /** Whether numbers and lengths are hidden, as they are before a presenter reveals the results. */
  readonly hidesCounts?: boolean
}

/** Horizontal bars, one row each with label, count and share: a table, so that screen readers can read it. */
export function Bars({ caption, rows, total, hidesCounts = false }: Props) {
  const most = rows.reduce((most, { count, isRest }) => (isRest ? most : Math.max(most, count)), 1)
  return (
    <table class="bars">
      <caption class="visually-hidden" dir="auto">
        {caption}
      </caption>
      <thead class="visually-hidden" {...OURS}>
        <tr>
          <th scope="col">{words.charts.option}</th>
          <th scope="col">{words.charts.answers}</th>
          <th scope="col">{words.charts.share}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, count, reference, note, isRest = false }) => (
          <tr key={isRest ? '' : label} data-leads={(!hidesCounts && !isRest && count === most) || undefined}>
            <th scope="row">
              <span dir="auto">{label}</span>
              {note !== undefined && (
                <span class="row-note muted" {...OURS}>
                  {note}
                </span>
              )}
            </th>
            <td>{!hidesCounts && <AnimatedNumber value={count} />}</td>
            <td class="muted">
              {!hidesCounts && <span translate={false}>{words.format.percent(ratio(count, total))}</span>}
              {reference !== undefined && (
                <span class="reference" {...OURS}>
                  {' '}
                  {words.charts.everyone(reference)}
                </span>
              )}
              <Bar part={hidesCounts ? 0 : ratio(count, total)} reference={reference} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** An SVG rather than a background, so that it is printed, and visible in forced colours. */
function Bar({ part, reference }: { readonly part: number; readonly reference: number | undefined }) {
  return (
    <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="1" />
      <rect class="fill" width="100" height="1" style={{ transform: `scaleX(${part})` }} />
      {reference !== undefined && <rect class="mark" x={reference * 100 - 0.4} y="-0.3" width="0.8" height="1.6" />}
    </svg>
  )
}
