import type { ResponseQuery } from '../../domain/responses/response-query.ts'
import { responsesAtOnce } from '../../domain/responses/responses-at-once.ts'
import { answerMatcher } from '../../domain/responses/search.ts'
import { sampleSequences } from '../../domain/results/arrivals.ts'
import { readQuestions } from '../../domain/surveys/question.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { isId } from '../../domain/values/text.ts'
import type { ResponseTime } from '../../store/responses/responses.ts'
import type { SequencedResponse } from '../../store/responses/stored-response.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import type { SurveyAdmin } from '../access/authentication.ts'
import { findSurvey } from '../access/ownership.ts'
import type { Presenter, SurveyEditor } from '../access/principal.ts'
import type { Context } from '../context.ts'
import { checkFound } from '../not-found.ts'
import { type NewestTexts, readNewestTexts } from './newest-texts.ts'
import { type ResponsePage, readResponsePage, responseReader } from './response-search.ts'

export type { SequencedResponse as Response }

/** Maximum number of responses in one page of a full read: few enough not to block the event loop. */
const MAX_PAGE = 100

/** What those who run a survey can do with its responses. */
export class ReceivedResponses {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * The responses that a survey had when it was read, by sequence, page by page.
   * @param survey as read by the same editor
   * @throws Refusal `not found`; at the end, Error if some were deleted meanwhile, so that a shorter list never looks
   *   complete
   */
  async *readAll({ slug }: SurveyEditor, survey: Survey): AsyncGenerator<readonly SequencedResponse[]> {
    if (survey.slug !== slug) throw new Refusal('not_found')
    let missing = survey.responseCount
    const size = responsesAtOnce(readQuestions(survey.questions), MAX_PAGE)
    for await (const page of this.#context.store.responses.pages(survey, size)) {
      missing -= page.length
      yield page
    }
    if (missing > 0) throw new Error('responses were deleted while they were being read')
  }

  /**
   * One page of responses in the requested order, with fewer of them if they are long. A search examines a limited
   * number of responses and returns those that match, possibly none.
   * @throws Refusal `not found`, a reason about the searched question
   */
  async readPage(editor: SurveyEditor, page: ResponseQuery): Promise<ResponsePage & { survey: Survey }> {
    const survey = await findSurvey(this.#context, editor)
    const reader = responseReader(this.#context, survey, page.order)
    const matches = page.search && answerMatcher(readQuestions(survey.questions), page.search)
    return { survey, ...(await readResponsePage(reader, page, { clock: this.#context.clock, matches })) }
  }

  /**
   * How responses arrived over time: a sample, evenly spread by sequence, always with the first and the last. A
   * sequence is the number of responses received by then, including removed ones, since no sequence is assigned twice.
   * If the clock was set back, times decrease but the order stays. The cost does not grow with the number of responses.
   * @throws Refusal `not found`
   */
  async arrivals(admin: SurveyAdmin): Promise<readonly ResponseTime[]> {
    const survey = await findSurvey(this.#context, admin)
    const { responses } = this.#context.store
    const [last] = await responses.newest(survey, survey.lastSequence + 1, 1)
    return last === undefined ? [] : responses.responseTimes(survey, sampleSequences(last.sequence))
  }

  /** The newest answers to each free-text question. @throws Refusal `not found` */
  async newestTexts(presenter: Presenter): Promise<readonly NewestTexts[]> {
    return readNewestTexts(this.#context, await findSurvey(this.#context, presenter))
  }

  /** Removes a response from the survey and its counts. It cannot be submitted again. @throws Refusal `not found` */
  async remove({ accountId, slug }: SurveyAdmin, id: string): Promise<void> {
    checkFound(isId(id) && (await this.#context.store.responses.remove(accountId, slug, id)))
  }
}
