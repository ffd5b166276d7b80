import { useSignal } from '@preact/signals'
import { SharedDeviceChoice } from '../../ui/settings/shared-device-choice.tsx'
import { words } from '../../words/words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { updateSurvey } from './update-survey.ts'

const { nowShared, notShared } = words.settings.sharedDevice

export function SharedDeviceSetting({ model }: { readonly model: SurveyModel }) {
  /** The choice being saved; after a failure, the previous one is shown again. */
  const asked = useSignal<boolean | undefined>(undefined)
  const choose = async (isShared: boolean) => {
    asked.value = isShared
    await updateSurvey(model, { shared_device: isShared }, isShared ? nowShared : notShared)
    asked.value = undefined
  }
  return <SharedDeviceChoice chosen={asked.value ?? model.survey.value.shared_device} onChoose={choose} />
}
