import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { Signal } from '@preact/signals'

/**
 * Lets the questions of an outline be dragged to another position. Rows come and go while it is in use, so each is made
 * draggable when the pointer or a finger first touches it.
 * @param dropAt the position before which a dragged question would be put
 * @returns a function that stops it
 */
export function dragQuestions(
  list: HTMLElement,
  dropAt: Signal<number | undefined>,
  drop: (key: number, position: number) => void,
): () => void {
  const rows = new Map<Element, () => void>()
  const prepare = ({ target }: Event) => {
    const row = target instanceof Element ? target.closest('li') : null
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
        dropAt.value = positionAt(list, location.current.input.clientY)
      },
      onDragLeave: () => {
        dropAt.value = undefined
      },
      onDrop: ({ source, location }) => {
        dropAt.value = undefined
        drop(Number(source.data.key), positionAt(list, location.current.input.clientY))
      },
    }),
  )
}

/** The position at a height: the number of rows whose middle is above it. */
function positionAt(list: HTMLElement, y: number): number {
  return [...list.children].filter(row => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 < y
  }).length
}
