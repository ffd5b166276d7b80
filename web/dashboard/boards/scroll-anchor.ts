/** A row of a list and where it is on the screen. */
interface Anchor {
  readonly id: string | undefined
  readonly top: number
  /** Whether the focus is in it. */
  readonly isFocused: boolean
  readonly group: string | undefined
}

/**
 * Taken before a list is drawn anew: the row that is to stay where it is on the screen. That is the one with the focus,
 * else, where the list begins above the screen, the first that can be seen.
 */
export function findAnchor(list: HTMLElement | null): Anchor | undefined {
  const focused = list?.contains(document.activeElement) ? document.activeElement : undefined
  const rows = () => [...(list?.querySelectorAll('[data-id]') ?? [])]
  const row = focused?.closest<HTMLElement>('[data-id]') ?? (focused ? undefined : rows().find(isVisible))
  if (focused === undefined && (row === undefined || (list?.getBoundingClientRect().top ?? 0) >= 0)) return undefined
  return {
    id: (row as HTMLElement | undefined)?.dataset.id,
    top: row?.getBoundingClientRect().top ?? 0,
    isFocused: focused !== undefined,
    group: focused?.closest<HTMLElement>('[data-group]')?.dataset.group,
  }
}

/** After the list was drawn anew: puts the row back where it was on the screen, and gives it back the focus if that was lost. */
export function restoreAnchor(list: HTMLElement, { id, top, isFocused, group }: Anchor): void {
  const row = rowOf(list, id)
  if (isFocused && !list.contains(document.activeElement))
    focusTarget(list, { id, group })?.focus({ preventScroll: true })
  if (row !== null) scrollBy({ top: row.getBoundingClientRect().top - top, behavior: 'instant' })
}

/** A question's row; where it has none, its group, and where that is gone too, the first. */
export function focusTarget(list: HTMLElement, { id, group }: Pick<Anchor, 'id' | 'group'>): HTMLElement | null {
  return rowOf(list, id) ?? list.querySelector(`[data-group="${group}"]`) ?? list.querySelector('[data-group]')
}

function rowOf(list: HTMLElement, id: string | undefined): HTMLElement | null {
  return list.querySelector(`[data-id="${id}"]`)
}

function isVisible(row: Element): boolean {
  return row.getBoundingClientRect().bottom > 0
}
