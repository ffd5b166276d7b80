import { useSignal } from '@preact/signals'
import type { Result } from '../../../src/domain/tally.ts'
import { Bars } from '../../ui/bars.tsx'
import { Histogram } from '../../ui/histogram.tsx'
import type { SurveyModel } from '../survey-model.ts'
import { Arrivals } from './arrivals.tsx'
import './results.css'

/** What has been answered, question by question, as it moves. */
export function Results({ model }: { readonly model: SurveyModel }) {
  const { results, response_count: count, id } = model.survey.value
  const byCount = useSignal(false)
  const hasChoices = results.some(({ tally }) => tally !== undefined)
  return (
    <>
      {count === 0 && <Nothing slug={id} />}
      <Arrivals model={model} />
      {hasChoices && <Order byCount={byCount.value} onChange={value => (byCount.value = value)} />}
      <ol class="results">
        {results.map(result => (
          <li key={result.index}>
            <h2>{result.text}</h2>
            <p class="muted">{answeredText(result, count)}</p>
            <Chart result={result} byCount={byCount.value} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** Until somebody has answered: how they get to it. */
function Nothing({ slug }: { readonly slug: string }) {
  return (
    <div class="nothing">
      <img src={`/s/${slug}/qr.svg`} alt="QR code of the survey's link" width="160" height="160" />
      <p>
        <strong>No answers yet.</strong> Share the link above, or show this code: whoever points a phone at it can
        answer. Results move here as answers arrive.
      </p>
    </div>
  )
}

interface OrderChoice {
  readonly byCount: boolean
  readonly onChange: (byCount: boolean) => void
}

function Order({ byCount, onChange }: OrderChoice) {
  return (
    <fieldset class="order">
      <legend class="visually-hidden">Order of options</legend>
      {[false, true].map(value => (
        <label key={String(value)} class="switch">
          <input type="radio" name="order" checked={byCount === value} onChange={() => onChange(value)} />
          {value ? 'Most chosen first' : 'In the question’s order'}
        </label>
      ))}
    </fieldset>
  )
}

interface Drawn {
  readonly result: Result
  readonly byCount: boolean
}

function Chart({ result, byCount }: Drawn) {
  const { text, type, answered, tally, distribution, mean = null } = result
  if (tally !== undefined) {
    const rows = tally.map(({ option: label, count }) => ({ label, count }))
    return <Bars caption={text} rows={byCount ? rows.toSorted((a, b) => b.count - a.count) : rows} total={answered} />
  }
  if (distribution !== undefined) return <Histogram caption={text} distribution={distribution} mean={mean} />
  const [href, words] = type === 'free_text' ? ['#answers', 'Read what was written'] : ['#board', 'Look at the board']
  return (
    <p class="screen-only">
      <a href={href}>{words}</a>
    </p>
  )
}

function answeredText({ type, answered, board }: Result, count: number): string {
  if (type !== 'upvoted_question') return `${answered.toLocaleString('en')} of ${count.toLocaleString('en')} answered`
  const { items = 0, votes = 0 } = board ?? {}
  return `${items} ${items === 1 ? 'question' : 'questions'} asked, ${votes} ${votes === 1 ? 'vote' : 'votes'}`
}
