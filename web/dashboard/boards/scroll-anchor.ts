/** A row and its position on the screen. */
interface Anchor {
  readonly id: string | undefined
  readonly top: number
  /** Whether the row contains the focus. */
  readonly isFocused: boolean
  readonly group: string | undefined
}

/**
 * Called before a render: finds the row that must keep its position on the screen. This is the focused row or, if the list
 * begins above the viewport, the first visible row.
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

/** Called after a render: scrolls the row back to its position, and restores its focus if that was lost. */
export function restoreAnchor(list: HTMLElement, { id, top, isFocused, group }: Anchor): void {
  const row = rowOf(list, id)
  if (isFocused && !list.contains(document.activeElement))
    focusTarget(list, { id, group })?.focus({ preventScroll: true })
  if (row !== null) scrollBy({ top: row.getBoundingClientRect().top - top, behavior: 'instant' })
}

/** The row of an item; failing that, its group; failing that, the first group. */
export function focusTarget(list: HTMLElement, { id, group }: Pick<Anchor, 'id' | 'group'>): HTMLElement | null {
  return rowOf(list, id) ?? list.querySelector(`[data-group="${group}"]`) ?? list.querySelector('[data-group]')
}

function rowOf(list: HTMLElement, id: string | undefined): HTMLElement | null {
  return list.querySelector(`[data-id="${id}"]`)
}

/** Whether all of a row can be seen, or as much as fits. */
export function isInView(row: HTMLElement | null): boolean {
  if (row === null) return false
  const { top, bottom, height } = row.getBoundingClientRect()
  return top >= 0 && bottom <= Math.max(innerHeight, height)
}

function isVisible(row: Element): boolean {
  return row.getBoundingClientRect().bottom > 0
}
