import { batch, effect } from '@preact/signals'
import { surveyLanguage } from '../../../src/domain/surveys/languages/survey-language.ts'
import type { TextLanguage } from '../../../src/domain/surveys/languages/text-language.ts'
import type { JsonObject } from '../../../src/domain/values/json.ts'
import { LanguageChoice } from '../../ui/settings/language-choice.tsx'
import { languageTexts } from '../../words/language-words.ts'
import type { Builder } from './builder.ts'

// Loaded after the builder, because detecting many languages needs much code.

/** Keeps the detected language of a builder's texts up to date during typing. */
export function followLanguage({ title, language, draft, foundLanguage, textLanguage }: Builder): void {
  effect(() => {
    const { questions } = draft.value
    const found = languageOfDraft({ title: title.value, language: null }, questions)
    const { value } = language
    const now = value === null ? found : languageOfDraft({ title: title.value, language: value }, questions)
    batch(() => {
      foundLanguage.value = found.lang
      if (textLanguage.peek().lang !== now.lang) textLanguage.value = now
    })
  })
}

/** The choice of language when publishing a draft. */
export function LanguagePart({ builder }: { readonly builder: Builder }) {
  return (
    <fieldset class="sheet-part">
      <legend>{languageTexts.title}</legend>
      <LanguageChoice
        chosen={builder.language.value}
        found={builder.foundLanguage.value}
        onChoose={language => builder.chooseLanguage(language)}
      />
      <p class="help">{languageTexts.about}</p>
    </fieldset>
  )
}

interface Titled {
  readonly title: string
  /** The language that is chosen; null to have it found. */
  readonly language: string | null
}

/** The language of a survey whose questions are being edited, as attributes of the element that shows its texts. */
export function languageOfDraft(survey: Titled, questions: readonly JsonObject[]): TextLanguage {
  const texts = questions.map(({ text, options }) => ({
    text: String(text),
    options: new Set(Array.isArray(options) ? options.map(String) : []),
  }))
  return surveyLanguage(survey, texts)
}
