import type { QuestionsText } from '../../domain/surveys/question.ts'
import { NO_QUESTION_SETTINGS, type QuestionSettings } from '../../domain/surveys/question-settings.ts'
import { storedBytesOf } from '../stored-bytes.ts'

/** What a survey and a template store of their questions. */
interface StoredQuestions {
  readonly questions: QuestionsText
  readonly questionSettings: QuestionSettings
}

export function readQuestionSettings(text: string | null): QuestionSettings {
  return text === null ? NO_QUESTION_SETTINGS : JSON.parse(text)
}

/** No settings are stored as null. */
export function questionSettingsJson(settings: QuestionSettings): string | null {
  return settings.length === 0 ? null : JSON.stringify(settings)
}

/** Size in bytes of the row of a survey or template. */
export function storedQuestionsBytes({ questions, questionSettings }: StoredQuestions): number {
  return storedBytesOf(questions) + Buffer.byteLength(questionSettingsJson(questionSettings) ?? '')
}
