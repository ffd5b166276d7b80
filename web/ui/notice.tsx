import { signal } from '@preact/signals'
import { Refused } from './request.ts'

interface Said {
  readonly text: string
  readonly isError: boolean
  readonly undo?: (() => void) | undefined
}

/** How long something that was done is said, in milliseconds; what went wrong stays until something else is said. */
const SAID_MS = 8_000

const said = signal<Said | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined

/** Says what was done, to everybody. @param undo takes it back, where it can be */
export function say(text: string, undo?: () => void): void {
  put({ text, undo, isError: false })
  timer = setTimeout(unsay, SAID_MS)
}

/** Says why something could not be done. */
export function sayRefused(error: unknown): void {
  if (!(error instanceof Refused)) throw error
  put({ text: sentence(error.message), isError: true })
}

/** Runs what a button does; what goes wrong is said. @returns whether it was done */
export async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    sayRefused(error)
    return false
  }
}

/** Where it is said; once on a page. */
export function NoticeLine() {
  const { text = '', isError = false, undo } = said.value ?? {}
  return (
    <div class="notice-line" role="status" data-error={isError || undefined} hidden={text === '' ? true : undefined}>
      {text !== '' && <span>{text}</span>}
      {undo !== undefined && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            unsay()
            undo()
          }}
        >
          Undo
        </button>
      )}
      {text !== '' && (
        <button type="button" class="plain" aria-label="Dismiss" onClick={unsay}>
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

function put(next: Said): void {
  clearTimeout(timer)
  said.value = next
}

function unsay(): void {
  clearTimeout(timer)
  said.value = undefined
}
