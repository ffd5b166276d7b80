import { useLayoutEffect, useRef } from 'preact/hooks'

/** Opens a dialog as a modal while it is rendered. The browser returns the focus when it is closed. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  // A layout effect ends before its element is removed; only then does the browser still know where the focus was.
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => {
      // The event arrives later, when another dialog may be open in its place, which it must not close.
      current?.addEventListener('close', event => event.stopImmediatePropagation(), { capture: true })
      // It may already be closed, and the focus may have moved on.
      current?.close()
    }
  }, [])
  return dialog
}
