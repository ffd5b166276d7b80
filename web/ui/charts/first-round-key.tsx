import { words } from '../../words/shared-words.ts'
import { OURS } from '../our-words.ts'
import './rounds.css'

/** What the outlines in a chart of two rounds are. Tables say it in words, so that it is for the eye only. */
export function FirstRoundKey() {
  return (
    <span class="round-key" aria-hidden="true" {...OURS}>
      <i />
      {words.charts.outline}
    </span>
  )
}
