import './entries.css'
import type { Result } from '../../src/domain/results/tally.ts'
import type { PresentationState } from '../presenter/presentation-state.ts'
import { useNewestTexts } from '../ui/newest-texts.ts'
import { attempt } from '../ui/notice.tsx'
import { OURS } from '../ui/our-words.ts'
import { remoteTexts } from '../words/remote-words.ts'
import { words } from '../words/shared-words.ts'

interface Props {
  readonly state: PresentationState
  readonly result: Result
}

/** The newest answers, to be shown or taken off the screen. Newer ones are read on request, so that none moves. */
export function TextList({ state, result: { index, answered } }: Props) {
  const { byQuestion, load } = useNewestTexts(state.live)
  const newest = byQuestion.value?.get(index)
  const { picks, words: roomWords } = state.projectedTexts.of(index)
  if (byQuestion.value === undefined)
    return <div class="skeleton tall" role="status" aria-label={words.common.loading} />
  const texts = newest?.texts ?? []
  const unread = answered - (newest?.answered ?? answered)
  const others = picks.filter(pick => !texts.some(({ id }) => id === pick.id))
  const list = { state, index }
  return (
    <>
      {roomWords !== null && (
        <>
          <h2 {...OURS}>{remoteTexts.roomWords}</h2>
          <p dir="auto">{roomWords.map(({ word, people }) => `${word} (${people})`).join(', ')}</p>
        </>
      )}
      <div class="heading">
        <h2 {...OURS}>{remoteTexts.newest}</h2>
        <button type="button" class="quiet" {...OURS} disabled={unread <= 0} onClick={() => attempt(load)}>
          {unread > 0 ? remoteTexts.newer(unread) : remoteTexts.noNewer}
        </button>
      </div>
      {texts.length === 0 && (
        <p class="muted" {...OURS}>
          {remoteTexts.noTexts}
        </p>
      )}
      <Texts {...list} texts={texts} />
      {others.length > 0 && <h2 {...OURS}>{remoteTexts.alsoShown}</h2>}
      <Texts {...list} texts={others} />
    </>
  )
}

interface TextsProps extends Pick<Props, 'state'> {
  readonly index: number
  readonly texts: readonly { readonly id?: string; readonly text: string }[]
}

function Texts({ state, index, texts }: TextsProps) {
  const { live, projectedTexts } = state
  const isPicked = (id: string) => projectedTexts.of(index).picks.some(pick => pick.id === id)
  const toggle = (id: string) =>
    attempt(async () => {
      await live.send(isPicked(id) ? 'DELETE' : 'PUT', `/projected-texts/${index}/${id}`)
      await projectedTexts.load()
    })
  return (
    <ul class="entries">
      {texts.map(({ id = '', text }) => (
        <li key={id}>
          <p dir="auto" id={`text-${id}`}>
            {text}
          </p>
          <div class="acts">
            <button
              type="button"
              class="quiet"
              {...OURS}
              aria-pressed={isPicked(id)}
              aria-describedby={`text-${id}`}
              data-choice={id}
              onClick={() => toggle(id)}
            >
              {isPicked(id) ? remoteTexts.isShown : remoteTexts.show}
            </button>
          </div>
        </li>
      ))}
    </ul>
  )
}
