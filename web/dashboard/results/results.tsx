import { useSignal } from '@preact/signals'
import type { ShownResponses } from '../../../src/domain/results/asked-notes.ts'
import type { Group } from '../../../src/domain/results/comparison.ts'
import { isRight, rightShare } from '../../../src/domain/results/right-answers.ts'
import { sharesBefore } from '../../../src/domain/results/rounds.ts'
import type { Result } from '../../../src/domain/results/tally.ts'
import type { RightAnswer } from '../../../src/domain/surveys/question-settings.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { FirstRoundKey } from '../../ui/charts/first-round-key.tsx'
import { Histogram } from '../../ui/charts/histogram.tsx'
import { ratio } from '../../ui/charts/ratio.ts'
import { useNewestTexts } from '../../ui/newest-texts.ts'
import { OURS } from '../../ui/our-words.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { NoResponses } from '../no-responses.tsx'
import { useProjectedTexts } from '../pick-button.tsx'
import type { SurveyModel } from '../survey-model.ts'
import { Arrivals } from './arrivals.tsx'
import { optionNotes, questionNote } from './asked-notes.ts'
import { type Card, cardsOf } from './cards.ts'
import { useComparison } from './comparison.ts'
import { Quotes } from './quotes.tsx'
import { ResultTools } from './result-tools.tsx'
import './printed-results.css'
import './results.css'

/** Maximum length of a label that leaves room for a bar in half the width, in characters. */
const SHORT_LABEL = 28

/** Live results, question by question: of everyone, or of the people who gave a certain answer. */
export function Results({ model }: { readonly model: SurveyModel }) {
  const { response_count: count, edited, paced } = model.survey.value
  const byCount = useSignal(false)
  const group = useSignal<Group | undefined>(undefined)
  const comparison = useComparison(model, group)
  const texts = useNewestTexts(model)
  const projectedTexts = useProjectedTexts(model)
  const cards = cardsOf(model.survey.value)
  const widths = widthsOf(cards.map(({ result }) => result))
  const shown = {
    count: comparison?.response_count ?? count,
    edited: comparison?.edited ?? edited,
    everyonesEdited: edited,
    isPaced: paced,
  }
  return (
    <>
      {count === 0 ? <NoResponses model={model} /> : <Arrivals model={model} />}
      <ResultTools model={model} byCount={byCount} group={group} comparison={comparison} />
      <p class="screen-only">
        <a href="#record">{dashboardTexts.record.open}</a>
      </p>
      <ol class="results" aria-busy={group.value !== undefined && comparison === undefined}>
        {cards.map(({ result: everyone, first, rounds, right, scaleWords }, at) => {
          const result = comparison?.results.find(({ index }) => index === everyone.index)
          return (
            <li key={everyone.index} data-width={widths[at]} {...model.textLanguage.value}>
              <h2 dir="auto">{everyone.text}</h2>
              <p class="muted" {...OURS}>
                {rounds ? dashboardTexts.results.rounds(...rounds) : answeredText(result ?? everyone, shown)}
              </p>
              {right && <RightShare right={right} result={result ?? everyone} first={first} />}
              {everyone.type === 'free_text' && comparison === undefined ? (
                <Quotes model={model} result={everyone} texts={texts} projectedTexts={projectedTexts} />
              ) : (
                <Chart
                  result={result ?? everyone}
                  everyone={result && everyone}
                  first={first}
                  right={right}
                  scaleWords={scaleWords}
                  byCount={byCount.value}
                  notes={optionNotes(result ?? everyone, shown)}
                />
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}

interface Drawn extends Pick<Card, 'result' | 'first' | 'right' | 'scaleWords'> {
  /** Everybody's result, if the other one is a group's. */
  readonly everyone: Result | undefined
  readonly byCount: boolean
  readonly notes: ReadonlyMap<number, string>
}

function Chart(drawn: Drawn) {
  const { result, everyone, first, right, scaleWords, byCount, notes } = drawn
  const { text, type, answered, distribution, mean = null } = result
  const before = first && sharesBefore(first, result)
  const rows = rowsOf(drawn, before)
  if (rows.length > 0)
    return (
      <>
        <Bars caption={text} rows={byCount ? rows.toSorted((a, b) => b.count - a.count) : rows} total={answered} />
        {before && <FirstRoundKey />}
        {notes.size > 0 && (
          <p class="muted shares" {...OURS}>
            {dashboardTexts.results.laterOptions}
          </p>
        )}
      </>
    )
  if (distribution !== undefined)
    return (
      <>
        <Histogram
          caption={text}
          distribution={distribution}
          mean={mean}
          reference={everyone?.mean}
          before={before && { shares: before, mean: first?.mean ?? null }}
          right={right}
          scaleWords={scaleWords}
        />
        {before && <FirstRoundKey />}
      </>
    )
  if (type === 'free_text')
    return (
      <p class="muted" {...OURS}>
        {dashboardTexts.results.noGroupTexts}
      </p>
    )
  return (
    <p class="screen-only" {...OURS}>
      <a href="#board">{dashboardTexts.results.viewBoard}</a>
    </p>
  )
}

interface RightProps extends Pick<Drawn, 'result' | 'first'> {
  readonly right: RightAnswer
}

/** Nothing while nobody has answered. */
function RightShare({ right, result, first }: RightProps) {
  const now = rightShare(right, result)
  const before = first && rightShare(right, first)
  if (now === undefined) return null
  return (
    <p class="right" {...OURS}>
      {dashboardTexts.results.right(now, before)}
    </p>
  )
}

/** A question takes the whole width if its labels are long, or if it would be alone in a row of two. */
function widthsOf(results: readonly Result[]): ('half' | 'alone' | 'long')[] {
  let isRowBegun = false
  const hasLongLabels = results.map(({ tally = [] }) => tally.some(({ option }) => option.length > SHORT_LABEL))
  return hasLongLabels.map((isLong, at) => {
    if (isLong) {
      isRowBegun = false
      return 'long'
    }
    isRowBegun = !isRowBegun
    return isRowBegun && hasLongLabels[at + 1] !== false ? 'alone' : 'half'
  })
}

function rowsOf({ result, everyone, right, notes }: Drawn, before: readonly number[] | undefined) {
  return (result.tally ?? []).map(({ option, count }, at) => ({
    label: option,
    count,
    reference: everyone && ratio(everyone.tally?.[at]?.count ?? 0, everyone.answered),
    before: before?.[at],
    isRight: right && isRight(right, at),
    note: notes.get(at),
  }))
}

function answeredText(result: Result, shown: ShownResponses): string {
  if (result.type !== 'upvoted_question') return questionNote(result, shown)
  const { items = 0, votes = 0 } = result.board ?? {}
  return dashboardTexts.results.shown(items, votes)
}
