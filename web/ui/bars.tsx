import { share, shareText } from './share.ts'
import { Ticking } from './ticking.tsx'

interface Row {
  readonly label: string
  readonly count: number
}

interface Shown {
  /** What the table is called; it is read, not seen. */
  readonly caption: string
  readonly rows: readonly Row[]
  /** What 100 % is. */
  readonly whole: number
  /** Whether the figures are kept back: no numbers, and bars without length. */
  readonly veiled?: boolean
}

/** Horizontal bars: a line each with label, count and share. It is a table, so that whoever does not see it reads it. */
export function Bars({ caption, rows, whole, veiled = false }: Shown) {
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
              <Bar part={veiled ? 0 : share(count, whole)} />
            </th>
            <td>{!veiled && <Ticking value={count} />}</td>
            <td class="muted">{!veiled && shareText(count, whole)}</td>
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
