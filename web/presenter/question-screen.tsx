import { useRef } from 'preact/hooks'
import type { Result } from '../../src/domain/tally.ts'
import { Bars } from '../ui/bars.tsx'
import { Histogram } from '../ui/histogram.tsx'
import type { QuestionProjectedTexts } from '../ui/projected-texts.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { words } from '../words/words.ts'
import { BoardItems } from './board-items.tsx'
import { useFitToScreen } from './fit-to-screen.ts'
import { Figure } from './footer.tsx'
import type { PresentationState } from './presentation-state.ts'
import { Words } from './words.tsx'

interface Props {
  readonly state: PresentationState
  readonly result: Result
}

/** A question with its results, which may be hidden. */
export function QuestionScreen({ state, result }: Props) {
  const stage = useRef<HTMLElement>(null)
  const { picks, words: list } = state.projectedTexts.of(result.index)
  useFitToScreen(stage, JSON.stringify([result.text, result.tally?.map(({ option }) => option), picks, list]))
  return (
    <section class="stage" ref={stage}>
      <h1 dir="auto" data-length={lengthOf(result.text)}>
        {result.text}
      </h1>
      <Chart state={state} result={result} />
    </section>
  )
}

function Chart({ state, result }: Props) {
  const { index, text, answered, tally, distribution, mean = null } = result
  const hidesCounts = state.areResultsHidden.value
  const caption = hidesCounts ? `${text} ${presenterTexts.hidden}` : text
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
  const { picks, words: list } = state.projectedTexts.of(index)
  const { part, isLarge, isWords } = state.screen.value
  if (isWords && list !== null) return <Words list={list} />
  if (picks.length > 0) return <Texts texts={picks.slice(...(part ?? []))} isLarge={isLarge} />
  if (result.board !== undefined) return <BoardItems live={state.live} index={index} />
  return (
    <p class="total">
      <Figure value={answered} unit={words.common.answers} />
    </p>
  )
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

/** Long questions are set smaller, so that the results fit below. */
function lengthOf({ length }: string): string {
  if (length <= 27) return 'short'
  return length <= 90 ? 'middle' : 'long'
}
