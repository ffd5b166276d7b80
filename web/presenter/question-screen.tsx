import { useRef } from 'preact/hooks'
import type { Result } from '../../src/domain/results/tally.ts'
import { largestOf } from '../../src/domain/values/largest.ts'
import { Bars } from '../ui/bars.tsx'
import { Histogram } from '../ui/histogram.tsx'
import type { QuestionProjectedTexts } from '../ui/projected-texts.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { words } from '../words/words.ts'
import { BoardItems } from './board-items.tsx'
import { useFitToScreen } from './fit-to-screen.ts'
import { Figure } from './footer.tsx'
import type { PresentationState } from './presentation-state.ts'
import { Title, type TitleLength } from './title.tsx'
import { Words } from './word-cloud.tsx'

/** Maximum number of characters in a title, by size. */
const LONGEST = { short: 27, middle: 90 }

/** Number of options that get their own row when sorted by count. */
const SORTED_ROWS = 8

interface Props {
  readonly state: PresentationState
  readonly result: Result
}

/** A question with its results, which may be hidden. */
export function QuestionScreen({ state, result }: Props) {
  const stage = useRef<HTMLElement>(null)
  const { picks, words: list } = state.projectedTexts.of(result.index)
  const { isSorted } = state.screen.value
  useFitToScreen(stage, JSON.stringify([result.text, result.tally?.map(({ option }) => option), picks, list, isSorted]))
  return (
    <section class="stage" ref={stage} {...state.live.textLanguage.value}>
      <Title text={result.text} length={longestOf(state.live.survey.value.results)} />
      <Chart state={state} result={result} />
    </section>
  )
}

function Chart({ state, result }: Props) {
  const { index, text, answered, tally, distribution, mean = null } = result
  const hidesCounts = state.areResultsHidden.value
  const caption = hidesCounts ? `${text} ${presenterTexts.hidden}` : text
  if (tally !== undefined) {
    const { part = [], isLarge, isSorted } = state.screen.value
    const rows = isSorted ? sortedRows(tally) : rowsOf(tally.slice(...part))
    return (
      <div class="chart" data-large={isLarge || undefined}>
        <Bars caption={caption} rows={rows} total={answered} hidesCounts={hidesCounts} />
      </div>
    )
  }
  if (distribution !== undefined)
    return (
      <div class="chart" data-low={text.length > LONGEST.middle || undefined}>
        <Histogram caption={caption} distribution={distribution} mean={mean} hidesCounts={hidesCounts} />
      </div>
    )
  const { picks, words: list } = state.projectedTexts.of(index)
  const { part, isLarge, isWords } = state.screen.value
  if (isWords && list !== null) return <Words list={list} />
  if (picks.length > 0) return <Texts texts={picks.slice(...(part ?? []))} isLarge={isLarge} />
  if (result.board !== undefined) return <BoardItems state={state} index={index} />
  return (
    <p class="total" lang="en">
      <Figure value={answered} unit={words.common.answers} />
    </p>
  )
}

type Tally = NonNullable<Result['tally']>

function rowsOf(tally: Tally) {
  return tally.map(({ option: label, count }) => ({ label, count }))
}

/**
 * The options sorted by count, highest first and equal ones in survey order; the remaining ones share a row at the end.
 */
function sortedRows(tally: Tally) {
  const rows = rowsOf(tally).toSorted((a, b) => b.count - a.count)
  const rest = rows.slice(SORTED_ROWS)
  const count = rest.reduce((sum, one) => sum + one.count, 0)
  const others = rest.length === 0 ? [] : [{ label: presenterTexts.others(rest.length), count, isRest: true }]
  return [...rows.slice(0, SORTED_ROWS), ...others]
}

interface TextsProps {
  readonly texts: QuestionProjectedTexts['picks']
  readonly isLarge: boolean | undefined
}

/** Picked answers as large quotes. */
function Texts({ texts, isLarge }: TextsProps) {
  return (
    <ul class="texts" data-large={isLarge || undefined}>
      {texts.map(({ text }, at) => (
        <li key={at}>
          <blockquote dir="auto">{text}</blockquote>
        </li>
      ))}
    </ul>
  )
}

/**
 * Long questions are set smaller, so that the results fit below. All have the size of the longest one, so that none
 * jumps on the way to the next.
 */
function longestOf(results: readonly Result[]): TitleLength {
  const longest = largestOf(results.map(({ text }) => text.length))
  if (longest <= LONGEST.short) return 'short'
  return longest <= LONGEST.middle ? 'middle' : 'long'
}
