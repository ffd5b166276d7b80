import { type Group, GroupTallies, parseGroup } from '../../domain/results/comparison.ts'
import type { EditedQuestion } from '../../domain/results/edit-history/asked.ts'
import { MIN_GROUP } from '../../domain/results/limits.ts'
import { type Result, results } from '../../domain/results/tally.ts'
import { readQuestions } from '../../domain/surveys/question.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import type { SurveyEditor } from '../access/principal.ts'
import type { Context } from '../context.ts'
import { responseReader } from '../responses/response-search.ts'
import type { RoundRobin } from '../round-robin.ts'
import { type Fold, ResponseFolds } from './response-folds.ts'
import type { SurveyResults } from './survey-results.ts'

/** The results of a group. */
export interface Comparison {
  readonly group: Group
  /** Number of people in the group. */
  readonly count: number
  /** Boards are left out, because their items and votes are not linked to responses. */
  readonly results: readonly Result[]
  /** The questions that were edited between responses, with how many of the group were asked them. */
  readonly edited: readonly EditedQuestion[]
}

/** Memory of a count in a map, in bytes. */
const BYTES_PER_COUNT = 60

class GroupFold extends GroupTallies implements Fold {
  get bytes(): number {
    return this.counts().length * BYTES_PER_COUNT
  }
}

/** Results of the people who gave a certain answer, counted from the stored responses. */
export class Comparisons {
  readonly #surveyResults: SurveyResults
  readonly #folds: ResponseFolds<GroupFold>

  constructor(context: Context, surveyResults: SurveyResults, turns: RoundRobin) {
    this.#surveyResults = surveyResults
    this.#folds = new ResponseFolds(
      survey => responseReader(context, survey, 'oldest'),
      turns,
      context.caches.folds.part('comparison'),
    )
  }

  /**
   * @param query `question`, an index, and `answer`, an option or the value of a rating
   * @throws Refusal `not found`, a reason about the query, `not_comparable`, `group_too_small`, `temporarily unavailable`
   */
  async compare(editor: SurveyEditor, query: Record<string, unknown>): Promise<Comparison> {
    const { survey, results } = await this.#surveyResults.read(editor)
    if (survey.paced) throw new Refusal('not_comparable')
    const group = parseGroup(query, results, survey.responseCount)
    return this.#resultsOf(survey, group)
  }

  async #resultsOf(survey: Survey, group: Group): Promise<Comparison> {
    const questions = readQuestions(survey.questions)
    const name = `${group.question} ${group.answer}`
    const fold = await this.#folds.of(survey, name, () => new GroupFold(questions, survey.editHistory, group))
    // Responses may have been removed during the count.
    if (fold.count < MIN_GROUP) throw new Refusal('group_too_small')
    const all = results(questions, fold.counts(), [])
    const counted = all.filter(({ board }) => board === undefined)
    return { group, count: fold.count, results: counted, edited: fold.edited() }
  }
}
