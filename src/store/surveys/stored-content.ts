import type { QuestionsText } from '../../domain/surveys/question.ts'
import { NO_QUESTION_SETTINGS, type QuestionSettings } from '../../domain/surveys/question-settings.ts'
import { NO_TEXTS, type SurveyTexts } from '../../domain/surveys/survey-texts.ts'
import { storedBytesOf } from '../stored-bytes.ts'

/** What a survey and a template have beside their questions. */
interface Beside {
  readonly questionSettings: QuestionSettings
  readonly texts: SurveyTexts
}

/** The same as JSON; null for nothing. */
interface StoredBeside {
  readonly question_settings: string | null
  readonly texts: string | null
}

export function readQuestionSettings(text: string | null): QuestionSettings {
  return text === null ? NO_QUESTION_SETTINGS : JSON.parse(text)
}

export function questionSettingsJson(settings: QuestionSettings): string | null {
  return settings.length === 0 ? null : JSON.stringify(settings)
}

export function readTexts(text: string | null): SurveyTexts {
  return text === null ? NO_TEXTS : JSON.parse(text)
}

export function textsJson(texts: SurveyTexts): string | null {
  return Object.keys(texts).length === 0 ? null : JSON.stringify(texts)
}

export function columnsBeside({ questionSettings, texts }: Beside): StoredBeside {
  return { question_settings: questionSettingsJson(questionSettings), texts: textsJson(texts) }
}

/** Size in bytes of what is stored beside questions. */
export function bytesBeside({ question_settings, texts }: StoredBeside): number {
  return Buffer.byteLength(question_settings ?? '') + Buffer.byteLength(texts ?? '')
}

/** Size in bytes of the row of a survey or template. */
export function storedContentBytes({ questions, ...beside }: Beside & { readonly questions: QuestionsText }): number {
  return storedBytesOf(questions) + bytesBeside(columnsBeside(beside))
}
