import type { OneQuestion } from '../../../src/domain/results/groups/shown-together.ts'
import type { SurveyRecord } from '../../../src/domain/results/record/record.ts'
import { peopleAsked, presentedText } from '../../../src/domain/results/record/record-markdown.ts'
import { type RecordedOne, recordedGroup } from '../../../src/domain/results/record/recorded-groups.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { GroupChart } from '../../ui/charts/group-chart.tsx'
import { OURS } from '../../ui/our-words.ts'
import { QuestionRecord } from './question-record.tsx'

interface Props {
  readonly one: RecordedOne
  readonly record: SurveyRecord
}

/** What is shown as one, below the title of the section that begins there. */
export function RecordEntry({ one, record }: Props) {
  const { group, questions, number, section } = one
  return (
    <>
      {section && (
        <li class="section">
          <h2 dir="auto">{section.title}</h2>
          {section.text !== undefined && <p dir="auto">{section.text}</p>}
        </li>
      )}
      {group === undefined ? (
        <QuestionRecord question={questions[0]} number={number} record={record} />
      ) : (
        <GroupRecord group={group} questions={questions} number={number} />
      )}
    </>
  )
}

interface GroupProps extends Pick<RecordedOne, 'questions' | 'number'> {
  readonly group: OneQuestion
}

function GroupRecord({ group, questions, number }: GroupProps) {
  const result = recordedGroup(group, questions)
  const [first] = questions
  const presented = presentedText(first)
  return (
    <li>
      <h2>
        <span class="ordinal" {...OURS}>
          {number}
        </span>{' '}
        <span dir="auto">{result.title}</span>
      </h2>
      <p class="record-note" {...OURS}>
        {peopleAsked(first)}
      </p>
      {result.kind === 'check_list' ? (
        <Bars
          caption={result.title}
          rows={result.options.map(({ option: label, count }) => ({ label, count }))}
          total={first.asked ?? 0}
        />
      ) : (
        <GroupChart group={result} />
      )}
      {presented !== '' && (
        <p class="muted presented" {...OURS}>
          {presented}
        </p>
      )}
    </li>
  )
}
