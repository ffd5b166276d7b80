import { words } from '../words/shared-words.ts'

/** Shown until a page has loaded. */
export function PageSkeleton() {
  return (
    <div class="waiting" role="status" aria-label={words.common.loading}>
      <span class="skeleton title" />
      <span class="skeleton" />
      <span class="skeleton tall" />
    </div>
  )
}
