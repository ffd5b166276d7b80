import { useEffect, useRef } from 'preact/hooks'

/** For a dialog that is open for as long as it is there: over everything. At the end the focus goes back where it was. */
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
