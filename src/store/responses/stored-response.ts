/** A response as stored. */
export interface StoredResponse {
  readonly id: string
  readonly submittedAt: string
  /** JSON: one entry for each question that the survey had at that time. */
  readonly answers: string
}

/** A response with its sequence number in its survey. */
export interface SequencedResponse extends StoredResponse {
  readonly sequence: number
}
