import type { GridResult, GroupResult, RankingResult } from '../../../src/domain/results/groups/group-results.ts'
import { Ranks } from './ranks.tsx'
import { StackedRows } from './stacked-rows.tsx'

export interface GroupChartProps {
  /** A check-list has bars, as a question has. */
  readonly group: Exclude<GroupResult, { readonly kind: 'check_list' }>
  /** The slice of its rows; all by default. */
  readonly part?: readonly [from: number, to: number] | undefined
  readonly hidesCounts?: boolean
}

/** The result of a grid or a ranking. */
export function GroupChart({ group, part = [0, Number.POSITIVE_INFINITY], hidesCounts = false }: GroupChartProps) {
  return group.kind === 'grid' ? (
    <StackedRows {...(group satisfies GridResult)} rows={group.rows.slice(...part)} hidesCounts={hidesCounts} />
  ) : (
    <Ranks
      {...(group satisfies RankingResult)}
      items={ordered(group, hidesCounts).slice(...part)}
      ranks={group.items.length}
      hidesCounts={hidesCounts}
    />
  )
}

/** The order of the ranks would give hidden results away. */
function ordered({ items }: RankingResult, hidesCounts: boolean): RankingResult['items'] {
  return hidesCounts ? items.toSorted((one, other) => one.index - other.index) : items
}
