import { useSignal } from '@preact/signals'
import { PaceChoice, RevealedAtOnceChoice } from '../../ui/settings/pace-choice.tsx'
import { words } from '../../words/words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { updateSurvey } from './update-survey.ts'

const texts = words.settings.pace

export function PaceSetting({ model }: { readonly model: SurveyModel }) {
  const { paced, revealed_at_once: isAtOnce, response_count: responses } = model.survey.value
  const pace = useChoice(paced, isPaced =>
    updateSurvey(model, { paced: isPaced }, isPaced ? texts.nowPaced : texts.notPaced),
  )
  const atOnce = useChoice(isAtOnce, isChosen =>
    updateSurvey(model, { revealed_at_once: isChosen }, isChosen ? texts.nowAtOnce : texts.notAtOnce),
  )
  return (
    <>
      <PaceChoice {...pace} fixed={responses > 0 ? texts.fixed : undefined} />
      <RevealedAtOnceChoice {...atOnce} />
      <p class="help">{texts.atOnceAbout}</p>
    </>
  )
}

/** Shows a choice while it is being saved; after a failure, the previous one is shown again. */
function useChoice(stored: boolean, save: (isChosen: boolean) => Promise<unknown>) {
  const asked = useSignal<boolean | undefined>(undefined)
  const onChoose = async (isChosen: boolean) => {
    asked.value = isChosen
    await save(isChosen)
    asked.value = undefined
  }
  return { chosen: asked.value ?? stored, onChoose }
}
