import { useRef } from 'preact/hooks'
import type { Result } from '../../src/domain/tally.ts'
import { Bars } from '../ui/bars.tsx'
import { Histogram } from '../ui/histogram.tsx'
import { words } from '../words/words.ts'
import { BoardItems } from './board-items.tsx'
import { useFitToScreen } from './fit-to-screen.ts'
import { Figure } from './footer.tsx'
import type { PresentationState } from './presentation-state.ts'

interface Props {
  readonly state: PresentationState
  readonly result: Result
}

/** A question with its results, which may be hidden. */
export function QuestionScreen({ state, result }: Props) {
  const stage = useRef<HTMLElement>(null)
  useFitToScreen(stage, JSON.stringify([result.text, result.tally?.map(({ option }) => option)]))
  return (
    <section class="stage" ref={stage}>
      <h1 data-length={lengthOf(result.text)}>{result.text}</h1>
      <Chart state={state} result={result} />
    </section>
  )
}

function Chart({ state, result }: Props) {
  const { index, text, answered, tally, distribution, mean = null } = result
  const hidesCounts = state.areResultsHidden.value
  const caption = hidesCounts ? `${text} ${words.presenter.hidden}` : text
  if (tally !== undefined) {
    const { part = [], isLarge } = state.screen.value
    const rows = tally.slice(...part).map(({ option: label, count }) => ({ label, count }))
    return (
      <div class="chart" data-large={isLarge || undefined}>
        <Bars caption={caption} rows={rows} total={answered} hidesCounts={hidesCounts} />
      </div>
    )
  }
  if (distribution !== undefined)
    return (
      <div class="chart">
        <Histogram caption={caption} distribution={distribution} mean={mean} hidesCounts={hidesCounts} />
      </div>
    )
  if (result.board !== undefined) return <BoardItems live={state.live} index={index} />
  return (
    <p class="total">
      <Figure value={answered} unit={words.common.answers} />
    </p>
  )
}

/** Long questions are set smaller, so that the results fit below. */
function lengthOf({ length }: string): string {
  if (length <= 27) return 'short'
  return length <= 90 ? 'middle' : 'long'
}
