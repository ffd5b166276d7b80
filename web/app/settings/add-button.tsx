import { showNotice } from '../../ui/notice.tsx'
import { settingsTexts as words } from '../../words/settings-words.ts'

interface Props {
  readonly label: string
  readonly count: number
  readonly limit: number
  /** Shown instead when the limit is reached. */
  readonly limitReached: string
  readonly add: () => void
}

/** Adds an item to a list of limited length, and shows how many items there are. */
export function AddButton({ label, count, limit, limitReached, add }: Props) {
  const isFull = count >= limit
  return (
    <p class="row">
      <button
        type="button"
        class="quiet"
        aria-disabled={isFull}
        onClick={() => (isFull ? showNotice(limitReached) : add())}
      >
        {label}
      </button>
      <span class="muted">{words.countOfLimit(count, limit)}</span>
    </p>
  )
}
