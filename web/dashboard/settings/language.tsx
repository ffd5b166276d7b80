import { useSignal } from '@preact/signals'
import { LanguageChoice } from '../../ui/settings/language-choice.tsx'
import { languageTexts } from '../../words/language-words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { updateSurvey } from './update-survey.ts'

export function LanguageSetting({ model }: { readonly model: SurveyModel }) {
  const survey = model.survey.value
  /** What is being saved. Without it, the old choice stands again. */
  const asked = useSignal<string | null | undefined>(undefined)
  const choose = async (language: string | null) => {
    asked.value = language
    await updateSurvey(model, { language }, languageTexts.chosen)
    asked.value = undefined
  }
  const chosen = asked.value === undefined ? survey.language : asked.value
  return <LanguageChoice chosen={chosen} found={survey.found_language ?? ''} onChoose={choose} />
}
