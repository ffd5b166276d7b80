import { isLive, type Presentation, type Presented, type Step, targetOf } from '../presentation.ts'

/**
 * When the last session of a survey showed what, in minutes since the epoch: an exact time could be matched to that of
 * an answer. It outlives the presentation, and begins anew with the next session. Stored as JSON.
 */
export interface SessionRecord {
  readonly began: number
  /** Its end, or its last step if nobody has ended it yet. */
  readonly ended: number
  /** Each question that was on a screen, in the order in which their entries last changed. */
  readonly questions: readonly PresentedQuestion[]
}

/** With its text, since another question in its place was not on the screen. */
interface PresentedQuestion {
  readonly index: number
  readonly text: string
  readonly shown: number
  /** When its results were last revealed; null if they never were. */
  readonly revealed: number | null
}

/**
 * @param record of the session before this step, or of this one
 * @param before the presentation before this step
 * @throws Refusal `not found` if there is no such question
 */
export function recordAfterStep(
  record: SessionRecord | null,
  before: Presentation | null,
  step: Step,
  survey: Presented,
  now: number,
): SessionRecord {
  const minute = minuteOf(now)
  const session = record !== null && isLive(before, now) ? record : { began: minute, questions: [] }
  const target = targetOf(step, survey)
  if (target === undefined) return { ...session, ended: minute }
  const { index, question } = target
  const { text } = question
  const known = session.questions.find(one => one.index === index && one.text === text)
  const presented = known ?? { index, text, shown: minute, revealed: null }
  const changed = step.revealed === true ? { ...presented, revealed: minute } : presented
  const others = session.questions.filter(one => one.index !== index)
  if (changed === known) return { ...session, ended: minute }
  return { ...session, ended: minute, questions: [...others, changed] }
}

/** @param before the presentation before it was ended; one that was over already ends no later */
export function recordAfterEnd(
  record: SessionRecord | null,
  before: Presentation | null,
  now: number,
): SessionRecord | null {
  return record !== null && isLive(before, now) ? { ...record, ended: minuteOf(now) } : record
}

/** When a question was shown and revealed, if the last session has shown it as it is now. */
export function presentedAt(record: SessionRecord | null, index: number, text: string): PresentedQuestion | undefined {
  return record?.questions.find(one => one.index === index && one.text === text)
}

function minuteOf(now: number): number {
  return Math.floor(now / 60_000)
}
