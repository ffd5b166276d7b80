import { useLayoutEffect } from 'preact/hooks'
import { later } from '../later.ts'
import type { GroupChartProps } from './group-chart.tsx'

/** The charts of grids and rankings, which not every survey has. */
export const groupCharts = later(() => import('./group-chart.tsx'))

interface Props extends GroupChartProps {
  /** Called again once the chart is there. */
  readonly refit?: () => void
}

export function LaterGroupChart({ refit, ...chart }: Props) {
  const { value } = groupCharts.loaded
  useLayoutEffect(() => {
    groupCharts.load()
    refit?.()
  }, [value])
  return value === undefined ? null : <value.GroupChart {...chart} />
}
