import type { Row } from 'write-excel-file/node'
import type { GroupResult } from '../../domain/results/groups/group-results.ts'
import { cell, header, SHARE } from './sheet-cells.ts'

export interface GroupSheet {
  readonly sheet: string
  readonly data: Row[]
}

/** Characters of the name of a sheet, and those that it cannot have. */
const NAME_LENGTH = 31
const NOT_IN_NAMES = /[[\]:*?/\\'\p{Cc}]+/gu

/** A sheet for each group whose questions have one result. @param askedOf how many people were asked a question */
export function groupSheets(groups: readonly GroupResult[], askedOf: (index: number) => number): GroupSheet[] {
  return groups.map((group, at) => ({ sheet: sheetName(group.title, at + 1), data: rowsOf(group, askedOf) }))
}

/** How many cells the sheets have. */
export function cellsOfGroups(groups: readonly GroupResult[]): number {
  const sizes = groups.map(group => {
    if (group.kind === 'grid') return (group.rows.length + 1) * (group.columns.length + 2)
    return 4 * ((group.kind === 'ranking' ? group.items : group.options).length + 1)
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The number keeps names apart. */
function sheetName(title: string, number: number): string {
  const name = `${number} ${title.replace(NOT_IN_NAMES, ' ')}`.replaceAll(/\s+/g, ' ')
  return name.slice(0, NAME_LENGTH).toWellFormed().trim()
}

function rowsOf(group: GroupResult, askedOf: (index: number) => number): Row[] {
  if (group.kind === 'grid') {
    const rows = group.rows.map(({ text, counts, answered }): Row => [cell(text), ...counts, answered])
    return [header([group.title, ...group.columns, 'answered']), ...rows]
  }
  if (group.kind === 'ranking') {
    const rows = group.items.map(({ text, mean, first, ranked }): Row => [cell(text), mean, first, ranked])
    return [header([group.title, 'mean rank', 'first places', 'ranked']), ...rows]
  }
  const { chosen } = group
  const rows = group.options.map(({ index, option, count }): Row => {
    const people = chosen ?? askedOf(index)
    return [cell(option), count, people === 0 ? null : { value: count / people, format: SHARE }, people]
  })
  return [header([group.title, 'count', 'share', chosen === undefined ? 'asked' : 'answered']), ...rows]
}
