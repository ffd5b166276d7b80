import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { Signal } from '@preact/signals'

/**
 * Lets the rows of an outline be dragged to another place. Rows come and go while it is in use, so each is made
 * draggable when the pointer or a finger first touches it.
 * @param dropAt the number of rows above the place where a dragged one would be put
 * @returns a function that stops it
 */
export function dragRows(
  list: HTMLElement,
  dropAt: Signal<number | undefined>,
  drop: (key: number, slot: number) => void,
): () => void {
  const rows = new Map<Element, () => void>()
  const prepare = ({ target }: Event) => {
    const row = target instanceof Element ? target.closest('li[data-key]') : null
    if (!(row instanceof HTMLElement) || rows.has(row)) return
    rows.set(row, draggable({ element: row, getInitialData: () => ({ key: Number(row.dataset.key) }) }))
  }
  list.addEventListener('pointerover', prepare)
  return combine(
    () => list.removeEventListener('pointerover', prepare),
    () => {
      for (const stop of rows.values()) stop()
    },
    dropTargetForElements({
      element: list,
      canDrop: ({ source }) => source.data.key !== undefined,
      onDrag: ({ location }) => {
        dropAt.value = slotAt(list, location.current.input.clientY)
      },
      onDragLeave: () => {
        dropAt.value = undefined
      },
      onDrop: ({ source, location }) => {
        dropAt.value = undefined
        drop(Number(source.data.key), slotAt(list, location.current.input.clientY))
      },
    }),
  )
}

/** The number of rows whose middle is above a height. */
function slotAt(list: HTMLElement, y: number): number {
  return [...list.children].filter(row => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 < y
  }).length
}
