import type { Reading } from '../../src/domain/surveys/import/survey-assembly.ts'
import { bare } from './text-files.ts'
import type { Expected, ExpectedItem } from './tools.ts'

/** A group as far as it can be compared. */
interface ComparedGroup {
  readonly kind: string
  readonly from: number
  readonly to: number
  readonly title?: string
  readonly min?: number
  readonly max?: number
}

/** The groups that a correct reader makes of the expected items. */
export function expectedGroups({ items, title: whole }: Expected): ComparedGroup[] {
  const groups: ComparedGroup[] = []
  const headings: { readonly title: string; readonly from: number }[] = []
  let count = 0
  for (const item of items) {
    const own = groupOf(item, count)
    if (item.kind === 'section') headings.push({ title: item.text, from: count })
    if (own !== undefined) groups.push(own)
    count += questionCount(item)
  }
  const sections = headings.flatMap(({ title, from }, at) => {
    const to = (headings[at + 1]?.from ?? count) - 1
    // The first section of some forms has the title of the form.
    return to < from || title === whole ? [] : [{ kind: 'section', from, to, title: bare(title) }]
  })
  return inOrder([...groups, ...sections])
}

export function readGroups({ groups }: Reading): ComparedGroup[] {
  return inOrder(
    groups.map(group => {
      const { from, to, kind } = group
      const title = 'title' in group ? group.title : undefined
      const numbers = { ...('min' in group && { min: group.min }), ...('max' in group && { max: group.max }) }
      return JSON.parse(
        JSON.stringify({ kind, from, to, ...(title !== undefined && { title: bare(title) }), ...numbers }),
      )
    }),
  )
}

/** How many questions of ours an item becomes. */
export function questionCount({ kind, options = [], rows = [], items = [], other }: ExpectedItem): number {
  if (kind === 'section' || kind === 'statement') return 0
  if (kind === 'grid') return rows.length
  if (kind === 'ranking') return items.length
  return (kind === 'check-list' ? Math.max(1, options.length) : 1) + (other === true ? 1 : 0)
}

function groupOf(item: ExpectedItem, from: number): ComparedGroup | undefined {
  const { kind, text, description = '', options = [], other, required, when, atLeast = 1, atMost } = item
  const to = from + questionCount(item) - 1
  if (to === from) return undefined
  const isRequired = required && when === undefined
  const isLimited = atMost !== undefined && atMost < options.length
  if (kind === 'check-list')
    return { kind: 'check_list', from, to, ...(isRequired && { min: atLeast }), ...(isLimited && { max: atMost }) }
  const title = bare(`${text} ${description}`)
  if (kind === 'ranking') return { kind, from, to, title, ...(isRequired && { min: to - from + 1 }) }
  if (kind === 'grid') return { kind, from, to, title }
  return other === true ? { kind: 'other', from, to } : undefined
}

function inOrder(groups: readonly ComparedGroup[]): ComparedGroup[] {
  return groups.toSorted(
    (one, other) => one.from - other.from || other.to - one.to || one.kind.localeCompare(other.kind),
  )
}
