import {
  afterEnd,
  afterStep,
  type PhoneStep,
  type PresentationView,
  type Presented,
  parseStep,
  phoneStepOf,
  viewOf,
} from '../../domain/results/presentation.ts'
import { recordAfterEnd, recordAfterStep, type SessionRecord } from '../../domain/results/record/session-record.ts'
import { encodeQuestions, readQuestions } from '../../domain/surveys/question.ts'
import { secondRoundOf } from '../../domain/surveys/question-settings.ts'
import { addSecondRound, parseRound } from '../../domain/surveys/second-round.ts'
import type { JsonObject } from '../../domain/values/json.ts'
import type { Refusal } from '../../domain/values/refusal.ts'
import type { PresentedSurvey, Session } from '../../store/results/presentations.ts'
import type { Survey, SurveyChange } from '../../store/surveys/surveys.ts'
import type { SurveyAdmin } from '../access/authentication.ts'
import { findSurvey } from '../access/ownership.ts'
import type { LinkHolder, Presenter } from '../access/principal.ts'
import type { Context } from '../context.ts'
import { checkSlug, orNotFound } from '../not-found.ts'
import type { PublicSurvey } from '../responses/responses.ts'

/** What the screens of a room show: conducted by whoever holds the survey's admin or remote link, followed by all of them. */
export class Presentations {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** @throws Refusal `not found` */
  async read(reader: LinkHolder): Promise<PresentationView> {
    return this.of(await findSurvey(this.#context, reader))
  }

  /** Of a survey that was just read. */
  async of(survey: Survey): Promise<PresentationView> {
    return this.#view(survey, await this.#context.store.presentations.find(survey.id))
  }

  /** When the last session of a survey that was just read showed what; null if nobody has presented it. */
  async sessionRecord({ id }: Pick<Survey, 'id'>): Promise<SessionRecord | null> {
    return (await this.#context.store.presentations.session(id)).record
  }

  /** What phones show of a paced survey that was just read. */
  async phoneStep({ survey, questions }: PublicSurvey): Promise<PhoneStep> {
    const stored = await this.#context.store.presentations.find(survey.id)
    return phoneStepOf(stored, { ...survey, questions }, this.#context.clock())
  }

  /** Makes a step, with which the presentation begins if nobody presents. @throws Refusal `not found`, `invalid_step` */
  step(presenter: Presenter, body: JsonObject): Promise<PresentationView> {
    const step = parseStep(body)
    return this.#change(presenter, ({ presentation, record }, survey) => {
      const now = this.#context.clock()
      return {
        presentation: afterStep(presentation, step, survey, now),
        record: recordAfterStep(record, presentation, step, survey, now),
      }
    })
  }

  /**
   * Goes to the second round of a question with its results hidden. The round is added if there is none, in a transaction
   * of its own: if only that one succeeds, the next call goes on from there.
   * @throws Refusal `not found`, `invalid_round`, `not_paced`, `no_second_round`, `no_second_round_of_check_list`, that of too many
   *   questions, `storage_limit_reached`
   */
  async secondRound(admin: SurveyAdmin, body: JsonObject): Promise<PresentationView> {
    const index = parseRound(body)
    const { store, quota } = this.#context
    const { accountId, slug } = admin
    const storageRefusal = await quota.refusalOf(accountId)
    const decide = async (survey: Survey) => withRound(survey, index, storageRefusal)
    const { questionSettings } = orNotFound(await store.surveys.change(accountId, slug, decide))
    const round = secondRoundOf(questionSettings, index)
    return this.step(admin, { screen: `${(round ?? index) + 1}`, revealed: false })
  }

  /** Ends it for every screen. @throws Refusal `not found` */
  async end(admin: SurveyAdmin): Promise<void> {
    await this.#change(admin, ({ presentation, record }) => ({
      presentation: afterEnd(presentation),
      record: recordAfterEnd(record, presentation, this.#context.clock()),
    }))
  }

  async #change(
    { accountId, slug }: Presenter,
    decide: (before: Session, survey: Presented) => Session,
  ): Promise<PresentationView> {
    checkSlug(slug)
    const { presentations } = this.#context.store
    const changed = await presentations.change(accountId, slug, (before, survey) => decide(before, presented(survey)))
    const { presentation, ...survey } = orNotFound(changed)
    return this.#view(survey, presentation)
  }

  #view(survey: PresentedSurvey, presentation: Session['presentation']): PresentationView {
    return viewOf(presentation, presented(survey), this.#context.clock())
  }
}

function presented(survey: PresentedSurvey) {
  return { ...survey, questions: readQuestions(survey.questions) }
}

/** @throws Refusal as `secondRound` */
function withRound(survey: Survey, index: number, storageRefusal: Refusal | undefined): SurveyChange {
  const added = addSecondRound(survey, readQuestions(survey.questions), index)
  if (added === undefined) return {}
  if (storageRefusal !== undefined) throw storageRefusal
  // The history of edits says of how many a question was asked. Where the presenter sets the pace, nobody knows that.
  return { ...added, questions: encodeQuestions(added.questions) }
}
