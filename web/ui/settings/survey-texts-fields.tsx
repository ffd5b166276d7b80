import type { TextLanguage } from '../../../src/domain/surveys/languages/text-language.ts'
import { SURVEY_TEXT_LENGTHS } from '../../../src/domain/surveys/limits.ts'
import type { SurveyTexts } from '../../../src/domain/surveys/survey-settings/survey-texts.ts'
import { surveyTexts as words } from '../../words/survey-texts-words.ts'
import { visibleText } from '../visible-text.ts'

export const TEXT_NAMES = ['introduction', 'thanks'] as const
export type TextName = (typeof TEXT_NAMES)[number]

interface Props {
  /** As they are typed. */
  readonly texts: SurveyTexts
  readonly language: TextLanguage
  readonly onType: (texts: SurveyTexts) => void
}

/** The fields of what a survey says besides its questions. */
export function SurveyTextsFields({ texts, language, onType }: Props) {
  return TEXT_NAMES.map(name => {
    const text = texts[name] ?? ''
    return (
      <div key={name}>
        <label for={textFieldId(name)}>{words.names[name]}</label>
        <textarea
          id={textFieldId(name)}
          lang={language.lang}
          dir={text === '' ? language.dir : 'auto'}
          rows={4}
          maxLength={SURVEY_TEXT_LENGTHS[name]}
          value={text}
          onInput={({ currentTarget }) => onType({ ...texts, [name]: currentTarget.value })}
        />
      </div>
    )
  })
}

export function textFieldId(name: TextName): string {
  return `survey-${name}`
}

/** The texts to be stored: without blanks at their ends, and without those that are blank. */
export function keptTexts(texts: SurveyTexts): SurveyTexts {
  const kept = TEXT_NAMES.map(name => [name, visibleText(texts[name])] as const)
  return Object.fromEntries(kept.filter(([, text]) => text !== ''))
}
