import { MARK_STROKES } from '../../src/theme/mark-strokes.ts'

/** The mark of the service, in the colour of the text around it. */
export function Mark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg class="mark" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={MARK_STROKES} />
    </svg>
  )
}
