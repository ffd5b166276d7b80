import type { ShownResult } from '../../src/domain/results/groups/shown-results.ts'
import { isRight } from '../../src/domain/results/right-answers.ts'
import { peopleOf } from '../presenter/figures.tsx'
import type { PresentationState } from '../presenter/presentation-state.ts'
import { spreadOf } from '../presenter/spread.ts'
import { whyNotOpen } from '../presenter/why-not-open.ts'
import { Bars } from '../ui/charts/bars.tsx'
import { FirstRoundKey } from '../ui/charts/first-round-key.tsx'
import { Histogram } from '../ui/charts/histogram.tsx'
import { LaterGroupChart } from '../ui/charts/later-group-chart.tsx'
import { OURS } from '../ui/our-words.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { remoteTexts } from '../words/remote-words.ts'
import { BoardList } from './board-list.tsx'
import { TextList } from './text-list.tsx'

interface Props {
  readonly state: PresentationState
}

/** What the room sees and, of hidden results, what only the presenter does. */
export function OnScreen({ state, dashboardPath }: Props & { readonly dashboardPath: string | undefined }) {
  const { title } = state.live.survey.value
  const { value: result } = state.result
  if (!state.isLive.value) return <Idle state={state} dashboardPath={dashboardPath} />
  return (
    <>
      <p class="label">
        <span id="on-screen" {...OURS}>
          {remoteTexts.onScreen}
        </span>
        <CoverName state={state} />
      </p>
      <h1 dir="auto">{result?.text ?? title}</h1>
      {result === undefined ? <Joining state={state} /> : <Contents key={result.index} state={state} result={result} />}
    </>
  )
}

/** While nobody presents. */
function Idle({ state, dashboardPath }: Parameters<typeof OnScreen>[0]) {
  return (
    <>
      <h1 dir="auto" id="on-screen">
        {state.live.survey.value.title}
      </h1>
      <p class="muted" {...OURS}>
        {remoteTexts.nobody}
      </p>
      {state.hasEnded.value && dashboardPath !== undefined && (
        <p class="row" {...OURS}>
          {presenterTexts.ended} <a href={`${dashboardPath}#record`}>{presenterTexts.record}</a>
        </p>
      )}
    </>
  )
}

function CoverName({ state }: Props) {
  const { value: cover } = state.cover
  if (cover !== null) return <strong {...OURS}>{remoteTexts.covered[cover]}</strong>
  return state.areResultsHidden.value ? <span {...OURS}>{remoteTexts.onlyYou}</span> : null
}

function Joining({ state }: Props) {
  return (
    <p class="muted" {...OURS}>
      {whyNotOpen(state) ?? remoteTexts.joining}
    </p>
  )
}

interface ContentsProps extends Props {
  readonly result: ShownResult
}

function Contents({ state, result }: ContentsProps) {
  const { text, tally, distribution, mean = null, board, group } = result
  const shares = state.sharesBefore.value
  const right = state.right.value
  if (board !== undefined) return <BoardList state={state} index={result.index} />
  if (distribution !== undefined) {
    const before = shares && { shares, mean: state.firstRound.value?.mean ?? null }
    return (
      <>
        <Histogram
          caption={text}
          distribution={distribution}
          mean={mean}
          right={right}
          scaleWords={state.scaleWords.value}
          spread={spreadOf(result)}
          before={before}
        />
        {before && <FirstRoundKey />}
      </>
    )
  }
  if (group !== undefined && group.kind !== 'check_list') return <LaterGroupChart group={group} />
  if (tally === undefined) return <TextList state={state} result={result} />
  const rows = tally.map(({ option: label, count }, at) => {
    return { label, count, before: shares?.[at], isRight: right && isRight(right, at) }
  })
  return (
    <>
      <Part state={state} total={tally.length} />
      <Bars
        caption={text}
        rows={state.isSorted.value ? rows.toSorted((a, b) => b.count - a.count) : rows}
        total={peopleOf(state, result)}
      />
      {shares && <FirstRoundKey />}
    </>
  )
}

/** Which of many options are on the screen. A phone lists all of them. */
function Part({ state, total }: Props & { readonly total: number }) {
  const range = rangeOf(state.screen.value.id, total)
  if (range === undefined || state.isSorted.value) return null
  return (
    <p class="muted" {...OURS}>
      {remoteTexts.part(range)}
    </p>
  )
}

/** @param screen its id @returns undefined if it shows all items */
export function rangeOf(screen: string, total: number): string | undefined {
  const [, from, to] = screen.split(/[.-]/).map(Number)
  if (from === undefined || to === undefined || (from === 1 && to === total)) return
  return presenterTexts.range(from, to, total, undefined)
}
