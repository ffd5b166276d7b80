import type { Word } from '../../src/domain/results/texts/word-counts.ts'
import { largestOf } from '../../src/domain/values/largest.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { words } from '../words/shared-words.ts'

/** Font sizes in the picture, in em: for the word of most people, and for a word of none. */
const [LARGEST, SMALLEST] = [2.4, 0.8]
/** Rows of the table next to the picture, if there is room. */
const ROWS = 8

/** Words and phrases sized by how many people wrote them, in rows, next to a table of the most frequent ones. */
export function Words({ list }: { readonly list: readonly Word[] }) {
  const most = largestOf(list.map(({ people }) => people))
  if (list.length === 0)
    return (
      <p class="empty" lang="en">
        {presenterTexts.noWords}
      </p>
    )
  return (
    <div class="words">
      <ul data-trimmed>
        {list.map(({ word, people }) => (
          <li key={word} dir="auto" style={{ fontSize: `${SMALLEST + (LARGEST - SMALLEST) * (people / most)}em` }}>
            {word}
            <span class="visually-hidden"> {presenterTexts.people(people)}</span>
          </li>
        ))}
      </ul>
      <table>
        <caption class="visually-hidden">{presenterTexts.mostFrequent}</caption>
        <thead class="visually-hidden" lang="en">
          <tr>
            <th scope="col">{words.charts.word}</th>
            <th scope="col">{words.charts.writtenBy}</th>
          </tr>
        </thead>
        <tbody data-trimmed>
          {list.slice(0, ROWS).map(({ word, people }) => (
            <tr key={word}>
              <th scope="row" dir="auto">
                {word}
              </th>
              <td>{words.format.number(people)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
