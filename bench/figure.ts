import { appendFileSync, existsSync, readFileSync } from 'node:fs'
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
  readonly unit?: '×' | '%' | 'MB' | 'MiB' | 'kB' | 'bytes' | 'ms' | 's'
}

const comparisons = {
  '≥': (value: number, limit: number) => value >= limit,
  '≤': (value: number, limit: number) => value <= limit,
  '<': (value: number, limit: number) => value < limit,
}

export function passes({ value, gate }: Pick<Figure, 'value' | 'gate'>): boolean {
  return gate === undefined || comparisons[gate.sign](value, gate.limit)
}

export function figureTable(figures: readonly Figure[]): string {
  return formatTable(['figure', 'subject', 'measured', 'value', 'gate', ''], figures.map(cells))
}

/**
 * Appends figures to the file that SOUNDINGS_FIGURES names, one line of JSON for each; does nothing if it names none.
 * @param source what measured them, such as a test file
 */
export function recordFigures(source: string, figures: readonly (Omit<Figure, 'id'> & Partial<Figure>)[]): void {
  const file = process.env.SOUNDINGS_FIGURES
  if (!file) return
  const lines = figures.map(figure => `${JSON.stringify({ source, ...figure, passes: passes(figure) })}\n`)
  appendFileSync(file, lines.join(''))
}

/** The figures in a file that `recordFigures` has written; those without an id get the name of what measured them. */
export function readFigures(file: string): Figure[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  return lines.map(line => {
    const { source, ...figure } = JSON.parse(line)
    return { id: source.replace(/^.*\/|\.performance\.test\.ts$/g, ''), ...figure }
  })
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`
}

export function milliseconds(time: number): string {
  return `${time.toFixed(2)} ms`
}

/** A value and what it is compared with, in the unit of the gate. */
export function comparison(figure: Omit<Figure, 'id'>): { value: string; bound: string; result: string } {
  const { value, gate } = figure
  if (gate === undefined) return { value: value.toFixed(2), bound: 'none', result: '' }
  const unit = gate.unit === undefined ? '' : ` ${gate.unit}`
  const result = passes(figure) ? 'pass' : 'FAIL'
  return { value: `${value.toFixed(2)}${unit}`, bound: `${gate.sign} ${Number(gate.limit.toFixed(2))}${unit}`, result }
}

function cells(figure: Figure): string[] {
  const { value, bound, result } = comparison(figure)
  return [figure.id, figure.subject, figure.measured, value, bound, result]
}
