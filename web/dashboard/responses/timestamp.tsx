import { words } from '../../words/words.ts'

const PARTS = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const

/** A time in the reader's time zone, e.g. `21 Nov 2026, 14:05`. @param at an RFC 3339 time */
export function Timestamp({ at }: { readonly at: string }) {
  return <time dateTime={at}>{words.format.date(new Date(at), PARTS)}</time>
}
