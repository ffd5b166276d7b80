import { Type } from 'typebox'
import { nextOpening, statusAt } from '../domain/surveys/lifecycle.ts'
import type { JsonObject } from '../domain/values/json.ts'
import { Refusal } from '../domain/values/refusal.ts'
import { counted } from '../domain/values/text.ts'
import { parseTime } from '../domain/values/time.ts'
import type { OwnedSurvey } from '../service/access/authentication.ts'
import type { ChangeFeed } from '../service/change-feed.ts'
import type { Survey, Surveys } from '../service/surveys/surveys.ts'
import { namedSurvey } from './named-survey.ts'
import { id } from './schemas.ts'
import { READ_HINTS, type Tool, wholeNumber } from './tool.ts'

/**
 * Longest time for which a tool call waits for responses, in milliseconds. Clients and proxies give up after a minute.
 */
export const TOOL_WAIT_MS = 45_000
/** Concurrent tool calls of one account that may wait for responses. */
export const TOOL_WAITS_PER_ACCOUNT = 10
/** Concurrent tool calls of all accounts that may wait. */
export const TOOL_WAITS = 1_000

export interface WaitingParts {
  readonly surveys: Surveys
  readonly changeFeed: ChangeFeed
  readonly clock: () => number
  /** How long a call waits at most, in milliseconds: less than the minute that clients and proxies allow. */
  readonly waitMs: number
}

/** Seconds after which it is worth asking again, if nothing arrived during a call. */
const QUIET_SECONDS = 15

/**
 * The tool with which a client waits for responses instead of polling.
 * @param stopping aborted when the server stops, which ends all waits
 */
export function waitForResponses(parts: WaitingParts, stopping: AbortSignal): Tool {
  const waits = new Map<string, number>()
  return {
    name: 'wait_for_responses',
    title: 'Wait for responses',
    description:
      'Waits until a survey has until_count responses, stops accepting responses, or until_time passes. Each call waits at most 45 seconds. Until is_final is true, call it again with next_cursor after check_again_in seconds.',
    scope: 'surveys:read',
    hints: READ_HINTS,
    input: Type.Object({
      id,
      until_count: Type.Optional(Type.Integer({ minimum: 1, description: 'Stop waiting at this many responses.' })),
      until_time: Type.Optional(Type.String({ format: 'date-time', description: 'Stop waiting at this time.' })),
      cursor: Type.Optional(Type.Integer({ minimum: 0, description: 'The next_cursor of the previous call.' })),
    }),
    output: Type.Object({
      response_count: Type.Integer(),
      new_responses: Type.Integer({ description: 'Since the cursor, or since the call began if there is none.' }),
      status: Type.String({ description: 'open, closed or expired.' }),
      next_cursor: Type.Integer(),
      is_final: Type.Boolean({ description: 'True once the count, the time or the end of the survey is reached.' }),
      check_again_in: Type.Integer({ description: 'In seconds.' }),
    }),
    waits: true,
    run: async call => {
      const goal = parseGoal(call.args)
      const survey = await namedSurvey(parts.surveys, call)
      const { accountId } = call.caller
      begin(waits, accountId)
      try {
        return answer(await wait(parts, survey, goal, [call.signal, stopping]), goal, parts.clock())
      } finally {
        end(waits, accountId)
      }
    },
  }
}

interface Goal {
  readonly count: number
  /** Milliseconds since the epoch. */
  readonly time: number
  /** Sequence of the last response that the client knows; undefined for the last one at the beginning of the call. */
  readonly cursor: number | undefined
}

function parseGoal({ until_count, until_time, cursor }: JsonObject): Goal {
  const count = wholeNumber(until_count, 'until_count', { min: 1 }) ?? Number.POSITIVE_INFINITY
  const time = until_time === undefined ? Number.POSITIVE_INFINITY : parseTime(String(until_time))
  if (time === undefined) throw new Refusal('invalid_argument', { reason: 'until_time must be an RFC 3339 time' })
  return { count, time, cursor: wholeNumber(cursor, 'cursor', { min: 0 }) }
}

function begin(waits: Map<string, number>, accountId: string): void {
  const ofAccount = waits.get(accountId) ?? 0
  const all = waits.values().reduce((sum, count) => sum + count, 0)
  if (ofAccount >= TOOL_WAITS_PER_ACCOUNT) throw new Refusal('too_many_waits', { retryAfter: QUIET_SECONDS })
  if (all >= TOOL_WAITS) throw new Refusal('unavailable', { retryAfter: QUIET_SECONDS })
  waits.set(accountId, ofAccount + 1)
}

function end(waits: Map<string, number>, accountId: string): void {
  const left = (waits.get(accountId) ?? 1) - 1
  if (left > 0) waits.set(accountId, left)
  else waits.delete(accountId)
}

interface WaitResult {
  readonly survey: Survey
  readonly since: number
}

/** Reads the survey at first, whenever it changes, and once more when the time is up or a signal ends the wait. */
async function wait(
  parts: WaitingParts,
  owned: OwnedSurvey,
  goal: Goal,
  ends: readonly AbortSignal[],
): Promise<WaitResult> {
  const { surveys, changeFeed, clock, waitMs } = parts
  let next = Promise.withResolvers<void>()
  let isOver = ends.some(({ aborted }) => aborted)
  const end = () => {
    isOver = true
    next.resolve()
  }
  for (const signal of ends) signal.addEventListener('abort', end)
  // Timers may fire up to a millisecond early, before the time is reached.
  const timer = setTimeout(end, Math.max(0, Math.min(waitMs, goal.time - clock() + 1)))
  // Subscribed before the first read, so that no change in between is missed.
  const stopWatching = changeFeed.watch(owned.slug, () => next.resolve())
  try {
    let survey = await surveys.read(owned)
    const since = goal.cursor ?? survey.lastSequence
    while (!isOver && !isFinal(survey, goal, clock())) {
      await next.promise
      next = Promise.withResolvers()
      survey = await surveys.read(owned)
    }
    return { survey, since }
  } finally {
    clearTimeout(timer)
    for (const signal of ends) signal.removeEventListener('abort', end)
    stopWatching()
  }
}

function isFinal(survey: Survey, { count, time }: Goal, now: number): boolean {
  return survey.responseCount >= count || now >= time || hasEnded(survey, now)
}

/** A survey that waits for its time has not. */
function hasEnded(survey: Survey, now: number): boolean {
  return statusAt(survey, now) !== 'open' && nextOpening(survey, now) === null
}

function answer({ survey, since }: WaitResult, goal: Goal, now: number) {
  const [status, is_final] = [statusAt(survey, now), isFinal(survey, goal, now)]
  const new_responses = Math.max(0, survey.lastSequence - since)
  const data = {
    response_count: survey.responseCount,
    new_responses,
    status,
    next_cursor: survey.lastSequence,
    is_final,
    check_again_in: is_final || new_responses > 0 ? 0 : QUIET_SECONDS,
  }
  const next = is_final
    ? 'You can stop waiting.'
    : `Call again in ${data.check_again_in} seconds with the cursor ${data.next_cursor}.`
  return {
    data,
    text: `${counted(survey.responseCount, 'response')}, ${new_responses} of them new. The survey is ${status}. ${next}`,
  }
}
