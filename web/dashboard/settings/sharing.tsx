import { SHARING_MODES } from '../../../src/domain/sharing.ts'
import { words } from '../../words/words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { updateSurvey } from './update-survey.ts'

const { modes } = words.settings.sharing

/** When respondents see results; where they are revealed by hand, also that. */
export function SharingSetting({ model }: { readonly model: SurveyModel }) {
  const { share_results: chosen, results_revealed: isRevealed } = model.survey.value
  const texts = words.settings.sharing
  const reveal = () =>
    updateSurvey(model, { results_revealed: !isRevealed }, isRevealed ? texts.nowHidden : texts.nowRevealed)
  return (
    <>
      <fieldset class="sharing" aria-label={texts.title}>
        {SHARING_MODES.map(mode => (
          <label key={mode} class="choice">
            <input
              type="radio"
              name="sharing"
              checked={mode === chosen}
              onChange={() => updateSurvey(model, { share_results: mode }, texts.changed[mode])}
            />
            <span>
              <strong>{modes[mode].name}</strong>
              <span class="about">{modes[mode].about}</span>
            </span>
          </label>
        ))}
      </fieldset>
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
