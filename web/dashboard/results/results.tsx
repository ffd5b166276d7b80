import { useSignal } from '@preact/signals'
import type { Result } from '../../../src/domain/tally.ts'
import { Bars } from '../../ui/bars.tsx'
import { Histogram } from '../../ui/histogram.tsx'
import type { SurveyModel } from '../survey-model.ts'
import { Arrivals } from './arrivals.tsx'
import './results.css'
import { words } from '../../words/words.ts'

/** Live results, question by question. */
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

/** Shown until the first response arrives. */
function Nothing({ slug }: { readonly slug: string }) {
  return (
    <div class="nothing">
      <img src={`/s/${slug}/qr.svg`} alt={words.common.qrCode} width="160" height="160" />
      <p>
        <strong>{words.results.noneTitle}</strong> {words.results.none}
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
      <legend class="visually-hidden">{words.results.order}</legend>
      {[false, true].map(value => (
        <label key={String(value)} class="switch">
          <input type="radio" name="order" checked={byCount === value} onChange={() => onChange(value)} />
          {value ? words.results.byCount : words.results.byQuestion}
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
    const rows = tally.map(({ option, count }) => ({ label: option, count }))
    return <Bars caption={text} rows={byCount ? rows.toSorted((a, b) => b.count - a.count) : rows} total={answered} />
  }
  if (distribution !== undefined) return <Histogram caption={text} distribution={distribution} mean={mean} />
  const [href, label] =
    type === 'free_text' ? ['#responses', words.results.readAnswers] : ['#board', words.results.viewBoard]
  return (
    <p class="screen-only">
      <a href={href}>{label}</a>
    </p>
  )
}

function answeredText({ type, answered, board }: Result, count: number): string {
  if (type !== 'upvoted_question') return words.results.answered(answered, count)
  const { items = 0, votes = 0 } = board ?? {}
  return words.results.asked(items, votes)
}
