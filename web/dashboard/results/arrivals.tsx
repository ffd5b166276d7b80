import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Arrival, Arrivals as ArrivalsRead } from '../../../src/dashboard/contract.ts'
import { largestOf, smallestOf } from '../../../src/domain/values/largest.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { words } from '../../words/words.ts'
import type { SurveyModel } from '../survey-model.ts'

/** Minimum interval between two reads, in milliseconds. */
const PAUSE_MS = 2_000
const WIDTH = 600
const HEIGHT = 80
const BAR_WIDTH = 24

/**
 * Responses over time, as a curve with its scale (one bar if all arrived within a minute) and as a table. Its height is
 * the same before they are read.
 */
export function Arrivals({ model }: { readonly model: SurveyModel }) {
  const arrivals = useArrivals(model)
  return (
    <section class="arrivals" aria-labelledby="arrivals-title">
      <h2 id="arrivals-title">{dashboardTexts.results.overTime}</h2>
      {/* Printing waits until nothing is busy. */}
      <div class="chart" aria-busy={arrivals === undefined}>
        {arrivals !== undefined && <Chart arrivals={arrivals} />}
      </div>
      <details>
        <summary>{dashboardTexts.results.asTable}</summary>
        <Table arrivals={arrivals ?? []} />
      </details>
    </section>
  )
}

function Chart({ arrivals }: { readonly arrivals: readonly Arrival[] }) {
  const [first] = arrivals
  const last = arrivals.at(-1)
  if (first === undefined || last === undefined) return null
  // Times are given to the minute, so within one minute there is no curve.
  const isOneMinute = arrivals.length === 1
  const top = roundUp(last.count)
  const isOneDay = dayOf(first.at) === dayOf(last.at)
  return (
    <>
      <p class="axis" aria-hidden="true">
        <span>{words.format.number(top)}</span>
        <span>0</span>
      </p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {isOneMinute ? <Bar part={last.count / top} /> : <Curve arrivals={arrivals} top={top} />}
      </svg>
      <p class="span">
        <span>{isOneMinute ? dashboardTexts.results.allAt(timeOf(first.at)) : timeOf(first.at)}</span>
        {!isOneMinute && <span>{isOneDay ? words.format.date(new Date(last.at), TIME) : timeOf(last.at)}</span>}
      </p>
    </>
  )
}

function Table({ arrivals }: { readonly arrivals: readonly Arrival[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{dashboardTexts.results.time}</th>
          <th scope="col">{dashboardTexts.results.total}</th>
        </tr>
      </thead>
      <tbody>
        {arrivals.map(({ at, count }) => (
          <tr key={count}>
            <td>
              <time dateTime={at}>{timeOf(at)}</time>
            </td>
            <td>{words.format.number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const TIME = { hour: '2-digit', minute: '2-digit' } as const
const DAY_AND_TIME = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const

interface CurveProps {
  readonly arrivals: readonly Arrival[]
  /** The number at the top of the scale. */
  readonly top: number
}

function Curve({ arrivals, top }: CurveProps) {
  const times = arrivals.map(({ at }) => Date.parse(at))
  const [from, to] = [smallestOf(times), largestOf(times)]
  const points = arrivals.map(({ count }, index) => {
    const x = (((times[index] ?? from) - from) / (to - from)) * WIDTH
    return `${x.toFixed(1)},${(HEIGHT - (count / top) * HEIGHT).toFixed(1)}`
  })
  return (
    <>
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <Grid />
      <polyline points={points.join(' ')} />
    </>
  )
}

/** The responses of a single minute. @param part of the scale */
function Bar({ part }: { readonly part: number }) {
  const height = part * HEIGHT
  return (
    <>
      <Grid />
      <rect x="0" y={HEIGHT - height} width={BAR_WIDTH} height={height} />
    </>
  )
}

function Grid() {
  return <path d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
}

/** Reads when the view opens and whenever the count changes; undefined until the first read. */
function useArrivals(model: SurveyModel): readonly Arrival[] | undefined {
  const arrivals = useSignal<readonly Arrival[] | undefined>(undefined)
  const readAt = useSignal(0)
  const { response_count: count } = model.survey.value
  useEffect(() => {
    const read = async () => {
      readAt.value = Date.now()
      arrivals.value = (await model.read<ArrivalsRead>('/arrivals')).arrivals
    }
    const refresh = () =>
      read().catch(() => {
        // The curve stays unchanged until the next response repeats the request.
      })
    const timer = setTimeout(refresh, Math.max(0, readAt.value + PAUSE_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [count])
  return arrivals.value
}

/** The next number that is one digit followed by zeros, so that the scale ends at a round number. */
function roundUp(count: number): number {
  const unit = 10 ** Math.floor(Math.log10(count))
  return Math.ceil(count / unit) * unit
}

function timeOf(at: string): string {
  return words.format.date(new Date(at), DAY_AND_TIME)
}

function dayOf(at: string): string {
  return new Date(at).toDateString()
}
