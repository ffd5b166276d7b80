import type { ShownResponses } from '../../../src/domain/results/edit-history/asked-notes.ts'
import { isRight, rightShare } from '../../../src/domain/results/right-answers.ts'
import { sharesBefore } from '../../../src/domain/results/rounds.ts'
import type { Result } from '../../../src/domain/results/tally.ts'
import type { RightAnswer } from '../../../src/domain/surveys/question-settings.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { FirstRoundKey } from '../../ui/charts/first-round-key.tsx'
import { Histogram } from '../../ui/charts/histogram.tsx'
import { ratio } from '../../ui/charts/ratio.ts'
import type { useNewestTexts } from '../../ui/newest-texts.ts'
import { OURS } from '../../ui/our-words.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import type { useProjectedTexts } from '../pick-button.tsx'
import type { SurveyModel } from '../survey-model.ts'
import { optionNotes, questionNote } from './asked-notes.ts'
import type { Card } from './cards.ts'
import { Quotes } from './quotes.tsx'

interface Props {
  readonly model: SurveyModel
  readonly card: Card
  /** Of the group that is compared with everyone. */
  readonly compared: Result | undefined
  readonly isCompared: boolean
  readonly shown: ShownResponses
  readonly byCount: boolean
  readonly texts: ReturnType<typeof useNewestTexts>
  readonly projectedTexts: ReturnType<typeof useProjectedTexts>
}

/** The result of a question, or of both rounds of one. */
export function QuestionCard({ model, card, compared, isCompared, shown, byCount, texts, projectedTexts }: Props) {
  const { result: everyone, first, rounds, right, scaleWords } = card
  const result = compared ?? everyone
  return (
    <>
      <h2 dir="auto">{everyone.text}</h2>
      <p class="muted" {...OURS}>
        {rounds ? dashboardTexts.results.rounds(...rounds) : answeredText(result, shown)}
      </p>
      {right && <RightShare right={right} result={result} first={first} />}
      {everyone.type === 'free_text' && !isCompared ? (
        <Quotes model={model} result={everyone} texts={texts} projectedTexts={projectedTexts} />
      ) : (
        <Chart
          result={result}
          everyone={compared && everyone}
          first={first}
          right={right}
          scaleWords={scaleWords}
          byCount={byCount}
          notes={optionNotes(result, shown)}
        />
      )}
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
