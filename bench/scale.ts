/** The scale of the measurements. */
export interface Scale {
  readonly rounds: number
  /** Duration of one side’s load within a round. */
  readonly milliseconds: number
  /** Responses of the large survey. */
  readonly responses: number
  /** Event streams that several servers hold open together. */
  readonly streams: number
}

export const WHOLE: Scale = { rounds: 7, milliseconds: 1_500, responses: 1_000_000, streams: 10_000 }
export const QUICK: Scale = { rounds: 3, milliseconds: 1_000, responses: 100_000, streams: 1_000 }
