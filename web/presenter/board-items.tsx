import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { AnimatedNumber } from '../ui/animated-number.tsx'
import type { LiveSurvey } from '../ui/live-survey.ts'
import { RequestError } from '../ui/request.ts'
import { stateOf } from '../ui/survey-state.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { words } from '../words/words.ts'
import { Link, QrCode } from './join-link.tsx'

/** As many as are legible from the last row. */
const MAX_ITEMS = 6

/** The dashboard gets a `state`; a projector link gets only visible items, with `answered`. */
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

/** The questions of a board, most votes first; answered ones come last. */
export function BoardItems({ live, index }: Props) {
  const items = useBoard({ live, index }).value
  if (items === undefined) return <div class="skeleton tall" role="status" aria-label={words.common.loading} />
  if (items.length === 0) return <NoItems live={live} />
  return (
    <ol class="asked">
      {items.slice(0, MAX_ITEMS).map(({ id, text, votes, answered }) => (
        <li key={id} data-answered={answered || undefined}>
          <p class="text" dir="auto">
            {text}
          </p>
          {answered && <p class="mark">{presenterTexts.answered}</p>}
          <p class="votes">
            <AnimatedNumber value={votes} /> <span>{words.common.votes(votes)}</span>
          </p>
        </li>
      ))}
    </ol>
  )
}

/** While there are no questions, the QR code fills the screen. */
function NoItems({ live }: Pick<Props, 'live'>) {
  const { id, url } = live.survey.value
  const isOpen = stateOf(live.survey.value) === 'open'
  return (
    <div class="start">
      <div>
        <p class="empty">{presenterTexts.noQuestions}</p>
        {isOpen && (
          <p class="join">
            {presenterTexts.askAt}
            <Link url={url} />
          </p>
        )}
      </div>
      {isOpen && <QrCode id={id} />}
    </div>
  )
}

/** The visible questions of a board, live; undefined until they have loaded. */
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
    return live.onBoardChange(change => {
      if (change.index === index) load()
    })
  }, [live, index])
  return items
}

/** @returns undefined if they could not be loaded; the stream reports the board again once it is back */
async function fetchItems({ live, index }: Props): Promise<readonly Item[] | undefined> {
  try {
    const { items } = await live.read<{ items: readonly Item[] }>(`/board/${index}`)
    const seen = items
      .filter(({ state = 'shown' }) => state === 'shown' || state === 'answered')
      .map(({ state, answered = state === 'answered', ...item }) => ({ ...item, answered }))
    return [...seen.filter(({ answered }) => !answered), ...seen.filter(({ answered }) => answered)]
  } catch (error) {
    if (error instanceof RequestError) return
    throw error
  }
}
