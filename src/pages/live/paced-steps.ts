import { chosenLists, indexesOf } from '../../domain/results/chosen-counts.ts'
import type { PhoneStep } from '../../domain/results/presentation.ts'
import { isRecordShared } from '../../domain/results/record/share-record.ts'
import { rightOfCheckList } from '../../domain/results/right-answers.ts'
import { isStepShared, type SharedCounts } from '../../domain/results/sharing.ts'
import type { RightAnswer } from '../../domain/surveys/question-settings.ts'
import type { Part } from '../../service/change-feed.ts'
import type { PublicSurvey } from '../../service/responses/responses.ts'
import type { Presentations } from '../../service/results/presentations.ts'
import type { SharedResults } from '../../service/results/shared-results.ts'
import { type Changes, isNotified } from '../../transport/streams/channel.ts'
import { eventText } from '../../transport/streams/event-streams.ts'
import type { StepEvent } from '../contract.ts'

export interface PacedStepsParts {
  readonly presentations: Presentations
  readonly sharedResults: SharedResults
  /** In milliseconds since the epoch. */
  readonly clock: () => number
}

interface Step extends Omit<PhoneStep, 'isRevealed'> {
  /** Missing while it is hidden, or if the question has none; null below five answers. */
  readonly result?: SharedCounts | null
  /** Only once its result is revealed. */
  readonly right?: RightAnswer
  /** Only after the end, if the record is shared. */
  readonly record?: true
}

/** What the stream of a paced survey's page says of the question on the screen, and of its result if that is shared. */
export class PacedSteps {
  readonly #parts: PacedStepsParts
  #last: Step | undefined
  /** The step that all watchers know, as JSON. */
  #reported: string | undefined

  constructor(parts: PacedStepsParts) {
    this.#parts = parts
  }

  /** Nothing about responses is sent while the result is hidden. */
  concerns(part: Part): boolean {
    return part === 'presentation' || (part === 'responses' && this.#last?.result !== undefined)
  }

  /** @param found as just read @returns whether to report the step and its result, because either has changed */
  async read(found: PublicSurvey, changes: Changes<Part>): Promise<boolean> {
    const before = this.#last
    this.#last = found.survey.paced && found.opensAt === null ? await this.#read(found) : undefined
    // A session that nobody has ended is over by time, without a notification.
    if (!isNotified(changes) && this.#last?.state === before?.state) return false
    const step = JSON.stringify(this.#last)
    const isNew = step !== this.#reported
    this.#reported = step
    return isNew
  }

  /** Computed as it is sent. Without an id, since every stream begins with it. */
  event(): string {
    if (this.#last === undefined) return ''
    const { endsAt, ...step } = this.#last
    const event: StepEvent = { ...step, ends_in: endsAt === null ? null : Math.max(0, endsAt - this.#parts.clock()) }
    return eventText('step', event)
  }

  async #read(found: PublicSurvey): Promise<Step> {
    const { presentations, sharedResults } = this.#parts
    const { isRevealed, ...step } = await presentations.phoneStep(found)
    if (step.state === 'over' && isRecordShared(found.survey)) return { ...step, record: true }
    if (step.index === null || !isStepShared(found.survey, isRevealed)) return step
    const result = await sharedResults.countsAt(found.survey.slug, step.index)
    // Results that are shared before the reveal must not give the right answer away.
    const right = isRevealed ? rightAt(step.index, found) : undefined
    return { ...step, ...(result !== undefined && { result }), ...(right !== undefined && { right }) }
  }
}

function rightAt(index: number, { survey, questions }: PublicSurvey): RightAnswer | undefined {
  const rightOf = (question: number) => survey.questionSettings[question]?.right
  const list = chosenLists(questions, survey).find(({ from }) => from === index)
  return list === undefined ? rightOf(index) : rightOfCheckList(indexesOf(list), rightOf)
}
