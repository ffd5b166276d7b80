import { useSignal } from '@preact/signals'
import { PaceChoice } from '../../ui/settings/pace-choice.tsx'
import { words } from '../../words/words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { updateSurvey } from './update-survey.ts'

const { fixed, nowPaced, notPaced } = words.settings.pace

export function PaceSetting({ model }: { readonly model: SurveyModel }) {
  /** The choice being saved; after a failure, the previous one is shown again. */
  const asked = useSignal<boolean | undefined>(undefined)
  const { paced, response_count: responses } = model.survey.value
  const choose = async (isPaced: boolean) => {
    asked.value = isPaced
    await updateSurvey(model, { paced: isPaced }, isPaced ? nowPaced : notPaced)
    asked.value = undefined
  }
  return <PaceChoice chosen={asked.value ?? paced} fixed={responses > 0 ? fixed : undefined} onChoose={choose} />
}
