import { NO_QUESTION_SETTINGS, type QuestionSettings } from '../../domain/surveys/question-settings.ts'

export function readQuestionSettings(text: string | null): QuestionSettings {
  return text === null ? NO_QUESTION_SETTINGS : JSON.parse(text)
}

/** No settings are stored as null. */
export function questionSettingsJson(settings: QuestionSettings): string | null {
  return settings.length === 0 ? null : JSON.stringify(settings)
}
