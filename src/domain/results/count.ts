/**
 * A maintained count: how many responses gave this answer to the question with the index `question`. The slot is the
 * position of the chosen option, the value of a rating, or 0 for any free text. Others are those of `slotsBehind`.
 */
export interface Count {
  readonly question: number
  readonly slot: number
  readonly count: number
}

/** The count that an answer belongs to. */
export type TallySlot = Omit<Count, 'count'>
