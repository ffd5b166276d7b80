import { separatedRows } from '../tables/separated-rows.ts'

/** A sheet of a workbook, in the text that is made of one. */
export interface Sheet {
  /** Empty if it is the only one. */
  readonly name: string
  readonly rows: readonly SheetRow[]
}

interface SheetRow {
  readonly cells: readonly string[]
  /** In its sheet, counted from 1. */
  readonly number: number
  /** In the text. */
  readonly line: number
}

const NAME = /^# (.+)$/

/** The sheets of a workbook, of which each has its name above it if there are several. */
export function sheetsIn(text: string): Sheet[] {
  const sheets: { name: string; rows: SheetRow[] }[] = []
  for (const { cells, line } of separatedRows(text, '\t')) {
    const name = cells.length === 1 ? NAME.exec(cells[0] ?? '')?.[1] : undefined
    if (name !== undefined) sheets.push({ name, rows: [] })
    else {
      if (sheets.length === 0) sheets.push({ name: '', rows: [] })
      const { rows = [] } = sheets.at(-1) ?? {}
      rows.push({ cells, number: rows.length + 1, line })
    }
  }
  return sheets
}
