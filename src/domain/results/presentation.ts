import type { Positions } from '../surveys/groups/question-group.ts'
import { isIn, stepAround } from '../surveys/groups/step-around.ts'
import type { Question } from '../surveys/question.ts'
import type { QuestionSettings, RightAnswer } from '../surveys/question-settings.ts'
import type { Json, JsonObject } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import { isId } from '../values/text.ts'
import { allShownAround, type Grouped, shownAround } from './groups/shown-together.ts'

/** What every screen of a room shows, whoever conducts it. Stored as JSON. */
export interface Presentation {
  /** Incremented by each step and by the end, so that a screen can tell the newer of two states. */
  readonly revision: number
  /** When the last step was made, in milliseconds since the epoch. */
  readonly steppedAt: number
  /**
   * Empty for the start, else the number of a question, with `.7-12` for these of its options or picked texts, since
   * screens of different sizes have room for different numbers of them; null after the end.
   */
  readonly screen: string | null
  /** With their texts, since a question that is reworded, or replaced by another, has to be revealed again. */
  readonly revealed: readonly RevealedQuestion[]
  /** Those that were hidden last, also if they have been reworded since. Missing in presentations stored before that was kept. */
  readonly hidden?: readonly number[]
  readonly countdown: Countdown | null
  /** The questions that have ever been on the screen. */
  readonly asked: readonly number[]
  /** When the countdowns of this session end, or have ended; one for each question at most. */
  readonly ends: readonly Countdown[]
  /** The question of a board that is being answered. It may have been hidden since. */
  readonly spotlight: Spotlight | null
  /** What lies over the screen; missing in presentations stored before there were covers. */
  readonly cover?: Cover | null
}

/** A blank screen, or the link and its code as large as possible. */
export type Cover = (typeof COVERS)[number]

interface Spotlight {
  /** Of the board. */
  readonly index: number
  readonly id: string
}

interface Countdown {
  readonly index: number
  /** In milliseconds since the epoch. */
  readonly endsAt: number
}

interface RevealedQuestion {
  readonly index: number
  readonly text: string
  /** Whether its options are in the order of their counts. */
  readonly sorted: boolean
}

/** A presentation as screens read it. */
export interface PresentationView {
  readonly revision: number
  /** Whether somebody presents now; otherwise each screen may show what it likes. */
  readonly live: boolean
  readonly screen: string
  /** The indexes of the questions whose results are revealed, before the first step of those that are shown as they come in. */
  readonly revealed: readonly number[]
  /** Those of them whose options are in the order of their counts. */
  readonly sorted: readonly number[]
  /** The question whose countdown was started last, and the milliseconds left: clocks of screens are wrong. 0 after its end. */
  readonly countdown: { readonly index: number; readonly ends_in: number } | null
  readonly spotlight: Spotlight | null
  readonly cover: Cover | null
  /** The right answers of revealed questions. Missing if there are none. */
  readonly right?: readonly RightAnswerOf[]
}

type RightAnswerOf = RightAnswer & { readonly index: number }

/** The questions of a survey, which of them are shown as one, and when their results are. */
export interface Presented extends Grouped {
  readonly questions: readonly Question[]
  readonly questionSettings: QuestionSettings
  /** Whether results are shown as they come in. */
  readonly revealedAtOnce: boolean
}

/** What the phones of a paced survey show. */
export interface PhoneStep {
  /** Before the first question, while somebody presents, and after the end. */
  readonly state: 'before' | 'live' | 'over'
  /** The question on the screen; null if there is none. */
  readonly index: number | null
  /** When its countdown ends, in milliseconds since the epoch; null without one. */
  readonly endsAt: number | null
  /** Whether its result is on the screen. */
  readonly isRevealed: boolean
}

/** Goes to a screen, and reveals or hides the results of its question if that is said. */
export interface Step {
  readonly screen: string
  readonly revealed?: boolean
  /** Puts the options of what is revealed in the order of their counts. */
  readonly sorted?: boolean
  /** Seconds from now, for the question of the screen: starts, prolongs or shortens its countdown. 0 stops it. */
  readonly countdown?: number
  /** The id of a question on the board of the screen, which is shown alone; null shows all of them. */
  readonly spotlight?: string | null
  /** What is laid over the screen until it is taken away, or another screen is shown. */
  readonly cover?: Cover | null
}

const COVERS = ['blank', 'code'] as const

/** Lengths of countdowns in seconds. The remaining time may be shorter, and be extended. */
const SHORTEST_COUNTDOWN = 1
const LONGEST_COUNTDOWN = 600

/** How long after the end of a countdown answers are taken that were sent before, in milliseconds. */
const GRACE_MS = 2_000
/** A presentation that nobody has ended is over this long after its last step. */
const LIFETIME_MS = 12 * 60 * 60 * 1_000
const SCREEN = /^(?:[1-9]\d{0,3}(?:\.[1-9]\d{0,3}(?:-[1-9]\d{0,3})?)?)?$/

/** The initial state of a presentation. */
const NOTHING = { revealed: [], countdown: null, spotlight: null, cover: null }
const NOTHING_SHOWN = { ...NOTHING, hidden: [], ends: [] }
const NOTHING_ASKED: Pick<Presentation, 'asked' | 'ends'> = { asked: [], ends: [] }

/** @throws Refusal `invalid_step` */
export function parseStep({ screen, revealed, sorted, countdown, spotlight, cover }: JsonObject): Step {
  if (typeof screen !== 'string' || !SCREEN.test(screen)) throw new Refusal('invalid_step')
  const ofQuestion = {
    ...(revealed !== undefined && { revealed: asBoolean(revealed) }),
    ...(sorted !== undefined && { sorted: asBoolean(sorted) }),
    ...(countdown !== undefined && { countdown: asSeconds(countdown) }),
    ...(spotlight !== undefined && { spotlight: spotlight === null ? null : asId(spotlight) }),
  }
  if (Object.keys(ofQuestion).length > 0 && screen === '') throw new Refusal('invalid_step')
  if (ofQuestion.sorted && !ofQuestion.revealed) throw new Refusal('invalid_step')
  return { screen, ...ofQuestion, ...(cover !== undefined && { cover: cover === null ? null : asCover(cover) }) }
}

/** @param before as stored; null if nobody has presented the survey @throws Refusal `not found` if there is no such question */
export function afterStep(before: Presentation | null, step: Step, survey: Presented, now: number): Presentation {
  const target = targetOf(step, survey)
  const { screen } = target ?? step
  const { revealed, hidden = [], countdown, spotlight, ends } = isLive(before, now) ? before : NOTHING_SHOWN
  const { asked } = before ?? NOTHING_ASKED
  const revision = (before?.revision ?? 0) + 1
  const cover = coverAfter(isLive(before, now) ? before : undefined, { ...step, screen })
  const moved = { revision, steppedAt: now, screen, revealed, hidden, countdown, spotlight, cover, asked, ends }
  if (target === undefined) return moved
  const { index, question, around } = target
  const others = revealed.filter(one => !isIn(around, one.index))
  const shown = step.revealed ? [{ index, text: question.text, sorted: step.sorted ?? false }] : []
  const othersHidden = hidden.filter(one => !isIn(around, one))
  return {
    ...moved,
    asked: [...new Set([...asked, index])],
    ...(step.revealed !== undefined && {
      revealed: [...others, ...shown],
      hidden: [...othersHidden, ...(step.revealed ? [] : [index])],
    }),
    ...(step.countdown !== undefined && countdownOf(ends, around, step.countdown, now)),
    ...(step.spotlight !== undefined && { spotlight: step.spotlight === null ? null : { index, id: step.spotlight } }),
  }
}

/**
 * The question that a step goes to, with the screen of the first one that is shown as one with it. Undefined for the start.
 * @throws Refusal `not found`
 */
export function targetOf({ screen }: Step, survey: Presented) {
  const named = indexOf(screen)
  if (named === undefined) return undefined
  const around = shownAround(survey, named)
  const index = around.from
  const question = survey.questions[index]
  if (question === undefined || survey.questions[named] === undefined) throw new Refusal('not_found')
  return { index, question, around, screen: index === named ? screen : `${index + 1}` }
}

/** What lies over the screen after a step. Screens of different sizes name the same one by its first item. */
export function coverAfter(before: Pick<Presentation, 'screen' | 'cover'> | undefined, step: Step): Cover | null {
  if (step.cover !== undefined) return step.cover
  return before?.screen != null && startOf(before.screen) === startOf(step.screen) ? (before.cover ?? null) : null
}

function startOf(screen: string): string {
  return screen.replace(/(?:\.1)?(?:-.*)?$/, '')
}

/**
 * Why a paced survey does not take the answer to what it asks together, if it does not. Whoever answers late, since the presenter
 * has gone on or the session has ended, is not refused.
 */
export function refusalOfAnswer(presentation: Presentation | null, step: Positions, now: number): Refusal | undefined {
  const { asked, ends } = presentation ?? NOTHING_ASKED
  if (!asked.some(index => isIn(step, index))) return new Refusal('not_asked_yet')
  const isOver = ends.some(one => isIn(step, one.index) && now > one.endsAt + GRACE_MS)
  return isOver ? new Refusal('time_is_up') : undefined
}

/** The countdown that a step starts or changes, as the last one and among all of them. */
function countdownOf(ends: readonly Countdown[], around: Positions, seconds: number, now: number) {
  const countdown = seconds === 0 ? null : { index: around.from, endsAt: now + seconds * 1_000 }
  const others = ends.filter(one => !isIn(around, one.index))
  return { countdown, ends: countdown === null ? others : [...others, countdown] }
}

/** @param before as stored */
export function afterEnd(before: Presentation | null): Presentation | null {
  if (before === null || before.screen === null) return before
  return { ...before, ...NOTHING, revision: before.revision + 1, screen: null }
}

/** @param stored null if nobody has presented the survey */
export function viewOf(stored: Presentation | null, survey: Presented, now: number): PresentationView {
  const revision = stored?.revision ?? 0
  const around = allShownAround(survey)
  // A screen shows the first step before the server has replied, and needs to know what is revealed with it.
  if (!isLive(stored, now))
    return { revision, live: false, screen: '', ...NOTHING, ...shownResults(NOTHING, survey, around) }
  const { countdown, spotlight, cover = null } = stored
  const { revealed, sorted } = shownResults(stored, survey, around)
  const right = rightAnswersOf(new Set(revealed), survey.questionSettings, around)
  return {
    revision,
    live: true,
    screen: stored.screen,
    revealed,
    sorted,
    countdown: countdown && { index: countdown.index, ends_in: Math.max(0, countdown.endsAt - now) },
    spotlight,
    cover,
    ...(right.length > 0 && { right }),
  }
}

/** The questions whose results are shown, and which of them are in the order of their counts. */
function shownResults(
  { revealed, hidden = [] }: Pick<Presentation, 'revealed' | 'hidden'>,
  { questions, questionSettings, revealedAtOnce }: Presented,
  around: readonly Positions[],
) {
  // Questions may be shown as one since then.
  const firstsOf = (indexes: readonly number[]) => new Set(indexes.map(index => around[index]?.from ?? index))
  const same = revealed.filter(({ index, text }) => questions[index]?.text === text)
  const waiting = questionSettings.flatMap((one, index) => (startsHidden(one) ? [index] : []))
  const all = firstsOf(revealedAtOnce ? [...around.keys()] : [])
  const byPresenter = firstsOf(same.map(({ index }) => index))
  return {
    revealed: [...byPresenter.union(all.difference(firstsOf([...hidden, ...waiting])))],
    sorted: [...firstsOf(same.filter(({ sorted }) => sorted).map(({ index }) => index))],
  }
}

/**
 * Whether a result waits for the presenter even if others are shown as they come in: the right answer comes with it, or it is
 * that of a second round, which people answer without having seen it.
 */
function startsHidden(settings: QuestionSettings[number] | undefined): boolean {
  return settings?.right !== undefined || settings?.round_of !== undefined
}

/** Those of each question that is revealed, of check-lists those of their options. */
function rightAnswersOf(
  revealed: ReadonlySet<number>,
  settings: QuestionSettings,
  around: readonly Positions[],
): RightAnswerOf[] {
  return settings.flatMap((one, index) => {
    return one?.right !== undefined && revealed.has(around[index]?.from ?? index) ? [{ index, ...one.right }] : []
  })
}

/** @param stored null if nobody has presented the survey */
export function phoneStepOf(stored: Presentation | null, survey: Presented, now: number): PhoneStep {
  const nothing = { index: null, endsAt: null, isRevealed: false }
  if (!isLive(stored, now))
    return { state: stored === null || stored.asked.length === 0 ? 'before' : 'over', ...nothing }
  const index = indexOf(stored.screen)
  if (index === undefined || survey.questions[index] === undefined) return { state: 'live', ...nothing }
  const step = stepAround(index, survey.groups)
  const endsAt = stored.ends.find(one => isIn(step, one.index))?.endsAt ?? null
  const { revealed } = shownResults(stored, survey, allShownAround(survey))
  return { state: 'live', index: step.from, endsAt, isRevealed: revealed.includes(step.from) }
}

export function isLive(stored: Presentation | null, now: number): stored is Presentation & { readonly screen: string } {
  return stored !== null && stored.screen !== null && now < stored.steppedAt + LIFETIME_MS
}

/** The index of the question on a screen; undefined for the start. */
function indexOf(screen: string): number | undefined {
  return screen === '' ? undefined : Number.parseInt(screen, 10) - 1
}

function asBoolean(input: Json): boolean {
  if (typeof input !== 'boolean') throw new Refusal('invalid_step')
  return input
}

function asSeconds(input: Json): number {
  const isIn = typeof input === 'number' && Number.isInteger(input)
  if (!isIn || input > LONGEST_COUNTDOWN || (input !== 0 && input < SHORTEST_COUNTDOWN))
    throw new Refusal('invalid_step')
  return input
}

function asId(input: Json): string {
  if (typeof input !== 'string' || !isId(input)) throw new Refusal('invalid_step')
  return input
}

function asCover(input: Json): Cover {
  const cover = COVERS.find(one => one === input)
  if (cover === undefined) throw new Refusal('invalid_step')
  return cover
}
