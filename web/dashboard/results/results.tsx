import { useSignal } from '@preact/signals'
import type { Group } from '../../../src/domain/results/comparison.ts'
import { askedOf } from '../../../src/domain/results/edit-history/asked.ts'
import { shownResults } from '../../../src/domain/results/groups/shown-results.ts'
import { useNewestTexts } from '../../ui/newest-texts.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { NoResponses } from '../no-responses.tsx'
import { useProjectedTexts } from '../pick-button.tsx'
import type { SurveyModel } from '../survey-model.ts'
import { Arrivals } from './arrivals.tsx'
import { useComparison } from './comparison.ts'
import { type Entry, entriesOf } from './entries.ts'
import { GroupCard } from './group-card.tsx'
import { QuestionCard } from './question-card.tsx'
import { ResultTools } from './result-tools.tsx'
import './groups.css'
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
  const entries = entriesOf(model.survey.value)
  const compared = comparison && shownResults({ ...model.survey.value, results: comparison.results })
  const widths = widthsOf(entries)
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
        {entries.map((entry, at) => (
          <li key={keyOf(entry)} data-width={widths[at]} class={entry.kind} {...model.textLanguage.value}>
            {entry.kind === 'section' && <SectionHeading section={entry.section} />}
            {entry.kind === 'group' && (
              <GroupCard
                group={entry.group}
                asked={askedOf(edited, entry.index, count)}
                compared={
                  comparison && {
                    group: compared?.find(({ index }) => index === entry.index)?.group,
                    asked: askedOf(comparison.edited, entry.index, comparison.response_count),
                  }
                }
                byCount={byCount.value}
              />
            )}
            {entry.kind === 'card' && (
              <QuestionCard
                model={model}
                card={entry.card}
                compared={compared?.find(({ index }) => index === entry.card.result.index)}
                isCompared={comparison !== undefined}
                shown={shown}
                byCount={byCount.value}
                texts={texts}
                projectedTexts={projectedTexts}
              />
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

function SectionHeading({ section: { title, text } }: Pick<Extract<Entry, { kind: 'section' }>, 'section'>) {
  return (
    <>
      <h2 dir="auto">{title}</h2>
      {text !== undefined && <p dir="auto">{text}</p>}
    </>
  )
}

function keyOf(entry: Entry): string | number {
  if (entry.kind === 'card') return entry.card.result.index
  return entry.kind === 'group' ? entry.index : `section ${entry.section.from}`
}

/** What is shown takes the whole width if its labels are long, or if it would be alone in a row of two. */
function widthsOf(entries: readonly Entry[]): ('half' | 'alone' | 'long')[] {
  let isRowBegun = false
  const wide = entries.map(isWide)
  return wide.map((isLong, at) => {
    if (isLong) {
      isRowBegun = false
      return entries[at]?.kind === 'section' ? 'alone' : 'long'
    }
    isRowBegun = !isRowBegun
    return isRowBegun && wide[at + 1] !== false ? 'alone' : 'half'
  })
}

function isWide(entry: Entry): boolean {
  if (entry.kind === 'card') return (entry.card.result.tally ?? []).some(({ option }) => option.length > SHORT_LABEL)
  if (entry.kind === 'section' || entry.group.kind === 'grid') return true
  return entry.group.kind === 'check_list' && entry.group.options.some(({ option }) => option.length > SHORT_LABEL)
}
