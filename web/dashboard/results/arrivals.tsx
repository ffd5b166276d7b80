import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { SurveyModel } from '../survey-model.ts'

/** How many had answered at a moment. */
interface Arrival {
  readonly at: string
  readonly count: number
}

/** What came in within a shorter time is no curve, in milliseconds. */
const SHORTEST_MS = 5_000
/** The curve is read again at most this often while answers arrive, in milliseconds. */
const PAUSE_MS = 2_000
const WIDTH = 600
const HEIGHT = 64

/** How answers came in over time: a curve, and the same as a table. */
export function Arrivals({ model }: { readonly model: SurveyModel }) {
  const arrivals = useArrivals(model)
  // Whoever prints waits for it.
  if (arrivals === undefined) return <span aria-busy="true" />
  const [first] = arrivals
  const last = arrivals.at(-1)
  if (first === undefined || last === undefined) return null
  if (Date.parse(last.at) - Date.parse(first.at) < SHORTEST_MS) return null
  const isOneDay = dayOf(first.at) === dayOf(last.at)
  const time = (at: string) => new Intl.DateTimeFormat('en-GB', isOneDay ? TIME : DAY_AND_TIME).format(new Date(at))
  return (
    <section class="arrivals" aria-label="Answers over time">
      <Curve arrivals={arrivals} />
      <p class="ends">
        <span>{time(first.at)}</span>
        <span>{time(last.at)}</span>
      </p>
      <details>
        <summary>Answers over time as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">By</th>
              <th scope="col">Answers taken</th>
            </tr>
          </thead>
          <tbody>
            {arrivals.map(({ at, count }) => (
              <tr key={count}>
                <td>
                  <time dateTime={at}>{time(at)}</time>
                </td>
                <td>{count.toLocaleString('en')}</td>
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

/** Read when the view opens, and again while answers come and go; undefined until then. */
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
