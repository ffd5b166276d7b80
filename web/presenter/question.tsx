import type { Result } from '../../src/domain/tally.ts'
import { Bars } from '../ui/bars.tsx'
import { Histogram } from '../ui/histogram.tsx'
import { BoardItems } from './board.tsx'
import { Figure } from './corner.tsx'
import type { Show } from './show.ts'

interface Shown {
  readonly show: Show
  readonly result: Result
}

/** One question, and what has been answered as soon as it is to be seen. */
export function QuestionScreen({ show, result }: Shown) {
  return (
    <section class="stage">
      <h1 data-length={lengthOf(result.text)}>{result.text}</h1>
      <Chart show={show} result={result} />
    </section>
  )
}

function Chart({ show, result }: Shown) {
  const { index, text, answered, tally, distribution, mean = null } = result
  const veiled = show.veiled.value
  const caption = veiled ? `${text} The results are hidden.` : text
  if (tally !== undefined) {
    const { part = [], isLarge } = show.screen.value
    const rows = tally.slice(...part).map(({ option: label, count }) => ({ label, count }))
    return (
      <div class="chart" data-large={isLarge || undefined}>
        <Bars caption={caption} rows={rows} whole={answered} veiled={veiled} />
      </div>
    )
  }
  if (distribution !== undefined)
    return (
      <div class="chart">
        <Histogram caption={caption} distribution={distribution} mean={mean} veiled={veiled} />
      </div>
    )
  if (result.board !== undefined) return <BoardItems live={show.live} index={index} />
  return (
    <p class="total">
      <Figure value={answered} one="answer" more="answers" />
    </p>
  )
}

/** A long question is set smaller, so that its answers fit below it. */
function lengthOf({ length }: string): string {
  if (length <= 34) return 'short'
  return length <= 90 ? 'middle' : 'long'
}
