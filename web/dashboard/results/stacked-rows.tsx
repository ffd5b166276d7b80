import type { GridResult } from '../../../src/domain/results/group-results.ts'
import { ratio } from '../../ui/charts/ratio.ts'
import { OURS } from '../../ui/our-words.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { words } from '../../words/shared-words.ts'
import './stacked-rows.css'

/** A share that has room for its number. */
const ROOM = 0.09

/** The result of a grid: a bar for each row, made of the shares of the columns. A table, like `Bars`. */
export function StackedRows({ title, columns, rows }: GridResult) {
  return (
    <table class="stacked" style={{ '--columns': columns.length }}>
      <caption class="visually-hidden" dir="auto">
        {title}
      </caption>
      <thead>
        <tr>
          <th scope="col" class="visually-hidden" {...OURS}>
            {dashboardTexts.results.row}
          </th>
          {columns.map((column, at) => (
            <th key={column} scope="col" style={{ '--at': at }}>
              <span dir="auto">{column}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ index, text, answered, counts }) => (
          <tr key={index}>
            <th scope="row">
              <span dir="auto">{text}</span>{' '}
              <span class="muted" {...OURS}>
                {dashboardTexts.responses.answers(answered)}
              </span>
            </th>
            {counts.map((count, at) => (
              <Share key={columns[at]} at={at} count={count} share={ratio(count, answered)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A part of a bar. Without room for its number, only a screen reader has it. */
function Share({ at, count, share }: { readonly at: number; readonly count: number; readonly share: number }) {
  return (
    <td style={{ '--at': at, flexGrow: count }} data-empty={count === 0 || undefined}>
      <span class={share < ROOM ? 'visually-hidden' : undefined} translate={false}>
        {words.format.percent(share)}
      </span>
    </td>
  )
}
