import { chosenLists, withChosen } from '../../domain/results/chosen-counts.ts'
import { type Result, results } from '../../domain/results/tally.ts'
import { readQuestions } from '../../domain/surveys/question.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import type { ResultsReader } from '../access/principal.ts'
import type { Context } from '../context.ts'
import { checkSlug, orNotFound } from '../not-found.ts'

/** The results of a survey, for those who run or present it and for its projector. */
export class SurveyResults {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** A survey with its maintained counts. The cost does not grow with the number of responses. @throws Refusal `not found` */
  async read({ accountId, slug }: ResultsReader): Promise<{ survey: Survey; results: Result[] }> {
    checkSlug(slug)
    const { survey, counts, boards } = orNotFound(await this.#context.store.surveyCounts.find(accountId, slug))
    const questions = readQuestions(survey.questions)
    const lists = chosenLists(questions, survey)
    return { survey, results: results(questions, withChosen(counts, lists), boards, lists) }
  }
}
