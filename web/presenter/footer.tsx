import { editedQuestion } from '../../src/domain/results/edit-history/asked.ts'
import { rightShare } from '../../src/domain/results/right-answers.ts'
import { LeadLines } from '../ui/lead-lines.tsx'
import { letterKeys } from '../ui/letter-keys.ts'
import { stateOf } from '../ui/survey-state.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { words } from '../words/shared-words.ts'
import { Countdown } from './countdown/countdown.tsx'
import { editMarks } from './edit-marks.ts'
import { Figure, figuresOf } from './figures.tsx'
import { Link, QrCode } from './join-link.tsx'
import type { PresentationState } from './presentation-state.ts'
import { itemsOf } from './screens.ts'

/** Counts, status and, on every screen but the start, the way in for latecomers. */
export function Footer({ state }: { readonly state: PresentationState }) {
  const { id, url, edited: edits, response_count: count } = state.live.survey.value
  const surveyState = stateOf(state.live.survey.value)
  const { value: result } = state.result
  const { value: here } = state.live.here
  const edited = result && editedQuestion(edits, result.index)
  return (
    <>
      <div class="figures">
        <p>
          {result === undefined && here > 0 && <Figure value={here} unit={() => presenterTexts.here} />}
          {figuresOf(state)}
          {roundOf(state)}
          {state.areResultsHidden.value && <HiddenNote canReveal={!state.isFollowing.value} />}
          {rightOf(state)}
          {rangeOf(state)}
          {edited &&
            editMarks(edited).map(mark => (
              <span key={mark} class="edit-mark">
                {mark}
              </span>
            ))}
          {surveyState !== 'open' && result !== undefined && (
            <span class="ended">{words.common.states[surveyState]}</span>
          )}
        </p>
        {result === undefined && <LeadLines people={Math.max(here, count)} />}
        {state.countdownEnd.value !== undefined && <Countdown end={state.countdownEnd.value} />}
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
    <span class="are-hidden">
      {presenterTexts.areHidden}
      {canReveal && letterKeys.value && (
        <span aria-hidden="true">
          {' · '}
          <kbd>R</kbd>
        </span>
      )}
    </span>
  )
}

/** That it is the second round, until the key below its chart says so too: both would cost the link its size. */
function roundOf({ firstRound, sharesBefore, areResultsHidden }: PresentationState) {
  if (firstRound.value === undefined) return
  const hasOutlines = sharesBefore.value !== undefined && !areResultsHidden.value
  return !hasOutlines && <span>{presenterTexts.secondRound}</span>
}

/** The room's share, never a person's. Of a check-list, options are right rather than what people have chosen. */
function rightOf({ result: { value: result }, right: { value: right }, areResultsHidden }: PresentationState) {
  const isShown = result?.group === undefined && !areResultsHidden.value
  const share = result && right && isShown ? rightShare(right, result) : undefined
  if (right === undefined || share === undefined) return
  const points = 'options' in right ? '' : ` (${words.charts.points(right.from, right.to)})`
  return <strong class="right-share">{presenterTexts.right(words.format.percent(share), points)}</strong>
}

/** Nothing if everything is on this screen. */
function rangeOf({ screen, result, projectedTexts, leaderElsewhere }: PresentationState) {
  const { part: [from, to] = [0, 0] } = screen.value
  const total =
    (result.value && itemsOf(result.value))?.length ?? projectedTexts.of(result.value?.index ?? -1).picks.length
  if (screen.value.part === undefined || to - from === total) return
  return <span>{presenterTexts.range(from + 1, to, total, leaderElsewhere.value)}</span>
}
