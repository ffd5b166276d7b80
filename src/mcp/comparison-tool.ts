import { Type } from 'typebox'
import { comparableAnswers } from '../domain/results/comparison.ts'
import { editedQuestions } from '../domain/results/edit-history/asked.ts'
import { MIN_GROUP } from '../domain/results/limits.ts'
import { Refusal } from '../domain/values/refusal.ts'
import type { Comparisons } from '../service/results/comparisons.ts'
import type { SurveyResults } from '../service/results/survey-results.ts'
import type { Surveys } from '../service/surveys/surveys.ts'
import { namedSurvey } from './named-survey.ts'
import { id } from './schemas.ts'
import { quoted, resultText } from './survey-text.ts'
import { answerIn, READ_HINTS, type Tool, wholeNumber } from './tool.ts'

export interface ComparisonToolParts {
  readonly surveys: Surveys
  readonly surveyResults: SurveyResults
  readonly comparisons: Comparisons
}

/** The tool that reads the results of people who gave a certain answer. */
export function compareGroups({ surveys, surveyResults, comparisons }: ComparisonToolParts): Tool {
  return {
    name: 'compare_groups',
    title: 'Compare groups',
    description: `Counts for each question of only those who gave one answer to a question, to compare with those of another answer. Without answer, it lists the answers that can be compared: groups of fewer than ${MIN_GROUP} people, and those that would reveal one, can't.`,
    scope: 'surveys:read',
    hints: READ_HINTS,
    input: Type.Object({
      id,
      question: Type.Integer({ minimum: 0, description: 'The index of a multiple_choice or rating question.' }),
      answer: Type.Optional(Type.Unsafe({ type: ['string', 'integer'], description: 'An option or a rating.' })),
    }),
    output: Type.Object({
      comparable: Type.Array(Type.Object({ answer: Type.String(), count: Type.Integer() })),
      response_count: Type.Optional(Type.Integer({ description: 'People who gave the answer.' })),
      results: Type.Optional(Type.Array(Type.Object({}), { description: 'As in read_results, without boards.' })),
      edited: Type.Optional(Type.Array(Type.Object({}), { description: 'As in read_results, of these people.' })),
    }),
    run: async call => {
      const question = wholeNumber(call.args.question, 'question', { min: 0 })
      const owned = await namedSurvey(surveys, call)
      const { survey, results } = await surveyResults.read(owned)
      if (survey.paced) throw new Refusal('not_comparable')
      const asked = results.find(({ index }) => index === question)
      if (asked === undefined || (asked.tally ?? asked.distribution) === undefined)
        throw new Refusal('invalid_argument', {
          reason: 'question must be the index of a multiple_choice or rating question',
        })
      const comparable = comparableAnswers(asked, survey.responseCount)
      if (call.args.answer === undefined) {
        const listed = comparable.map(one => `${quoted(one.answer)} (${one.count})`).join(', ')
        return { data: { comparable }, text: `Answers to ${quoted(asked.text)} to compare: ${listed || 'none'}.` }
      }
      const answer = answerIn(call.args.answer)
      const group = await comparisons.compare(owned, { question: String(asked.index), answer })
      const everyonesEdited = editedQuestions(survey.editHistory, survey.responseCount)
      const shown = { count: group.count, edited: group.edited, everyonesEdited, isPaced: false }
      const head = `${group.count} of ${survey.responseCount} answered ${quoted(asked.text)} with ${quoted(group.group.answer)}. Their results:`
      return {
        data: { comparable, response_count: group.count, results: group.results, edited: group.edited },
        text: [head, ...group.results.map(result => resultText(result, shown))].join('\n'),
      }
    },
  }
}
