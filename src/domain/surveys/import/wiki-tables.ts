import type { SourceLine } from './text/source-line.ts'

const BEGIN = /^\{\|/
const END = /^\|\}/
const ROW = /^\|-/
const CAPTION = /^\|\+[ \t]*/
/** Lines of a table, or it has no end. */
const MOST_LINES = 2_000

/** Tables as wikis write them, with a line for each row or cell, as the rows that other texts have. */
export function withoutWikiTables(lines: readonly SourceLine[]): SourceLine[] {
  const left: SourceLine[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as SourceLine
    const end = BEGIN.test(line.text) ? endOf(lines, at) : undefined
    if (end === undefined) left.push(line)
    else {
      for (const row of rowsOf(lines.slice(at + 1, end))) left.push(row)
      at = end
    }
  }
  return left
}

function endOf(lines: readonly SourceLine[], from: number): number | undefined {
  const end = lines.slice(from, from + MOST_LINES).findIndex(({ text }) => END.test(text))
  return end < 0 ? undefined : from + end
}

function rowsOf(lines: readonly SourceLine[]): SourceLine[] {
  const rows: SourceLine[] = []
  let isNew = true
  for (const line of lines) {
    const { text, number } = line
    const cells = /^[|!]/.test(text) ? text.replace(/^[|!][ \t]*/, '').split(/[ \t]*(?:\|\||!!)[ \t]*/) : []
    if (CAPTION.test(text)) rows.push({ ...line, text: text.replace(CAPTION, '') })
    else if (ROW.test(text)) isNew = true
    else if (cells.length > 0) {
      const above = isNew ? undefined : rows.pop()
      rows.push({ ...(above ?? line), text: `${above?.text ?? '|'} ${cells.join(' | ')} |`, lastNumber: number })
      isNew = false
    } else if (text !== '') rows.push(line)
  }
  return rows
}
