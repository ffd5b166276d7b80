import { type EditedQuestion, editedQuestion } from '../../src/domain/results/asked.ts'
import type { Result } from '../../src/domain/results/tally.ts'
import { AnimatedNumber } from '../ui/animated-number.tsx'
import { letterKeys } from '../ui/letter-keys.ts'
import { stateOf } from '../ui/survey-state.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { words } from '../words/words.ts'
import { Countdown } from './countdown.tsx'
import { editMarks } from './edit-marks.ts'
import { Link, QrCode } from './join-link.tsx'
import type { PresentationState } from './presentation-state.ts'

/** Counts, status and, next to a question, the link for latecomers. */
export function Footer({ state }: { readonly state: PresentationState }) {
  const { id, url, response_count: count, edited: edits } = state.live.survey.value
  const surveyState = stateOf(state.live.survey.value)
  const { value: result } = state.result
  const edited = result && editedQuestion(edits, result.index)
  const { part, isWords } = state.screen.value
  return (
    <>
      <div class="figures">
        {state.countdownEnd.value !== undefined && <Countdown end={state.countdownEnd.value} />}
        {(result?.type !== 'free_text' || part !== undefined || isWords) && (
          <Figures result={result} count={count} edited={edited} />
        )}
        {edited &&
          editMarks(edited).map(mark => (
            <p key={mark} class="edit-mark">
              {mark}
            </p>
          ))}
        {state.areResultsHidden.value && <HiddenNote canReveal={!state.isFollowing.value} />}
        {part !== undefined && (
          <p>
            {rangeOf(
              part,
              result?.tally?.length ?? state.projectedTexts.of(result?.index ?? -1).picks.length,
              state.leaderElsewhere.value,
            )}
          </p>
        )}
        {surveyState !== 'open' && result !== undefined && <p class="ended">{words.common.states[surveyState]}</p>}
      </div>
      {result !== undefined && surveyState === 'open' && (
        <div class="way-in">
          <Link url={url} />
          <QrCode id={id} />
        </div>
      )}
      <p class="broken" role="status">
        {!state.live.connected.value && <span>{words.common.reconnecting}</span>}
      </p>
    </>
  )
}

/** Hidden results would look like none. @param canReveal whether the key that reveals them works here */
function HiddenNote({ canReveal }: { readonly canReveal: boolean }) {
  return (
    <p class="are-hidden">
      {presenterTexts.areHidden}
      {canReveal && letterKeys.value && (
        <span aria-hidden="true">
          {' · '}
          <kbd>R</kbd>
        </span>
      )}
    </p>
  )
}

/** Empty if everything is on this screen. */
function rangeOf([from, to]: readonly [number, number], total: number, leader: number | undefined): string {
  return to - from === total ? '' : presenterTexts.range(from + 1, to, total, leader)
}

interface FiguresProps {
  readonly result: Result | undefined
  readonly count: number
  readonly edited: EditedQuestion | undefined
}

function Figures({ result, count, edited }: FiguresProps) {
  if (result?.board !== undefined) {
    const { items, votes } = result.board
    return (
      <>
        <p>
          <Figure value={items} unit={words.common.questions} />
        </p>
        <p>
          <Figure value={votes} unit={words.common.votes} />
        </p>
      </>
    )
  }
  return (
    <p>
      <Figure value={result?.answered ?? count} unit={unitOf(result, edited)} />
    </p>
  )
}

function unitOf(result: Result | undefined, edited: EditedQuestion | undefined): (count: number) => string {
  if (result === undefined) return words.common.responses
  const { added_after: added = 0, asked = 0 } = edited ?? {}
  return added > 0 ? () => words.charts.ofAsked(asked) : words.common.answers
}

export function Figure({ value, unit }: { readonly value: number; readonly unit: (count: number) => string }) {
  return (
    <>
      <strong>
        <AnimatedNumber value={value} />
      </strong>{' '}
      {unit(value)}
    </>
  )
}
