import type { CheckListResult, GroupResult } from '../../../src/domain/results/groups/group-results.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { GroupChart } from '../../ui/charts/group-chart.tsx'
import { ratio } from '../../ui/charts/ratio.ts'
import { OURS } from '../../ui/our-words.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { groupResultTexts } from '../../words/group-result-words.ts'

interface Props {
  readonly group: GroupResult
  /** How many people were asked. */
  readonly asked: number
  /** The people who are compared with everyone. */
  readonly compared: { readonly group: GroupResult | undefined; readonly asked: number } | undefined
  readonly byCount: boolean
}

/** The result of questions that are shown as one. */
export function GroupCard({ group: everyone, asked, compared, byCount }: Props) {
  const group = compared?.group ?? everyone
  const answered = group.kind === 'check_list' ? group.chosen : undefined
  const total = answered ?? compared?.asked ?? asked
  return (
    <>
      <h2 dir="auto">{everyone.title}</h2>
      <p class="muted" {...OURS}>
        {answered === undefined ? groupResultTexts.ofPeople(total) : dashboardTexts.results.answeredPaced(answered)}
      </p>
      {group.kind === 'check_list' ? (
        <Bars
          caption={group.title}
          rows={rowsOf(group, compared && everyone.kind === 'check_list' ? sharesOf(everyone, asked) : [], byCount)}
          total={total}
        />
      ) : (
        <GroupChart group={group} />
      )}
    </>
  )
}

function sharesOf({ options }: CheckListResult, asked: number): number[] {
  return options.map(({ count }) => ratio(count, asked))
}

/** @param references everyone's shares, if others are compared with them */
function rowsOf({ options }: CheckListResult, references: readonly number[], byCount: boolean) {
  const rows = options.map(({ option, count }, at) => ({ label: option, count, reference: references[at] }))
  return byCount ? rows.toSorted((one, other) => other.count - one.count) : rows
}
