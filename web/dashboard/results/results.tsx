import type { Result } from '../../../src/domain/tally.ts'
import { Bars } from '../../ui/bars.tsx'
import { Histogram } from '../../ui/histogram.tsx'
import type { Desk } from '../desk.ts'

/** What has been answered, question by question, as it moves. */
export function Results({ desk }: { readonly desk: Desk }) {
  const { results } = desk.survey.value
  return (
    <>
      {results.map(result => (
        <section key={result.index} class="result">
          <h2>{result.text}</h2>
          <Chart result={result} />
        </section>
      ))}
    </>
  )
}

function Chart({ result: { text, answered, tally, distribution, mean = null } }: { readonly result: Result }) {
  if (tally !== undefined)
    return <Bars caption={text} rows={tally.map(({ option: label, count }) => ({ label, count }))} whole={answered} />
  if (distribution !== undefined) return <Histogram caption={text} distribution={distribution} mean={mean} />
  return <p>{answered} answered</p>
}
