import { useEffect, useRef } from 'preact/hooks'

/** Opens a dialog as a modal while it is rendered, and returns the focus afterwards. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return dialog
}
