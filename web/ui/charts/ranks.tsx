import type { RankingResult } from '../../../src/domain/results/groups/group-results.ts'
import { groupResultTexts } from '../../words/group-result-words.ts'
import { words } from '../../words/shared-words.ts'
import { OURS } from '../our-words.ts'
import './ranks.css'

interface Props extends RankingResult {
  /** How many are ranked, if those of `items` are not all. */
  readonly ranks?: number
  /** Whether bars and numbers are hidden, as they are before a presenter reveals the results. */
  readonly hidesCounts?: boolean
}

/** The result of a ranking, best first: the longer a bar, the better the mean rank. */
export function Ranks({ title, items, ranks = items.length, hidesCounts = false }: Props) {
  return (
    <table class="ranks">
      <caption class="visually-hidden" dir="auto">
        {title}
      </caption>
      <thead {...OURS}>
        <tr>
          <th scope="col" class="visually-hidden">
            {words.charts.option}
          </th>
          <th scope="col">{groupResultTexts.meanRank}</th>
          <th scope="col">{groupResultTexts.firstPlaces}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ index, text, mean, first }) => (
          <tr key={index}>
            <th scope="row">
              <span dir="auto">{text}</span>
              <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                <rect class="track" width="100" height="1" />
                <rect
                  class="fill"
                  width="100"
                  height="1"
                  style={{ transform: `scaleX(${hidesCounts ? 0 : goodness(mean, ranks)})` }}
                />
              </svg>
            </th>
            <td>{!hidesCounts && <span translate={false}>{mean === null ? '–' : words.format.mean(mean)}</span>}</td>
            <td>{!hidesCounts && <span translate={false}>{words.format.number(first)}</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** 1 for what everybody put first, 0 for what everybody put last. */
function goodness(mean: number | null, ranks: number): number {
  return mean === null ? 0 : (ranks - mean) / (ranks - 1)
}
