import { findLanguage, textsOf } from '../domain/surveys/languages/survey-language.ts'
import { readQuestions } from '../domain/surveys/question.ts'
import type { Survey } from '../service/surveys/surveys.ts'

/** The language of a survey's texts. It is found here, since the signs of many languages would weigh too much in a browser. */
export function serializeLanguage({ title, language, questions }: Pick<Survey, 'title' | 'language' | 'questions'>) {
  return { language, found_language: findLanguage(textsOf(title, readQuestions(questions))) }
}
