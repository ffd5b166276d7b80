import { type Group, GroupTallies, parseGroup } from '../domain/comparison.ts'
import { MIN_GROUP } from '../domain/limits.ts'
import { readQuestions } from '../domain/question.ts'
import { Refusal } from '../domain/refusal.ts'
import { type Result, results } from '../domain/tally.ts'
import type { Survey } from '../store/surveys.ts'
import type { SurveyAdmin } from './authentication.ts'
import type { Context } from './context.ts'
import { type Fold, ResponseFolds } from './response-folds.ts'
import { responseReader } from './response-search.ts'
import type { Surveys } from './surveys.ts'
import type { Turns } from './turns.ts'

/** The results of a group. */
export interface Comparison {
  readonly group: Group
  /** People in the group. */
  readonly count: number
  /** Without boards, whose items and votes are not linked to responses. */
  readonly results: readonly Result[]
}

/** Memory of a count in a map, in bytes. */
const BYTES_PER_COUNT = 60

class GroupFold extends GroupTallies implements Fold {
  get bytes(): number {
    return this.counts().length * BYTES_PER_COUNT
  }
}

/** Results of those who gave a certain answer, counted from the stored responses. */
export class Comparisons {
  readonly #surveys: Surveys
  readonly #folds: ResponseFolds<GroupFold>

  constructor(context: Context, surveys: Surveys, turns: Turns) {
    this.#surveys = surveys
    this.#folds = new ResponseFolds(survey => responseReader(context, survey, 'oldest'), turns)
  }

  /**
   * @param query `question`, an index, and `answer`, an option or the value of a rating
   * @throws Refusal `not found`, a reason about the query, `group_too_small`, `temporarily unavailable`
   */
  async compare(admin: SurveyAdmin, query: Record<string, unknown>): Promise<Comparison> {
    const { survey, results } = await this.#surveys.aggregate(admin)
    const group = parseGroup(query, results, survey.responseCount)
    return this.#resultsOf(survey, group)
  }

  async #resultsOf(survey: Survey, group: Group): Promise<Comparison> {
    const questions = readQuestions(survey.questions)
    const name = `${group.question} ${group.answer}`
    const fold = await this.#folds.of(survey, name, () => new GroupFold(questions, group))
    // Responses may have been removed while the others were counted.
    if (fold.count < MIN_GROUP) throw new Refusal('group_too_small')
    const all = results(questions, fold.counts(), [])
    return { group, count: fold.count, results: all.filter(({ board }) => board === undefined) }
  }
}
