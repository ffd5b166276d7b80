import { AnimatedNumber } from './animated-number.tsx'
import { percentText, ratio } from './percentage.ts'

interface Row {
  readonly label: string
  readonly count: number
}

interface Props {
  /** What the table is called; it is read, not seen. */
  readonly caption: string
  readonly rows: readonly Row[]
  /** What 100 % is. */
  readonly total: number
  /** Whether the figures are kept back: no numbers, and bars without length. */
  readonly hidesCounts?: boolean
}

/** Horizontal bars: a line each with label, count and share. It is a table, so that whoever does not see it reads it. */
export function Bars({ caption, rows, total, hidesCounts = false }: Props) {
  return (
    <table class="bars">
      <caption class="visually-hidden">{caption}</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Option</th>
          <th scope="col">Answers</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, count }) => (
          <tr key={label}>
            <th scope="row">
              {label}
              <Bar part={hidesCounts ? 0 : ratio(count, total)} />
            </th>
            <td>{!hidesCounts && <AnimatedNumber value={count} />}</td>
            <td class="muted">{!hidesCounts && percentText(count, total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A picture and no background, so that it is printed, and drawn where colours are forced. */
function Bar({ part }: { readonly part: number }) {
  return (
    <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="1" />
      <rect class="fill" width="100" height="1" style={{ transform: `scaleX(${part})` }} />
    </svg>
  )
}
