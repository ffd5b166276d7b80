import { LEAD_DEPTHS } from '../../src/theme/lead-lines.ts'

/** A picture where there is nothing to see yet: each of the first people who come lets a line down. */
export function LeadLines({ people }: { readonly people: number }) {
  return (
    <svg class="lead-lines" viewBox="0 0 140 48" aria-hidden="true">
      <path d="M2 2h136" />
      {LEAD_DEPTHS.map((depth, at) => (
        <path key={at} d={`M${20 * at + 10} 2v${depth}`} data-down={at < people || undefined} />
      ))}
    </svg>
  )
}
