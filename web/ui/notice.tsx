import { signal } from '@preact/signals'
import { sentence } from '../../src/domain/values/text.ts'
import { words } from '../words/shared-words.ts'
import { RequestError } from './request.ts'

interface Notice {
  readonly text: string
  readonly isError: boolean
  readonly undo?: Undo | undefined
}

type Undo = () => unknown

/** How long a notice stays, in milliseconds. An error stays until it is dismissed or replaced. */
const NOTICE_MS = 8_000

const notice = signal<Notice | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows what was done and announces it to screen readers. @param undo offered as a button, if given */
export function showNotice(text: string, undo?: Undo): void {
  replaceNotice({ text, undo, isError: false })
  timer = setTimeout(dismissNotice, NOTICE_MS)
}

/**
 * Shows why something failed.
 * @param undo offered again, if undoing failed
 * @throws anything that is not a RequestError
 */
export function showError(error: unknown, undo?: Undo): void {
  if (!(error instanceof RequestError)) throw error
  replaceNotice({ text: sentence(error.message), undo, isError: true })
}

/** Runs an action and shows the error if it fails. @returns whether it succeeded */
export async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    showError(error)
    return false
  }
}

/** The place where notices appear, once per page. */
export function NoticeLine() {
  const { text = '', isError = false, undo } = notice.value ?? {}
  return (
    <div class="notice-line" role="status" data-error={isError || undefined}>
      {text !== '' && <span>{text}</span>}
      {undo !== undefined && (
        <button type="button" class="quiet" onClick={() => run(undo)}>
          {words.common.undo}
        </button>
      )}
      {text !== '' && (
        <button type="button" class="plain" aria-label={words.common.dismiss} onClick={dismissNotice}>
          ×
        </button>
      )}
    </div>
  )
}

async function run(undo: Undo): Promise<void> {
  dismissNotice()
  try {
    await undo()
  } catch (error) {
    showError(error, undo)
  }
}

function replaceNotice(next: Notice): void {
  clearTimeout(timer)
  notice.value = next
}

/** Ends the notice, also when another view replaces the one that it concerns. */
export function dismissNotice(): void {
  clearTimeout(timer)
  notice.value = undefined
}
