import type { SurveyTexts } from '../../../src/domain/surveys/survey-settings/survey-texts.ts'
import { AsyncButton } from '../../ui/async-button.tsx'
import { showNotice } from '../../ui/notice.tsx'
import { keptTexts, SurveyTextsFields, TEXT_NAMES } from '../../ui/settings/survey-texts-fields.tsx'
import { surveyTexts as words } from '../../words/survey-texts-words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { isSame, typedTextsOf } from './typed-texts.ts'
import { updateSurvey } from './update-survey.ts'

interface Texts {
  readonly texts: SurveyTexts
}

export function SurveyTextsSetting({ model }: { readonly model: SurveyModel }) {
  const typed = typedTextsOf(model)
  const save = async () => {
    if (!typed.isChanged.value) return showNotice(words.unchanged)
    // Replaced are only texts that this page has shown.
    const replaced = model.survey.value.texts
    const expectation = { isMet: ({ texts }: Texts) => isSame(texts, replaced), otherwise: words.storedSince }
    const changes = { texts: keptTexts(typed.shown.value) }
    if (await updateSurvey(model, changes, words.saved, expectation)) typed.drop()
  }
  return (
    <div class="fields">
      {model.survey.value.paced && <p class="help">{words.pacedAbout}</p>}
      <SurveyTextsFields
        texts={typed.shown.value}
        language={model.textLanguage.value}
        onType={texts => typed.type(texts)}
      />
      <div role="status">
        <StoredSince texts={typed.storedSince.value} showStored={() => typed.drop()} />
      </div>
      <p>
        <AsyncButton act={save} class="quiet">
          {words.save}
        </AsyncButton>
      </p>
    </div>
  )
}

interface StoredSinceProps {
  readonly texts: SurveyTexts | undefined
  readonly showStored: () => void
}

/** What somebody else has saved while texts were typed here. */
function StoredSince({ texts, showStored }: StoredSinceProps) {
  if (texts === undefined) return null
  return (
    <div class="notice">
      <p>
        <strong>{words.storedSince}</strong> {words.storedSinceAbout}
      </p>
      <dl class="stored-texts">
        {TEXT_NAMES.map(name => (
          <div key={name}>
            <dt>{words.names[name]}</dt>
            <dd dir="auto">{texts[name] ?? words.none}</dd>
          </div>
        ))}
      </dl>
      <p>
        <button type="button" class="quiet" onClick={showStored}>
          {words.showStored}
        </button>
      </p>
    </div>
  )
}
