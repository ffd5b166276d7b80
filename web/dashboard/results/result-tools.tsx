import type { Signal } from '@preact/signals'
import type { Comparison } from '../../../src/dashboard/contract.ts'
import { comparableAnswers, type Group } from '../../../src/domain/results/comparison.ts'
import type { Result } from '../../../src/domain/results/tally.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import type { SurveyModel } from '../survey-model.ts'

interface Props {
  readonly model: SurveyModel
  readonly byCount: Signal<boolean>
  readonly group: Signal<Group | undefined>
  readonly comparison: Comparison | undefined
}

/** Selects whose results are shown, and in which order. */
export function ResultTools({ model, byCount, group, comparison }: Props) {
  const { results, response_count: count, paced } = model.survey.value
  const counted = results.filter(({ tally, distribution }) => (tally ?? distribution) !== undefined)
  if (counted.length === 0) return null
  return (
    <div class="result-tools">
      <p>
        {count > 0 && !paced && <Groups results={counted} count={count} group={group} />}
        {counted.some(({ tally }) => tally !== undefined) && <Sort byCount={byCount} />}
      </p>
      {count > 0 && (
        <p class="muted" role="status">
          {group.value === undefined ? aboutGroups(paced) : describe(results, comparison)}
        </p>
      )}
    </div>
  )
}

function aboutGroups(isPaced: boolean): string {
  return isPaced ? dashboardTexts.results.notComparable : dashboardTexts.results.compareAbout
}

interface GroupsProps {
  readonly results: readonly Result[]
  readonly count: number
  readonly group: Signal<Group | undefined>
}

function Groups({ results, count, group }: GroupsProps) {
  const choices = results.flatMap(result => {
    const answers = comparableAnswers(result, count)
    return answers.length === 0 ? [] : [{ result, answers }]
  })
  const { question, answer } = group.value ?? {}
  return (
    <label class="inline-select">
      {dashboardTexts.results.compare}
      <select
        value={group.value === undefined ? '' : optionKey(question, answer)}
        onChange={({ currentTarget: { value } }) => {
          const chosen = choices.flatMap(({ result: { index }, answers }) =>
            answers.filter(one => optionKey(index, one.answer) === value).map(one => ({ question: index, ...one })),
          )[0]
          group.value = chosen && { question: chosen.question, answer: chosen.answer }
        }}
      >
        <option value="">{dashboardTexts.results.everyone}</option>
        {choices.map(({ result: { index, text }, answers }) => (
          <optgroup key={index} label={text}>
            {answers.map(one => (
              <option key={one.answer} value={optionKey(index, one.answer)}>
                {dashboardTexts.results.whoAnswered(one.answer, one.count)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  )
}

function Sort({ byCount }: Pick<Props, 'byCount'>) {
  return (
    <label class="inline-select">
      {dashboardTexts.results.sort}
      <select
        value={String(byCount.value)}
        onChange={({ currentTarget }) => {
          byCount.value = currentTarget.value === 'true'
        }}
      >
        <option value="false">{dashboardTexts.results.byQuestion}</option>
        <option value="true">{dashboardTexts.results.byCount}</option>
      </select>
    </label>
  )
}

function describe(results: readonly Result[], comparison: Comparison | undefined): string {
  if (comparison === undefined) return dashboardTexts.results.counting
  const { question, answer, response_count: people } = comparison
  return dashboardTexts.results.compared(people, answer, results[question]?.text ?? '')
}

function optionKey(question: number | undefined, answer: string | undefined): string {
  return `${question} ${answer}`
}
