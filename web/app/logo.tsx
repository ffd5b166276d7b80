import { MARK_STROKES } from '../../src/theme/mark-strokes.ts'

/** The product's mark, in the colour of the surrounding text. */
export function Mark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg class="mark" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={MARK_STROKES} />
    </svg>
  )
}
