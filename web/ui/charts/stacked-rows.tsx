import type { GridResult } from '../../../src/domain/results/groups/group-results.ts'
import { groupResultTexts } from '../../words/group-result-words.ts'
import { words } from '../../words/shared-words.ts'
import { OURS } from '../our-words.ts'
import { ratio } from './ratio.ts'
import './stacked-rows.css'

/** A share that has room for its number. */
const ROOM = 0.09

interface Props extends GridResult {
  /** Whether bars and numbers are hidden, as they are before a presenter reveals the results. */
  readonly hidesCounts?: boolean
}

/** The result of a grid: a bar for each row, made of the shares of the columns. A table, like `Bars`. */
export function StackedRows({ title, columns, rows, hidesCounts = false }: Props) {
  return (
    <table class="stacked" style={{ '--columns': columns.length }}>
      <caption class="visually-hidden" dir="auto">
        {title}
      </caption>
      <thead>
        <tr>
          <th scope="col" class="row" {...OURS}>
            <span class="visually-hidden">{groupResultTexts.row}</span>
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
              {!hidesCounts && (
                <span class="muted" {...OURS}>
                  {groupResultTexts.answers(answered)}
                </span>
              )}
            </th>
            {counts.map((count, at) =>
              hidesCounts ? (
                <td key={columns[at]} data-empty />
              ) : (
                <Share key={columns[at]} at={at} count={count} share={ratio(count, answered)} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A part of a bar. Without room for its number, only a screen reader and a sheet of paper have it. */
function Share({ at, count, share }: { readonly at: number; readonly count: number; readonly share: number }) {
  return (
    <td style={{ '--at': at, flexGrow: count }} data-empty={count === 0 || undefined}>
      <span class={share < ROOM ? 'unseen' : undefined} translate={false}>
        {words.format.percent(share)}
      </span>
    </td>
  )
}
