import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { words } from '../../words/words.ts'
import type { SurveyModel } from '../survey-model.ts'

/** The number of responses at a time. */
interface Arrival {
  readonly at: string
  readonly count: number
}

/** Shorter spans are not drawn, in milliseconds. */
const SHORTEST_MS = 5_000
/** Minimum interval between two reads, in milliseconds. */
const PAUSE_MS = 2_000
const WIDTH = 600
const HEIGHT = 64

/** Responses over time, as a curve and as a table. */
export function Arrivals({ model }: { readonly model: SurveyModel }) {
  const arrivals = useArrivals(model)
  // Printing waits for this element to go.
  if (arrivals === undefined) return <span aria-busy="true" />
  const [first] = arrivals
  const last = arrivals.at(-1)
  if (first === undefined || last === undefined) return null
  if (Date.parse(last.at) - Date.parse(first.at) < SHORTEST_MS) return null
  const isOneDay = dayOf(first.at) === dayOf(last.at)
  const time = (at: string) => words.format.date(new Date(at), isOneDay ? TIME : DAY_AND_TIME)
  return (
    <section class="arrivals" aria-label={words.results.overTime}>
      <Curve arrivals={arrivals} />
      <p class="ends">
        <span>{time(first.at)}</span>
        <span>{time(last.at)}</span>
      </p>
      <details>
        <summary>{words.results.overTimeTable}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.results.time}</th>
              <th scope="col">{words.results.total}</th>
            </tr>
          </thead>
          <tbody>
            {arrivals.map(({ at, count }) => (
              <tr key={count}>
                <td>
                  <time dateTime={at}>{time(at)}</time>
                </td>
                <td>{words.format.number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
const DAY_AND_TIME = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const

function Curve({ arrivals }: { readonly arrivals: readonly Arrival[] }) {
  const times = arrivals.map(({ at }) => Date.parse(at))
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const most = arrivals.at(-1)?.count ?? 1
  const points = arrivals.map(({ count }, index) => {
    const x = (((times[index] ?? from) - from) / (to - from)) * WIDTH
    return `${x.toFixed(1)},${(HEIGHT - (count / most) * (HEIGHT - 4)).toFixed(1)}`
  })
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline points={points.join(' ')} />
    </svg>
  )
}

/** Reads when the view opens and whenever the count changes; undefined until the first read. */
function useArrivals(model: SurveyModel): readonly Arrival[] | undefined {
  const arrivals = useSignal<readonly Arrival[] | undefined>(undefined)
  const readAt = useSignal(0)
  const { response_count: count } = model.survey.value
  useEffect(() => {
    const read = async () => {
      readAt.value = Date.now()
      arrivals.value = (await model.send<{ arrivals: Arrival[] }>('GET', '/arrivals')).arrivals
    }
    const refresh = () =>
      read().catch(() => {
        // The curve stays as it is until the next response repeats the request.
      })
    const timer = setTimeout(refresh, Math.max(0, readAt.value + PAUSE_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [count])
  return arrivals.value
}

function dayOf(at: string): string {
  return new Date(at).toDateString()
}
