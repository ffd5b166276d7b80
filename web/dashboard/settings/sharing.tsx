import { useSignal } from '@preact/signals'
import type { SharingMode } from '../../../src/domain/results/sharing.ts'
import { SharingChoice } from '../../ui/settings/sharing-choice.tsx'
import { words } from '../../words/words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { updateSurvey } from './update-survey.ts'

/** When respondents see results and, if they are revealed manually, whether they are revealed. */
export function SharingSetting({ model }: { readonly model: SurveyModel }) {
  const { share_results: chosen, results_revealed: isRevealed } = model.survey.value
  const texts = words.settings.sharing
  /**
   * The choice being saved; after a failure, the previous one is shown again, so that the same choice can be retried.
   */
  const asked = useSignal<SharingMode | undefined>(undefined)
  const choose = async (mode: SharingMode) => {
    asked.value = mode
    await updateSurvey(model, { share_results: mode }, texts.changed[mode])
    if (asked.value === mode) asked.value = undefined
  }
  const reveal = () =>
    updateSurvey(model, { results_revealed: !isRevealed }, isRevealed ? texts.nowHidden : texts.nowRevealed)
  return (
    <>
      <SharingChoice chosen={asked.value ?? chosen} onChoose={choose} />
      {chosen === 'when_revealed' && (
        <p class="row">
          <button type="button" class="quiet" onClick={reveal}>
            {isRevealed ? texts.hide : texts.reveal}
          </button>
          <span class="muted">{isRevealed ? texts.revealed : texts.hidden}</span>
        </p>
      )}
    </>
  )
}
