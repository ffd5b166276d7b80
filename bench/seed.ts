import { randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { readConfig } from '../src/config.ts'
import { GRANT_LIFETIME_MS } from '../src/domain/accounts/application-limits.ts'
import { TOKENS_PER_ACCOUNT } from '../src/domain/accounts/limits.ts'
import { SHEET_RESPONSES } from '../src/domain/responses/limits.ts'
import { openContext } from '../src/installation.ts'
import { type AccountHolder, type Operator, operatorOf } from '../src/service/access/authentication.ts'
import { SCOPES } from '../src/service/access/scope.ts'
import { Accounts, FOREVER } from '../src/service/accounts/accounts.ts'
import { Grants } from '../src/service/accounts/grants.ts'
import { Responses } from '../src/service/responses/responses.ts'
import { type Created, SurveyCreation } from '../src/service/surveys/survey-creation.ts'
import type { Store } from '../src/store/store.ts'
import { temporaryFolder } from '../test/faults/server.ts'
import { answersOf, QUESTIONS } from './survey.ts'

/** An account’s surveys with many and few responses, and with as many as a spreadsheet can hold, and its ten tokens. */
export interface LargeData {
  readonly dataDir: string
  readonly tokens: readonly string[]
  readonly many: SeededSurvey
  readonly few: SeededSurvey
  readonly sheet: SeededSurvey
}

type Settings = Readonly<Record<string, string>>

export interface SeededSurvey {
  readonly slug: string
  readonly adminToken: string
  readonly responses: number
}

interface Verbs {
  readonly operator: Operator
  readonly accounts: Accounts
  readonly surveyCreation: SurveyCreation
  readonly responses: Responses
  readonly store: Store
  readonly grants: Grants
}

interface Owner {
  readonly holder: AccountHolder
  readonly tokens: readonly string[]
}

/** Responses sent together that share a commit. */
const TOGETHER = 1_000
const FEW = 1_000

/** Accounts with ten tokens each: personal ones, or those of ten applications. */
export function seedTokens(dataDir: string, accounts: number, kind: 'personal' | 'oauth'): Promise<string[]> {
  return withVerbs(dataDir, async verbs => {
    const tokens: string[] = []
    for (let account = 0; account < accounts; account++) {
      const owner = await addOwner(verbs)
      tokens.push(...(kind === 'personal' ? owner.tokens : await connectApplications(verbs, owner)))
    }
    return tokens
  })
}

/**
 * Each application has its own call budget. Only somebody who has just given a password can allow one, so this tells the
 * store itself.
 * @returns their access tokens
 */
function connectApplications({ store, grants }: Verbs, { holder: { accountId } }: Owner): Promise<string[]> {
  const scope = SCOPES.join(' ')
  const connect = async (_: unknown, index: number) => {
    const shown = { clientId: `client-${index}`, clientName: 'Robin', redirectHost: 'client.example', scope }
    const times = { createdAt: Date.now(), expiresAt: Date.now() + GRANT_LIFETIME_MS }
    const grant = { id: randomUUID(), accountId, ...shown, ...times }
    const grantId = await store.oauthGrants.allow(grant, () => true, TOKENS_PER_ACCOUNT)
    if (grantId === undefined) throw new Error('the account may not allow applications')
    const token = randomBytes(32).toString('base64url')
    await grants.addAccessToken(token, { grantId, accountId, scope })
    return token
  }
  return Promise.all(Array.from({ length: TOKENS_PER_ACCOUNT }, connect))
}

/**
 * A survey without responses.
 * @param env further settings, such as a database
 * @param more its slug, unless it is to be generated
 */
export function seedSurvey(
  dataDir: string,
  env: Settings = {},
  more: { slug?: string } = {},
): Promise<{ slug: string; adminToken: string; token: string }> {
  const seed = async (verbs: Verbs) => {
    const owner = await addOwner(verbs)
    const { slug, adminToken } = await addSurvey(verbs, owner, 'A lecture', more)
    return { slug, adminToken, token: owner.tokens[0] ?? '' }
  }
  return withVerbs(dataDir, seed, env)
}

/** @returns the tokens of one account with this many surveys */
export function seedSurveys(dataDir: string, count: number): Promise<readonly string[]> {
  return withVerbs(dataDir, async verbs => {
    const owner = await addOwner(verbs)
    for (let survey = 1; survey <= count; survey++) await addSurvey(verbs, owner, `Lecture ${survey} of this year`)
    return owner.tokens
  })
}

/** A survey with responses, with the tokens of its account. */
export interface Answered extends SeededSurvey {
  readonly tokens: readonly string[]
}

/** A survey that this many people have answered. */
export function seedAnswered(dataDir: string, responses: number, env: Settings = {}): Promise<Answered> {
  const seed = async (verbs: Verbs) => {
    const owner = await addOwner(verbs)
    return { ...(await addAnswered(verbs, owner, responses)), tokens: owner.tokens }
  }
  return withVerbs(dataDir, seed, env)
}

export function seedLarge(responses: number): Promise<LargeData> {
  const dataDir = temporaryFolder()
  return withVerbs(dataDir, async verbs => {
    const owner = await addOwner(verbs)
    const few = await addAnswered(verbs, owner, FEW)
    const sheet = await addAnswered(verbs, owner, SHEET_RESPONSES)
    const many = await addAnswered(verbs, owner, responses)
    return { dataDir, tokens: owner.tokens, many, few, sheet }
  })
}

/** The service’s operations on a data directory that no server is using. */
async function withVerbs<T>(dataDir: string, act: (verbs: Verbs) => Promise<T>, env: Settings = {}): Promise<T> {
  const limits = { SUBMISSIONS_PER_COMMIT: String(TOGETHER), SURVEY_STORAGE: '0' }
  const config = readConfig({ DATA_DIR: dataDir, ...limits, ...env })
  const context = await openContext(config, true, pino({ level: 'warn' }))
  const verbs = {
    operator: operatorOf(context),
    accounts: new Accounts(context),
    surveyCreation: new SurveyCreation(context),
    responses: new Responses(context),
    store: context.store,
    grants: new Grants(context),
  }
  try {
    return await act(verbs)
  } finally {
    await context.store.close()
  }
}

async function addOwner({ accounts, operator }: Verbs): Promise<Owner> {
  const email = `${randomUUID()}@example.org`
  const account = await accounts.create(operator, { email, name: null, password: null, entitledUntil: FOREVER })
  const tokens: string[] = []
  for (let made = 0; made < TOKENS_PER_ACCOUNT; made++) {
    const { token } = await accounts.createToken(operator, account, { name: null, expiresAt: null })
    tokens.push(token)
  }
  return { holder: operator.actAs(account), tokens }
}

function addSurvey(
  { surveyCreation }: Verbs,
  owner: Owner,
  title: string,
  more: { slug?: string } = {},
): Promise<Created> {
  return surveyCreation.create(owner.holder, { title, questions: QUESTIONS, ...more })
}

async function addAnswered(verbs: Verbs, owner: Owner, responses: number): Promise<SeededSurvey> {
  const { slug, adminToken } = await addSurvey(verbs, owner, `Answered by ${responses}`)
  for (let first = 0; first < responses; first += TOGETHER) {
    const size = Math.min(TOGETHER, responses - first)
    await Promise.all(
      Array.from({ length: size }, (_, place) => verbs.responses.submit(slug, { answers: answersOf(first + place) })),
    )
  }
  return { slug, adminToken, responses }
}
