import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { SurveyTexts } from '../../../src/domain/surveys/survey-texts.ts'
import { AsyncButton } from '../../ui/async-button.tsx'
import { showNotice } from '../../ui/notice.tsx'
import { keptTexts, SurveyTextsFields } from '../../ui/settings/survey-texts-fields.tsx'
import { warnOnClose } from '../../ui/warn-on-close.ts'
import { surveyTexts as words } from '../../words/survey-texts-words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { updateSurvey } from './update-survey.ts'

export function SurveyTextsSetting({ model }: { readonly model: SurveyModel }) {
  const { texts: stored, paced } = model.survey.value
  /** What has been typed and not saved. */
  const typed = useSignal<SurveyTexts | undefined>(undefined)
  const isChanged = typed.value !== undefined && !isSame(keptTexts(typed.value), stored)
  useEffect(() => (isChanged ? warnOnClose() : undefined), [isChanged])
  const save = async () => {
    if (!isChanged) return showNotice(words.unchanged)
    if (await updateSurvey(model, { texts: keptTexts(typed.value ?? stored) }, words.saved)) typed.value = undefined
  }
  return (
    <div class="fields">
      {paced && <p class="help">{words.pacedAbout}</p>}
      <SurveyTextsFields
        texts={typed.value ?? stored}
        language={model.textLanguage.value}
        onType={texts => {
          typed.value = texts
        }}
      />
      <p>
        <AsyncButton act={save} class="quiet">
          {words.save}
        </AsyncButton>
      </p>
    </div>
  )
}

function isSame(one: SurveyTexts, other: SurveyTexts): boolean {
  return one.introduction === other.introduction && one.thanks === other.thanks
}
