import { signal } from '@preact/signals'
import { RequestError } from './request.ts'

interface Notice {
  readonly text: string
  readonly isError: boolean
  readonly undo?: (() => void) | undefined
}

/** How long something that was done is said, in milliseconds; what went wrong stays until something else is said. */
const NOTICE_MS = 8_000

const notice = signal<Notice | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined

/** Says what was done, to everybody. @param undo takes it back, where it can be */
export function showNotice(text: string, undo?: () => void): void {
  replaceNotice({ text, undo, isError: false })
  timer = setTimeout(dismiss, NOTICE_MS)
}

/** Says why something could not be done. */
export function showError(error: unknown): void {
  if (!(error instanceof RequestError)) throw error
  replaceNotice({ text: sentence(error.message), isError: true })
}

/** Runs what a button does; what goes wrong is said. @returns whether it was done */
export async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    showError(error)
    return false
  }
}

/** Where it is said; once on a page. */
export function NoticeLine() {
  const { text = '', isError = false, undo } = notice.value ?? {}
  return (
    <div class="notice-line" role="status" data-error={isError || undefined} hidden={text === '' ? true : undefined}>
      {text !== '' && <span>{text}</span>}
      {undo !== undefined && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            dismiss()
            undo()
          }}
        >
          Undo
        </button>
      )}
      {text !== '' && (
        <button type="button" class="plain" aria-label="Dismiss" onClick={dismiss}>
          ×
        </button>
      )}
    </div>
  )
}

/** The service's errors begin small and have no full stop. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?:]$/.test(text) ? '' : '.'}`
}

function replaceNotice(next: Notice): void {
  clearTimeout(timer)
  notice.value = next
}

function dismiss(): void {
  clearTimeout(timer)
  notice.value = undefined
}
