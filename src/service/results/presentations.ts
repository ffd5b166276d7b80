import {
  afterEnd,
  afterStep,
  type PhoneStep,
  type PresentationView,
  parseStep,
  phoneStepOf,
  viewOf,
} from '../../domain/results/presentation.ts'
import { recordAfterEnd, recordAfterStep } from '../../domain/results/session-record.ts'
import { type Question, type QuestionsText, readQuestions } from '../../domain/surveys/question.ts'
import type { JsonObject } from '../../domain/values/json.ts'
import type { Session } from '../../store/results/presentations.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import type { SurveyAdmin, Viewer } from '../access/authentication.ts'
import { findSurvey } from '../access/ownership.ts'
import type { Context } from '../context.ts'
import { checkSlug, orNotFound } from '../not-found.ts'
import type { PublicSurvey } from '../responses/responses.ts'

/** What the screens of a room show: conducted by whoever holds the survey's admin link, followed by all of them. */
export class Presentations {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** @throws Refusal `not found` */
  async read(reader: SurveyAdmin | Viewer): Promise<PresentationView> {
    return this.of(await findSurvey(this.#context, reader))
  }

  /** Of a survey that was just read. */
  async of({ id, questions }: Survey): Promise<PresentationView> {
    return this.#view(questions, await this.#context.store.presentations.find(id))
  }

  /** What phones show of a paced survey that was just read. */
  async phoneStep({ survey, questions }: PublicSurvey): Promise<PhoneStep> {
    const stored = await this.#context.store.presentations.find(survey.id)
    return phoneStepOf(stored, questions, this.#context.clock())
  }

  /** Makes a step, with which the presentation begins if nobody presents. @throws Refusal `not found`, `invalid_step` */
  step(admin: SurveyAdmin, body: JsonObject): Promise<PresentationView> {
    const step = parseStep(body)
    return this.#change(admin, ({ presentation, record }, questions) => {
      const now = this.#context.clock()
      return {
        presentation: afterStep(presentation, step, questions, now),
        record: recordAfterStep(record, presentation, step, questions, now),
      }
    })
  }

  /** Ends it for every screen. @throws Refusal `not found` */
  async end(admin: SurveyAdmin): Promise<void> {
    await this.#change(admin, ({ presentation, record }) => ({
      presentation: afterEnd(presentation),
      record: recordAfterEnd(record, presentation, this.#context.clock()),
    }))
  }

  async #change(
    { accountId, slug }: SurveyAdmin,
    decide: (before: Session, questions: readonly Question[]) => Session,
  ): Promise<PresentationView> {
    checkSlug(slug)
    const { presentations } = this.#context.store
    const changed = await presentations.change(accountId, slug, (before, text) => decide(before, readQuestions(text)))
    const { questions, presentation } = orNotFound(changed)
    return this.#view(questions, presentation)
  }

  #view(questions: QuestionsText, presentation: Session['presentation']): PresentationView {
    return viewOf(presentation, readQuestions(questions), this.#context.clock())
  }
}
