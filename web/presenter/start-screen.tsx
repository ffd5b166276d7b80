import { useLayoutEffect, useRef } from 'preact/hooks'
import { stateOf } from '../ui/survey-state.ts'
import { formatTime } from '../ui/time.ts'
import { opensOn } from '../words/opening-words.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { Link, QrCode } from './join-link.tsx'
import type { PresentationState } from './presentation-state.ts'
import { useFitToScreen } from './type/fit-to-screen.ts'
import { Title } from './type/title.tsx'

/** Title, link and QR code, as large as possible, for a room to join while the survey is open. */
export function StartScreen({ state }: { readonly state: PresentationState }) {
  const { id, title, url, opens_at: opens } = state.live.survey.value
  const surveyState = stateOf(state.live.survey.value)
  const stage = useRef<HTMLElement>(null)
  useLayoutEffect(useFitToScreen(stage))
  return (
    <section class="stage start" ref={stage} {...state.live.textLanguage.value}>
      <div>
        <Title text={title} />
        <p class="join" lang="en">
          {surveyState === 'open' ? (
            <Link url={url} label={presenterTexts.respondAt} />
          ) : (
            ((opens && opensOn(formatTime(opens))) ?? presenterTexts.notOpen[surveyState])
          )}
        </p>
      </div>
      {surveyState === 'open' && <QrCode id={id} />}
    </section>
  )
}
