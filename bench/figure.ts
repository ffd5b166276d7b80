import { formatTable } from '../src/cli/command.ts'

/** One line of the table: what was measured, and the gate that it must pass. */
export interface Figure {
  readonly id: string
  readonly subject: string
  /** The absolute value, for this machine in this run. */
  readonly measured: string
  readonly value: number
  /** Without a gate, the figure is for information. */
  readonly gate?: Gate
}

interface Gate {
  readonly sign: keyof typeof comparisons
  readonly limit: number
  readonly unit?: '×' | 'MB' | 'kB' | 'ms' | 's'
}

const comparisons = {
  '≥': (value: number, limit: number) => value >= limit,
  '≤': (value: number, limit: number) => value <= limit,
  '<': (value: number, limit: number) => value < limit,
}

export function passes({ value, gate }: Figure): boolean {
  return gate === undefined || comparisons[gate.sign](value, gate.limit)
}

export function figureTable(figures: readonly Figure[]): string {
  return formatTable(['figure', 'subject', 'measured', 'value', 'gate', ''], figures.map(cells))
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`
}

export function milliseconds(time: number): string {
  return `${time.toFixed(2)} ms`
}

function cells(figure: Figure): string[] {
  const { id, subject, measured, value, gate } = figure
  if (gate === undefined) return [id, subject, measured, value.toFixed(2), 'none', '']
  const unit = gate.unit === undefined ? '' : ` ${gate.unit}`
  const result = passes(figure) ? 'pass' : 'FAIL'
  return [id, subject, measured, `${value.toFixed(2)}${unit}`, `${gate.sign} ${gate.limit}${unit}`, result]
}
