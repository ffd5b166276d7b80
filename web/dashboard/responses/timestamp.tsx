/** In the reader's own zone, and in a form that cannot be mistaken for another country's, e.g. `21 Nov 2026, 14:05`. */
const FORMAT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** A time. @param at as the service writes it */
export function Timestamp({ at }: { readonly at: string }) {
  return <time dateTime={at}>{FORMAT.format(new Date(at))}</time>
}
