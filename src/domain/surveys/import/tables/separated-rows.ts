/** A row of a file of separated values. */
export interface SeparatedRow {
  readonly cells: readonly string[]
  /** Of the text, counted from 1. */
  readonly line: number
}

/** The character that separates the names of the first line. */
export function separatorOf(text: string): string {
  const [header = ''] = text.split(/[\n\r]/, 1)
  return ['\t', ';'].find(one => header.includes(one)) ?? ','
}

/**
 * Rows of separated values. A cell between quotation marks may have separators, doubled quotation marks and line ends in
 * it; a mark elsewhere in a cell is a character like any other.
 */
export function separatedRows(text: string, separator: string): SeparatedRow[] {
  const rows: SeparatedRow[] = []
  const end = new RegExp(`[${separator}\n\r]|$`, 'g')
  let [cells, line, rowLine]: [string[], number, number] = [[], 1, 1]
  for (let at = 0; at < text.length; ) {
    const quoted = quotedCell(text, at, separator)
    end.lastIndex = quoted?.end ?? at
    const to = end.exec(text)?.index ?? text.length
    const cell = quoted?.cell ?? text.slice(at, to)
    cells.push(cell)
    line += lineEnds(cell)
    at = to
    if (text[at] === separator) {
      at++
      if (at < text.length) continue
      // A separator at the very end has an empty cell behind it.
      cells.push('')
    } else {
      at += text.startsWith('\r\n', at) ? 2 : 1
      line++
    }
    rows.push({ cells, line: rowLine })
    cells = []
    rowLine = line
  }
  return rows
}

/** The cell between quotation marks that begins at a position, if it ends as one. */
function quotedCell(text: string, at: number, separator: string): { cell: string; end: number } | undefined {
  if (text[at] !== '"') return undefined
  let end = text.indexOf('"', at + 1)
  while (text[end + 1] === '"' && end >= 0) end = text.indexOf('"', end + 2)
  if (end < 0) return undefined
  const next = text[end + 1]
  const isEnd = next === undefined || next === separator || next === '\n' || next === '\r'
  return isEnd ? { cell: text.slice(at + 1, end).replaceAll('""', '"'), end: end + 1 } : undefined
}

function lineEnds(text: string): number {
  return text.match(/\r\n|[\n\r]/g)?.length ?? 0
}
