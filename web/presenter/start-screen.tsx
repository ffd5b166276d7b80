import { Link, QrCode } from './join-link.tsx'
import type { PresentationState } from './presentation-state.ts'

/** For a room to join: what it is, and the way in, as large as it gets. */
export function StartScreen({ state }: { readonly state: PresentationState }) {
  const { id, title, url, status } = state.live.survey.value
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
