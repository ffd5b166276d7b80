import { type TSchema, Type } from 'typebox'
import { listOf, named, shape } from '../api/schema.ts'
import type { QuestionSettings, RightAnswer } from '../domain/surveys/question-settings.ts'
import type { SurveyTexts } from '../domain/surveys/survey-settings/survey-texts.ts'
import { groups } from './group-schemas.ts'

/** The schemas of what a survey has beside its questions. */

const count = Type.Integer({ minimum: 0 })
const point = Type.Integer({ minimum: 1, maximum: 10 })

export const RightAnswers = Type.Unsafe<RightAnswer>({
  $id: 'RightAnswers',
  anyOf: [
    Type.Object({ options: listOf(count, 'The positions of the right options, from 0. At least one.') }),
    Type.Object({ from: point, to: point }),
  ],
  description: 'Of a multiple-choice question, its right options; of a rating, the lowest and the highest right point.',
})
const words = Type.Optional(Type.String({ minLength: 1, maxLength: 60 }))
export const ScaleWords = Type.Object(
  { lowest: words, middle: words, highest: words },
  { description: 'What the ends of a rating and its middle mean.' },
)
export const SettingsOfQuestion = shape(
  'SettingsOfQuestion',
  'What is set beside a question, which it follows through edits.',
  {
    description: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Stands below the question.' }),
    ),
    right: Type.Optional(named(RightAnswers)),
    scale_words: Type.Optional(ScaleWords),
    shuffled: Type.Optional(
      Type.Literal(true, {
        description: 'Respondents see the options of a multiple-choice question in a random order.',
      }),
    ),
    round_of: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The index of the question whose second round this is.' }),
    ),
  },
)

const settingsBy = (item: TSchema, description: string) =>
  Type.Unsafe<QuestionSettings>(Type.Array(Type.Union([item, Type.Null()]), { description }))

const question_settings = settingsBy(
  named(SettingsOfQuestion),
  'What is set beside each question, by index; null for nothing. The last may be left out.',
)
const presented_settings = settingsBy(
  named(SettingsOfQuestion),
  'Behind a projector link without right answers, which come with the presentation that reveals them.',
)

export const TextsOfSurvey = shape('TextsOfSurvey', 'What a survey says besides its questions.', {
  introduction: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
  thanks: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
})
const texts = Type.Unsafe<SurveyTexts>(named(TextsOfSurvey))

export const beside = { question_settings, texts, groups }
/** What screens behind a link get of it. */
export const presented = { question_settings: presented_settings, groups }
export const changesBeside = {
  question_settings: Type.Optional(question_settings),
  texts: Type.Optional(texts),
  groups: Type.Optional(groups),
}
