import { NO_GROUPS, type QuestionGroup } from '../../domain/surveys/groups/question-group.ts'
import type { QuestionsText } from '../../domain/surveys/question.ts'
import { NO_QUESTION_SETTINGS, type QuestionSettings } from '../../domain/surveys/question-settings.ts'
import { NO_TEXTS, type SurveyTexts } from '../../domain/surveys/survey-settings/survey-texts.ts'
import { storedBytesOf } from '../stored-bytes.ts'

/** What a survey and a template have beside their questions. */
interface Beside {
  readonly questionSettings: QuestionSettings
  readonly texts: SurveyTexts
  readonly groups: readonly QuestionGroup[]
}

/** The same as JSON; null for nothing. */
interface StoredBeside {
  readonly question_settings: string | null
  readonly texts: string | null
  readonly groups: string | null
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

export function readGroups(text: string | null): readonly QuestionGroup[] {
  return text === null ? NO_GROUPS : JSON.parse(text)
}

export function groupsJson(groups: readonly QuestionGroup[]): string | null {
  return groups.length === 0 ? null : JSON.stringify(groups)
}

export function columnsBeside({ questionSettings, texts, groups }: Beside): StoredBeside {
  return {
    question_settings: questionSettingsJson(questionSettings),
    texts: textsJson(texts),
    groups: groupsJson(groups),
  }
}

/** Size in bytes of what is stored beside questions. */
export function bytesBeside({ question_settings, texts, groups }: StoredBeside): number {
  return [question_settings, texts, groups].reduce((sum, json) => sum + Buffer.byteLength(json ?? ''), 0)
}

/** Size in bytes of the row of a survey or template. */
export function storedContentBytes({ questions, ...beside }: Beside & { readonly questions: QuestionsText }): number {
  return storedBytesOf(questions) + bytesBeside(columnsBeside(beside))
}
