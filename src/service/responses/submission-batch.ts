import { MAX_SLOTS } from '../../domain/results/chosen-counts.ts'
import type { Count, TallySlot } from '../../domain/results/count.ts'
import { placesLeft } from '../../domain/surveys/survey-settings/response-limit.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { ResponseBatch, UsedIds } from '../../store/responses/response-batch.ts'
import type { StoredResponse } from '../../store/responses/stored-response.ts'
import type { Survey } from '../../store/surveys/surveys.ts'

export interface Submission {
  readonly slug: string
  readonly submittedAt: string
  /** Pure. Throws if the submission is refused even as a repeat. */
  parse(survey: Survey): ParsedSubmission
}

/** A submission checked against one revision of its survey. */
export interface ParsedSubmission {
  /** The id of its response. A repeated submission has the same id. */
  readonly id: string
  readonly answers: string
  readonly marks: readonly TallySlot[]
  /** Why it cannot be stored. Ignored if a response with this id is already stored. */
  readonly refusal: Refusal | undefined
}

export type SubmissionOutcome = StoredResponse | Error

/** The submissions to one survey in one commit, all of them checked, so that the store gets only values. */
export class SubmissionBatch implements ResponseBatch {
  readonly survey: Survey
  readonly submissions: readonly Submission[]
  readonly responses: readonly StoredResponse[]
  readonly counts: readonly Count[]
  readonly refusedIds: string[] = []
  readonly #responsesById = new Map<string, StoredResponse>()
  /** By question and slot, combined into one number. */
  readonly #countsByKey = new Map<number, number>()
  readonly #parsed: readonly { submission: Submission; id: string | undefined; outcome: SubmissionOutcome }[]

  constructor(survey: Survey, submissions: readonly Submission[]) {
    this.survey = survey
    this.submissions = submissions
    this.#parsed = submissions.map(submission => ({ submission, ...this.#parse(submission) }))
    this.responses = [...this.#responsesById.values()]
    this.counts = [...this.#countsByKey]
      .sort(([a], [b]) => a - b)
      .map(([key, count]) => ({ question: Math.floor(key / MAX_SLOTS), slot: key % MAX_SLOTS, count }))
  }

  /** The outcomes of the submissions. If some are repeats, nothing was stored, and only the repeats have outcomes. */
  settle(result: 'stored' | 'stored_last' | UsedIds): (readonly [Submission, SubmissionOutcome])[] {
    if (typeof result === 'string') return this.#parsed.map(({ submission, outcome }) => [submission, outcome])
    const repeats = new Map<string | undefined, SubmissionOutcome>()
    for (const response of result.stored) repeats.set(response.id, response)
    for (const id of result.removedIds) repeats.set(id, new Refusal('response_removed'))
    return this.#parsed.flatMap(({ submission, id }) => {
      const outcome = repeats.get(id)
      return outcome === undefined ? [] : [[submission, outcome] as const]
    })
  }

  /** Returns an error instead of throwing it, since it concerns only one submission of the batch. */
  #parse(submission: Submission): { id: string | undefined; outcome: SubmissionOutcome } {
    try {
      const { id, answers, marks, refusal: ownRefusal } = submission.parse(this.survey)
      const earlier = this.#responsesById.get(id)
      if (earlier !== undefined) return { id, outcome: earlier }
      const isFull = this.#responsesById.size >= placesLeft(this.survey)
      const refusal = ownRefusal ?? (isFull ? new Refusal('survey_closed') : undefined)
      if (refusal !== undefined) this.refusedIds.push(id)
      const response = { id, submittedAt: submission.submittedAt, answers }
      return { id, outcome: refusal ?? this.#add(response, marks) }
    } catch (error) {
      return { id: undefined, outcome: error as Error }
    }
  }

  #add(response: StoredResponse, marks: readonly TallySlot[]): StoredResponse {
    this.#responsesById.set(response.id, response)
    for (const { question, slot } of marks) {
      const key = question * MAX_SLOTS + slot
      this.#countsByKey.set(key, (this.#countsByKey.get(key) ?? 0) + 1)
    }
    return response
  }
}
