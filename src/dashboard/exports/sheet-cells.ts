import type { Cell, Row } from 'write-excel-file/node'
import { cellText } from './cell-text.ts'

/** The format of a share. */
export const SHARE = '0.0%'

export function header(texts: readonly string[]): Row {
  return texts.map(text => ({ value: cellText(text), type: String, fontWeight: 'bold' }))
}

/** Text cells are never formulas, whatever they contain: formulas have their own cell type. */
export function cell(value: string | number | null): Cell {
  return typeof value === 'string' ? cellText(value) : value
}
