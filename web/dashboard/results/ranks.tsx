import type { RankingResult } from '../../../src/domain/results/group-results.ts'
import { OURS } from '../../ui/our-words.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { words } from '../../words/shared-words.ts'
import './ranks.css'

/** The result of a ranking, best first: the longer a bar, the better the mean rank. */
export function Ranks({ title, items }: RankingResult) {
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
          <th scope="col">{dashboardTexts.results.meanRank}</th>
          <th scope="col">{dashboardTexts.results.firstPlaces}</th>
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
                  style={{ transform: `scaleX(${goodness(mean, items.length)})` }}
                />
              </svg>
            </th>
            <td translate={false}>{mean === null ? '–' : words.format.mean(mean)}</td>
            <td translate={false}>{words.format.number(first)}</td>
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
