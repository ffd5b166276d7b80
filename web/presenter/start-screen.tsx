import { useLayoutEffect, useRef } from 'preact/hooks'
import { presenterTexts } from '../words/presenter-words.ts'
import { Link, QrCode } from './join-link.tsx'
import type { PresentationState } from './presentation-state.ts'
import { useFitToScreen } from './type/fit-to-screen.ts'
import { Title } from './type/title.tsx'
import { whyNotOpen } from './why-not-open.ts'

/** Title, link and QR code, as large as possible, for a room to join while the survey is open. */
export function StartScreen({ state }: { readonly state: PresentationState }) {
  const { id, title, url } = state.live.survey.value
  const reason = whyNotOpen(state)
  const stage = useRef<HTMLElement>(null)
  useLayoutEffect(useFitToScreen(stage))
  return (
    <section class="stage start" ref={stage} {...state.live.textLanguage.value}>
      <div>
        <Title text={title} />
        <p class="join" lang="en">
          {reason ?? <Link url={url} label={presenterTexts.respondAt} />}
        </p>
      </div>
      {reason === undefined && <QrCode id={id} />}
    </section>
  )
}
