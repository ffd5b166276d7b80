import type { Signal } from '@preact/signals'
import type { Comparison } from '../../../src/dashboard/contract.ts'
import type { Group } from '../../../src/domain/results/comparison.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { comparableGroups, questionNames } from './comparable-groups.ts'

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
        {count > 0 && !paced && <Groups survey={model.survey.value} group={group} />}
        {counted.some(({ tally }) => tally !== undefined) && <Sort byCount={byCount} />}
      </p>
      {count > 0 && (
        <p class="muted" role="status">
          {group.value === undefined ? aboutGroups(paced) : describe(questionNames(model.survey.value), comparison)}
        </p>
      )}
    </div>
  )
}

function aboutGroups(isPaced: boolean): string {
  return isPaced ? dashboardTexts.results.notComparable : dashboardTexts.results.compareAbout
}

interface GroupsProps {
  readonly survey: Parameters<typeof comparableGroups>[0]
  readonly group: Signal<Group | undefined>
}

function Groups({ survey, group }: GroupsProps) {
  const choices = comparableGroups(survey)
  const { question, answer } = group.value ?? {}
  return (
    <label class="inline-select">
      {dashboardTexts.results.compare}
      <select
        value={group.value === undefined ? '' : optionKey(question, answer)}
        onChange={({ currentTarget: { value } }) => {
          const chosen = choices
            .flatMap(({ answers }) => answers)
            .find(one => optionKey(one.question, one.answer) === value)
          group.value = chosen && { question: chosen.question, answer: chosen.answer }
        }}
      >
        <option value="">{dashboardTexts.results.everyone}</option>
        {choices.map(({ name, answers }) => (
          <optgroup key={answers[0]?.question} label={name}>
            {answers.map(one => (
              <option key={one.answer} value={optionKey(one.question, one.answer)}>
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

function describe(names: readonly string[], comparison: Comparison | undefined): string {
  if (comparison === undefined) return dashboardTexts.results.counting
  const { question, answer, response_count: people } = comparison
  return dashboardTexts.results.compared(people, answer, names[question] ?? '')
}

function optionKey(question: number | undefined, answer: string | undefined): string {
  return `${question} ${answer}`
}
