import { changeOf } from '../../../src/domain/results/rounds.ts'
import { words } from '../../words/shared-words.ts'
import { OURS } from '../our-words.ts'
import { AnimatedNumber } from './animated-number.tsx'
import { ratio } from './ratio.ts'
import './rounds.css'

interface Row {
  readonly label: string
  readonly count: number
  /** Whether it stands for several rows that are not shown. */
  readonly isRest?: boolean
  /** A share to compare with, between 0 and 1: everyone's, shown next to a group's bar. */
  readonly reference?: number | undefined
  /** The share in an earlier round, between 0 and 1: shown as an outline, with the way from it to this one. */
  readonly before?: number | undefined
  /** Whether it is a right answer. */
  readonly isRight?: boolean | undefined
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
        {rows.map(({ label, count, reference, before, isRight, note, isRest = false }) => (
          <tr
            key={isRest ? '' : label}
            data-rest={isRest || undefined}
            data-leads={(!hidesCounts && !isRest && count === most) || undefined}
          >
            <th scope="row">
              <span dir="auto">{label}</span>
              {isRight && ' '}
              {isRight && (
                <span class="right" {...OURS}>
                  {words.charts.right}
                </span>
              )}
              {note !== undefined && (
                <span class="row-note muted" {...OURS}>
                  {note}
                </span>
              )}
            </th>
            <td>{!hidesCounts && <AnimatedNumber value={count} />}</td>
            <td class="muted">
              {!hidesCounts && <span translate={false}>{words.format.percent(ratio(count, total))}</span>}
              {before !== undefined && <Change before={before} now={ratio(count, total)} />}
              {reference !== undefined && ' '}
              {reference !== undefined && (
                <span class="reference" {...OURS}>
                  {words.charts.everyone(reference)}
                </span>
              )}
              <Bar part={hidesCounts ? 0 : ratio(count, total)} reference={reference} before={before} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How many points a share has won or lost since the first round. */
function Change({ before, now }: { readonly before: number; readonly now: number }) {
  return (
    <>
      {' '}
      <span class="change" {...OURS}>
        {changeOf(before, now)}
        <span class="visually-hidden"> {words.charts.firstRound(before)}</span>
      </span>
    </>
  )
}

/** An SVG rather than a background, so that it is printed, and visible in forced colours. */
function Bar({ part, reference, before }: Pick<Row, 'reference' | 'before'> & { readonly part: number }) {
  return (
    <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="1" />
      <rect class="fill" width="100" height="1" style={{ transform: `scaleX(${part})` }} />
      {before !== undefined && <rect class="before" width={before * 100} height="1" />}
      {before !== undefined && (
        <line class="way" data-grows={part > before || undefined} x1={before * 100} x2={part * 100} y1="0.5" y2="0.5" />
      )}
      {reference !== undefined && <rect class="mark" x={reference * 100 - 0.4} y="-0.3" width="0.8" height="1.6" />}
    </svg>
  )
}
