import { useLayoutEffect, useRef } from 'preact/hooks'
import { type ShownResult, sectionOf } from '../../src/domain/results/groups/shown-results.ts'
import { isRight } from '../../src/domain/results/right-answers.ts'
import type { Result } from '../../src/domain/results/tally.ts'
import { Bars } from '../ui/charts/bars.tsx'
import { FirstRoundKey } from '../ui/charts/first-round-key.tsx'
import { Histogram } from '../ui/charts/histogram.tsx'
import { LaterGroupChart } from '../ui/charts/later-group-chart.tsx'
import { LeadLines } from '../ui/lead-lines.tsx'
import { OURS } from '../ui/our-words.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { words } from '../words/shared-words.ts'
import { Figure, peopleOf } from './figures.tsx'
import { LaterContents } from './later.tsx'
import type { PresentationState } from './presentation-state.ts'
import { useReveal } from './reveal.ts'
import { spreadOf } from './spread.ts'
import { useFitToScreen } from './type/fit-to-screen.ts'
import { Title } from './type/title.tsx'

interface Props {
  readonly state: PresentationState
  readonly result: ShownResult
}

/** A question with its results, which may be hidden. */
export function QuestionScreen({ state, result }: Props) {
  const stage = useRef<HTMLElement>(null)
  const refit = useFitToScreen(stage)
  const section = sectionOf(state.live.survey.value, result.index)
  useReveal(stage, state.areResultsHidden.value)
  return (
    <section
      class="stage"
      ref={stage}
      data-results={state.areResultsHidden.value ? 'hidden' : undefined}
      {...state.live.textLanguage.value}
    >
      {section && (
        <p class="section-title" dir="auto">
          {section.title}
        </p>
      )}
      <Title text={result.text} size={state.titleSize.value} />
      <Chart state={state} result={result} refit={refit} />
    </section>
  )
}

interface ChartProps extends Props {
  /** Fits the screen again. */
  readonly refit: () => void
}

function Chart({ state, result, refit }: ChartProps) {
  useLayoutEffect(refit)
  const { index, text, answered, tally, distribution, mean = null, group } = result
  const hidesCounts = state.areResultsHidden.value
  const rounds = roundsOf(state)
  const { before } = rounds
  const caption = hidesCounts ? `${text} ${presenterTexts.hidden}` : text
  if (tally !== undefined) {
    return (
      <div class="chart" data-apart={state.leaderElsewhere.value}>
        <Bars caption={caption} rows={rowsOf(state, tally)} total={peopleOf(state, result)} hidesCounts={hidesCounts} />
        {before && <FirstRoundKey />}
      </div>
    )
  }
  if (group !== undefined && group.kind !== 'check_list')
    return (
      <div class="chart">
        <LaterGroupChart group={group} part={state.screen.value.part} hidesCounts={hidesCounts} refit={refit} />
      </div>
    )
  if (distribution !== undefined)
    return (
      <div class="chart">
        {hidesCounts && (
          <p class="total" {...OURS}>
            <Figure value={answered} unit={() => presenterTexts.haveAnswered} />
          </p>
        )}
        <Histogram
          caption={caption}
          distribution={distribution}
          mean={mean}
          hidesCounts={hidesCounts}
          scaleWords={state.scaleWords.value}
          spread={spreadOf(result)}
          {...rounds}
        />
        {before && <FirstRoundKey />}
      </div>
    )
  const { picks, words: list } = state.projectedTexts.of(index)
  const { part, isWords } = state.screen.value
  const later = { state, index, refit }
  if (isWords && list !== null) return <LaterContents key="words" {...later} words={list} />
  if (picks.length > 0) return <Texts texts={picks.slice(...(part ?? [])).map(({ text: pick }) => pick)} />
  if (result.board !== undefined) return <LaterContents key="board" {...later} words={undefined} />
  return (
    <p class="total" lang="en">
      <LeadLines people={answered} />
      <Figure value={answered} unit={words.common.answers} />
    </p>
  )
}

type Tally = NonNullable<Result['tally']>

/** What is shown with revealed results besides the counts. */
function roundsOf({ areResultsHidden, firstRound, sharesBefore, right }: PresentationState) {
  if (areResultsHidden.value) return { right: undefined, before: undefined }
  const { value: shares } = sharesBefore
  return { right: right.value, before: shares && { shares, mean: firstRound.value?.mean ?? null } }
}

/** The options of this screen and, on the first, the one that leads, wherever in the survey it is. */
function rowsOf(state: PresentationState, tally: Tally) {
  const { screen, leaderElsewhere } = state
  const { before, right } = roundsOf(state)
  const rows = tally.map(({ option: label, count }, at) => {
    return { label, count, before: before?.shares[at], isRight: right && isRight(right, at) }
  })
  const { part = [], sortedRows } = screen.value
  if (sortedRows !== undefined) return sortedRowsOf(rows, sortedRows)
  const { value: leader } = leaderElsewhere
  return [...rows.slice(...part), ...(leader === undefined ? [] : rows.slice(leader, leader + 1))]
}

/**
 * The options sorted by count, highest first and equal ones in survey order; the remaining ones share a row at the end.
 */
function sortedRowsOf<Row extends { readonly count: number }>(unsorted: readonly Row[], most: number) {
  const rows = unsorted.toSorted((a, b) => b.count - a.count)
  const rest = rows.slice(most)
  const count = rest.reduce((sum, one) => sum + one.count, 0)
  const others = rest.length === 0 ? [] : [{ label: presenterTexts.others(rest.length), count, isRest: true }]
  return [...rows.slice(0, most), ...others]
}

/** Picked answers as large quotes. */
function Texts({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul class="texts">
      {texts.map((text, at) => (
        <li key={at}>
          <blockquote dir="auto">{text}</blockquote>
        </li>
      ))}
    </ul>
  )
}
