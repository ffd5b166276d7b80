import { LEAD_DEPTHS, LEAD_HEIGHT, leadPath, surfacePath } from '../../src/theme/lead-lines.ts'

const SPACING = 20

/** A picture where there is nothing to see yet: each of the first people who come lets a line down. */
export function LeadLines({ people }: { readonly people: number }) {
  return (
    <svg class="lead-lines" viewBox={`0 0 ${LEAD_DEPTHS.length * SPACING} ${LEAD_HEIGHT}`} aria-hidden="true">
      <path d={surfacePath(SPACING)} />
      {LEAD_DEPTHS.map((_, at) => (
        <path key={at} d={leadPath(at, SPACING)} data-down={at < people || undefined} />
      ))}
    </svg>
  )
}
