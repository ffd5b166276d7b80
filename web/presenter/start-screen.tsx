import { stateOf } from '../ui/survey-state.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { Link, QrCode } from './join-link.tsx'
import type { PresentationState } from './presentation-state.ts'
import { Title, type TitleLength } from './title.tsx'

/** Title, link and QR code, as large as possible, for a room to join while the survey is open. */
export function StartScreen({ state }: { readonly state: PresentationState }) {
  const { id, title, url } = state.live.survey.value
  const surveyState = stateOf(state.live.survey.value)
  return (
    <section class="stage start" {...state.live.textLanguage.value}>
      <div>
        <Title text={title} length={lengthOf(title)} />
        <p class="join" lang="en">
          {surveyState === 'open' ? presenterTexts.respondAt : presenterTexts.notOpen[surveyState]}
          {surveyState === 'open' && <Link url={url} />}
        </p>
      </div>
      {surveyState === 'open' && <QrCode id={id} />}
    </section>
  )
}

/** Long titles are set smaller, so that the link fits below. */
function lengthOf({ length }: string): TitleLength {
  if (length <= 60) return 'short'
  return length <= 110 ? 'middle' : 'long'
}
