import { SurveyTextsFields } from '../../ui/settings/survey-texts-fields.tsx'
import { builderTexts as app } from '../../words/builder-words.ts'
import { surveyTexts as words } from '../../words/survey-texts-words.ts'
import type { Builder } from './builder.ts'

/** What the survey says besides its questions. */
export function TextsPane({ builder }: { readonly builder: Builder }) {
  return (
    <section class="texts-pane" aria-labelledby="texts-title">
      <button type="button" class="quiet small to-outline" onClick={() => (builder.pane.value = 'outline')}>
        {app.allQuestions}
      </button>
      <h2 id="texts-title">{words.title}</h2>
      <p class="muted">{builder.isPaced.value ? words.pacedAbout : words.about}</p>
      <div class="fields">
        <SurveyTextsFields
          texts={builder.texts.value}
          language={builder.textLanguage.value}
          onType={texts => builder.write(texts)}
        />
      </div>
    </section>
  )
}
