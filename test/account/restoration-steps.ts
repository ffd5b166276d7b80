import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { board, bodyOf, choice } from '../api/fixtures.ts'
import type { Answer } from '../harness.ts'
import { until } from '../until.ts'
import type { Browser } from './browser.ts'

export const PAST = '2026-05-01T10:00:00.000Z'
export const QUESTIONS = [choice('Coming?', ['Yes', 'No']), board('Ask')]

export const surveyFile = (slug: string, more: object = {}) => {
  return { id: slug, title: 'Lunch', status: 'open', created_at: PAST, expires_at: null, questions: QUESTIONS, ...more }
}
export const response = (answer: string, id: string = randomUUID()) => {
  return { id, submitted_at: PAST, answers: [answer, null] }
}
export const items = (count: number, more: object = {}) =>
  Array.from({ length: count }, () => ({ id: randomUUID(), text: 'Why?', votes: 0, state: 'shown', ...more }))
export const newSlug = () => `s-${randomUUID().slice(0, 8)}`

export interface Restoration {
  readonly path: string
  /** Sends a part, which gets this status. @returns the text of a refusal */
  readonly send: (path: string, body: unknown, status?: number) => Promise<string>
  readonly finish: () => Promise<{ surveys: { was: string; slug: string }[] }>
}

export async function begin({ send }: Pick<Browser, 'send'>): Promise<Restoration> {
  return restorationOf({ send }, bodyOf<{ id: string }>(await send('POST', '/restorations'), 201).id)
}

/** Begins another one, as soon as what was abandoned is deleted. */
export async function beginAgain({ send }: Pick<Browser, 'send'>): Promise<Restoration> {
  let begun: Answer | undefined
  await until(async () => {
    begun = await send('POST', '/restorations')
    return begun.status !== 409
  })
  assert.equal(begun?.status, 201, begun?.text)
  return restorationOf({ send }, String(begun?.body.id))
}

function restorationOf({ send }: Pick<Browser, 'send'>, id: string): Restoration {
  const path = `/restorations/${id}`
  return {
    path,
    send: async (below, body, status = 204) => {
      const answer = await send('POST', `${path}${below}`, body)
      assert.equal(answer.status, status, answer.text)
      return String(answer.body?.error)
    },
    finish: async () => bodyOf(await send('POST', `${path}/finish`)),
  }
}
