import { Link, QrCode } from './link.tsx'
import type { Show } from './show.ts'

/** For a room to join: what it is, and the way in, as large as it gets. */
export function StartScreen({ show }: { readonly show: Show }) {
  const { id, title, url, status } = show.live.survey.value
  return (
    <section class="stage start">
      <div>
        <h1 data-length={lengthOf(title)}>{title}</h1>
        <p class="join">
          {status === 'open' ? 'Answer at' : 'This survey is closed.'}
          <Link url={url} />
        </p>
      </div>
      <QrCode id={id} />
    </section>
  )
}

/** A long title is set smaller, so that the link fits below it. */
function lengthOf({ length }: string): string {
  if (length <= 60) return 'short'
  return length <= 110 ? 'middle' : 'long'
}
