/** A line of HTML. In a table it is known at the end of its row only whether it stands alone or is part of a cell. */
export interface HtmlLine {
  /** White space and the sign of a list, which a cell does without. */
  readonly lead: string
  readonly text: string
  /** Where its text begins in the HTML. */
  readonly from: number
  /** Whether no cell holds such a line: a heading, or a row of a table inside. */
  readonly isWhole?: boolean
}

/** Tables inside tables. Deeper ones are what is in them. */
const MOST_TABLES = 8
/** Lines of a cell. What has more is part of a page that a table lays out. */
const MOST_LINES = 20
const NEEDS_QUOTES = /["\t\n]/

/** Lines in their order, of which those in a row of a table become one. */
export class HtmlTables {
  readonly lines: HtmlLine[] = []
  /** The cells of the row that is open in each table. */
  readonly #rows: HtmlLine[][][] = []
  #deeper = 0

  add(line: HtmlLine): void {
    const cell = this.#rows.at(-1)?.at(-1)
    if (cell === undefined) this.#below(this.#rows.length - 1).push(line)
    else cell.push(line)
  }

  openTable(): void {
    if (this.#rows.length < MOST_TABLES) this.#rows.push([])
    else this.#deeper++
  }

  closeTable(): void {
    if (this.#deeper > 0) this.#deeper--
    else {
      this.endRow()
      this.#rows.pop()
    }
  }

  /** A cell may stand outside a table, where only a part of one was copied. */
  openCell(): void {
    if (this.#deeper > 0) return
    if (this.#rows.length === 0) this.openTable()
    this.#rows.at(-1)?.push([])
  }

  endRow(): void {
    const row = this.#rows.at(-1)
    if (row === undefined || this.#deeper > 0) return
    const target = this.#below(this.#rows.length - 1)
    for (const line of linesOfRow(row.splice(0), this.#rows.length > 1)) target.push(line)
  }

  finish(): readonly HtmlLine[] {
    this.#deeper = 0
    while (this.#rows.length > 0) this.closeTable()
    return this.lines
  }

  /** The lines around a table: those of the cell that it stands in. */
  #below(depth: number): HtmlLine[] {
    for (let at = depth - 1; at >= 0; at--) {
      const cell = this.#rows[at]?.at(-1)
      if (cell !== undefined) return cell
    }
    return this.lines
  }
}

/** A row of several cells is one line, with tabs between them, unless it lays out a page. */
function linesOfRow(cells: readonly HtmlLine[][], isInside: boolean): readonly HtmlLine[] {
  const all = cells.flat()
  const [first] = all
  const isLayout = cells.some(cell => cell.length > MOST_LINES) || all.some(({ isWhole }) => isWhole === true)
  if (first === undefined || cells.length < 2 || isLayout) return all
  const text = cells.map(cell => quoted(cell.map(line => line.text).join('\n'))).join('\t')
  return [{ lead: '', text, from: first.from, ...(isInside && { isWhole: true }) }]
}

function quoted(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
