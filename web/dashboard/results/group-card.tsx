import { type CheckListResult, groupResult } from '../../../src/domain/results/group-results.ts'
import type { Result } from '../../../src/domain/results/tally.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { ratio } from '../../ui/charts/ratio.ts'
import { OURS } from '../../ui/our-words.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import type { Entry } from './entries.ts'
import { Ranks } from './ranks.tsx'
import { StackedRows } from './stacked-rows.tsx'

interface Props {
  readonly entry: Extract<Entry, { kind: 'group' }>
  /** How many people were asked. */
  readonly asked: number
  /** The people who are compared with everyone. */
  readonly compared: { readonly results: readonly Result[]; readonly asked: number } | undefined
  readonly byCount: boolean
}

/** The result of questions that are shown as one. */
export function GroupCard({ entry: { group, result: everyone }, asked, compared, byCount }: Props) {
  const result = (compared && groupResult(group, compared.results)) ?? everyone
  const total = compared?.asked ?? asked
  return (
    <>
      <h2 dir="auto">{everyone.title}</h2>
      <p class="muted" {...OURS}>
        {dashboardTexts.results.ofPeople(total)}
      </p>
      {result.kind === 'grid' && <StackedRows {...result} />}
      {result.kind === 'ranking' && <Ranks {...result} />}
      {result.kind === 'check_list' && (
        <Bars
          caption={result.title}
          rows={rowsOf(result, compared && everyone.kind === 'check_list' ? sharesOf(everyone, asked) : [], byCount)}
          total={total}
        />
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
