import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parseAnswers } from '../../src/domain/responses/submission.ts'
import { slotsOf } from '../../src/domain/results/tally.ts'
import { encodeQuestions, parseQuestions, readQuestions } from '../../src/domain/surveys/question.ts'
import type { Json } from '../../src/domain/values/json.ts'
import { newCaches } from '../../src/service/cache.ts'
import type { ParsedSubmission } from '../../src/service/responses/submission-batch.ts'
import { Submissions } from '../../src/service/responses/submissions.ts'
import type { NewToken } from '../../src/store/access/tokens.ts'
import type { NewAccount } from '../../src/store/accounts/accounts.ts'
import type { Passkey } from '../../src/store/accounts/passkeys.ts'
import type { Engine } from '../../src/store/engine.ts'
import type { StoredResponse } from '../../src/store/responses/stored-response.ts'
import { Store } from '../../src/store/store.ts'
import type { NewSurvey } from '../../src/store/surveys/survey-creation.ts'
import type { Survey } from '../../src/store/surveys/surveys.ts'
import type { NewTemplate } from '../../src/store/surveys/templates.ts'

export const NOW = Date.parse('2026-06-01T12:00:00Z')
export const TIME = '2026-06-01T12:00:00.000Z'

export const QUESTIONS = encodeQuestions(
  parseQuestions([
    { type: 'multiple_choice', text: 'Coming?', options: ['Yes', 'No'] },
    { type: 'rating', text: 'How good?' },
    { type: 'free_text', text: 'Why?' },
  ]),
)

/** Small groups, so that parallel submissions need several commits. */
const LIMITS = { submissionsPerCommit: 16 }

export function storeOn(engine: Engine): Store {
  return new Store(engine, LIMITS)
}

const submissions = new WeakMap<Store, Submissions>()

/** The submissions of a process, of which a store has one. */
export function submissionsOn(store: Store): Submissions {
  const made = submissions.get(store) ?? new Submissions(store, { ...LIMITS, caches: newCaches() })
  submissions.set(store, made)
  return made
}

export function newAccount(more: Partial<NewAccount> = {}): NewAccount {
  const id = randomUUID()
  const email = `${id}@example.org`
  return { id, email, name: null, passwordHash: null, entitledUntil: null, createdAt: TIME, ...more }
}

/** The operator, who acts for an account without a session. */
export function operatorFor(accountId: string) {
  return { accountId, sessionHash: undefined }
}

export function newToken(accountId: string, more: Partial<NewToken> = {}): NewToken {
  const id = randomUUID()
  const rest = { scope: 'surveys:read', lastFour: 'abcd', expiresAt: null, createdAt: TIME }
  return { id, accountId, kind: 'pat', name: null, hash: `hash of ${id}`, ...rest, ...more }
}

export function newSurvey(accountId: string, more: Partial<NewSurvey> = {}): NewSurvey {
  const slug = more.slug ?? randomUUID()
  const rest = {
    slugHash: hash('sha256', slug),
    theme: 'default',
    createdAt: TIME,
    expiresAt: null,
    expiryAutomatic: false,
    shareResults: 'never',
    sharedDevice: false,
    paced: false,
    revealedAtOnce: false,
    language: null,
    questionSettings: [],
    texts: {},
    groups: [],
    adminNonce: 'nonce',
  } as const
  return { accountId, slug, title: 'Survey', questions: QUESTIONS, ...rest, ...more }
}

export function newTemplate(accountId: string, more: Partial<NewTemplate> = {}): NewTemplate {
  const times = { createdAt: TIME, updatedAt: TIME }
  const content = {
    name: 'Template',
    theme: null,
    language: null,
    paced: false,
    revealedAtOnce: false,
    questionSettings: [],
    texts: {},
    groups: [],
    questions: QUESTIONS,
    questionCount: 3,
  }
  return { accountId, id: randomUUID(), ...content, ...times, ...more }
}

export function newPasskey(accountId: string, more: Partial<Passkey> = {}): Passkey {
  const id = randomUUID()
  const key = { credentialId: `credential of ${id}`, publicKey: 'key', signCount: 0, transports: [], backedUp: false }
  return { id, accountId, ...key, name: null, createdAt: TIME, lastUsedHour: null, ...more }
}

export async function addPasskey(store: Store, accountId: string, more?: Partial<Passkey>): Promise<Passkey> {
  const passkey = newPasskey(accountId, more)
  const challenge = { hash: randomUUID(), expiresAt: NOW + 1 }
  assert.equal(
    await store.passkeys.add(passkey, { challenge, max: 10, notice: undefined, sessionHash: undefined }),
    'added',
  )
  return passkey
}

export async function addAccount(store: Store, more?: Partial<NewAccount>): Promise<NewAccount> {
  const account = newAccount(more)
  assert.equal(await store.accounts.add(account), 'added')
  return account
}

/** Adds a survey of a new account. */
export async function addSurvey(store: Store, more?: Partial<NewSurvey>): Promise<NewSurvey> {
  const survey = newSurvey((await addAccount(store)).id, more)
  assert.equal(await store.surveys.add(survey, 1), 'added')
  return survey
}

/** Stores a response with a random id. */
export function submit(store: Store, slug: string, answers: Json): Promise<StoredResponse> {
  return submissionsOn(store).add({ slug, submittedAt: TIME, parse: survey => parsed(survey, answers) })
}

/** Adds items to the first board of a survey, each with this many votes. */
export function addBoardRows(
  engine: Engine,
  surveyId: number,
  { items, votes }: { items: number; votes: number },
): Promise<void> {
  return engine.write(async db => {
    for (let sequence = 1; sequence <= items; sequence++) {
      const item = { survey_id: surveyId, question: 0, sequence }
      const asked = { id: randomUUID(), text: 'Why?', state: 'shown' as const, votes }
      await db
        .insertInto('board_item')
        .values({ ...item, ...asked })
        .execute()
      await db
        .insertInto('board_vote')
        .values(times(votes, at => ({ ...item, voter: `hash ${at}` })))
        .execute()
    }
  })
}

export function parsed(survey: Survey, input: Json): ParsedSubmission {
  const questions = readQuestions(survey.questions)
  const { answers } = parseAnswers(questions, input)
  return {
    id: randomUUID(),
    answers: JSON.stringify(answers),
    marks: slotsOf({ questions, paced: false }, answers),
    refusal: undefined,
  }
}

export async function allOf(store: Store, survey: Survey | undefined): Promise<StoredResponse[]> {
  assert.ok(survey)
  const rows = (await Array.fromAsync(store.responses.pages(survey, 10))).flat()
  return rows.map(({ id, submittedAt, answers }) => ({ id, submittedAt, answers }))
}

/** Sends many in parallel, but no more than the store’s queue allows. */
export async function inPortions<T, Outcome>(
  all: readonly T[],
  send: (one: T) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let sent = 0; sent < all.length; sent += 1000)
    outcomes.push(...(await Promise.all(all.slice(sent, sent + 1000).map(send))))
  return outcomes
}

/** Rows as plain objects, whatever their prototype. */
export function plain<Row extends object>(rows: readonly Row[]): Row[] {
  return rows.map(row => ({ ...row }))
}

export function times<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at))
}

export function turnOfTheLoop(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}

/**
 * Waits until a listener has been told that a survey, or possibly everything, has changed. Some engines notify shortly
 * after the commit.
 */
export async function isNotified(received: readonly (string | undefined)[], slug: string): Promise<boolean> {
  for (let turns = 0; turns < 500; turns++) {
    if (received.includes(slug) || received.includes(undefined)) return true
    await delay(10)
  }
  return false
}
