import { surveyTextsWords } from './en/survey-texts.ts'

export const surveyTexts = surveyTextsWords
