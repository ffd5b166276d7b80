import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { AnimatedNumber } from '../ui/animated-number.tsx'
import type { LiveSurvey } from '../ui/live-survey.ts'
import { RequestError } from '../ui/request.ts'

/** As many as are legible from the last row. */
const MAX_ITEMS = 6

/** As a dashboard reads it, with its state, or as a wall does, which gets no others than those to be seen. */
interface Item {
  readonly id: string
  readonly text: string
  readonly votes: number
  readonly state?: 'shown' | 'held' | 'hidden' | 'answered'
  readonly answered?: boolean
}

interface Props {
  readonly live: LiveSurvey
  /** Of the question. */
  readonly index: number
}

/** What a room asks, most votes first; what has been answered comes after what has not. */
export function BoardItems({ live, index }: Props) {
  const items = useBoard({ live, index }).value
  if (items === undefined) return <div class="skeleton tall" role="status" aria-label="Loading" />
  if (items.length === 0) return <p class="empty">No questions yet.</p>
  return (
    <ol class="asked">
      {items.slice(0, MAX_ITEMS).map(({ id, text, votes, answered }) => (
        <li key={id} data-answered={answered || undefined}>
          <p class="text">{text}</p>
          {answered && <p class="mark">Answered</p>}
          <p class="votes">
            <AnimatedNumber value={votes} /> <span>{votes === 1 ? 'vote' : 'votes'}</span>
          </p>
        </li>
      ))}
    </ol>
  )
}

/** The questions on a board that a room may see, as they change; undefined until they have come. */
function useBoard({ live, index }: Props): ReadonlySignal<readonly Item[] | undefined> {
  const items = useSignal<readonly Item[] | undefined>(undefined)
  useEffect(() => {
    let last = 0
    const load = async () => {
      last += 1
      const mine = last
      const read = await fetchItems({ live, index })
      if (mine === last && read !== undefined) items.value = read
    }
    load()
    return live.onBoardChange(changed => {
      if (changed === index) load()
    })
  }, [live, index])
  return items
}

/** Undefined where they could not be read; the stream tells of the board again as soon as it is back. */
async function fetchItems({ live, index }: Props): Promise<readonly Item[] | undefined> {
  try {
    const { items } = await live.send<{ items: readonly Item[] }>('GET', `/board/${index}`)
    const seen = items
      .filter(({ state = 'shown' }) => state === 'shown' || state === 'answered')
      .map(({ state, answered = state === 'answered', ...item }) => ({ ...item, answered }))
    return [...seen.filter(({ answered }) => !answered), ...seen.filter(({ answered }) => answered)]
  } catch (error) {
    if (error instanceof RequestError) return
    throw error
  }
}
