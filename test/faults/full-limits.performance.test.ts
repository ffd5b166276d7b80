import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Memory } from '../../bench/memory.ts'
import { paced, quantile } from '../../bench/paced.ts'
import { inTurn } from '../../bench/rounds.ts'
import { seedSurvey, seedTokens } from '../../bench/seed.ts'
import { submissions } from '../../bench/survey.ts'
import { TOKENS_PER_ACCOUNT } from '../../src/domain/accounts/limits.ts'
import { BOARD_TEXT_LENGTH, MAX_UNRESOLVED_ITEMS } from '../../src/domain/boards/limits.ts'
import { SURVEYS_PER_ACCOUNT, TEMPLATES_PER_ACCOUNT } from '../../src/domain/surveys/limits.ts'
import { REFUSALS } from '../../src/domain/values/refusals.ts'
import { ATTEMPT_LIMITS } from '../../src/service/access/attempt-limits.ts'
import { CALLS_PER_WINDOW, CUSTOM_SLUGS_PER_WINDOW } from '../../src/service/access/hourly-limits.ts'
import { freeText, optional } from '../api/fixtures.ts'
import { expectFigure } from '../figure.ts'
import { type Received, send } from '../http.ts'
import { killServers, type Server, startServer, temporaryFolder } from './server.ts'

const MEGABYTE = 1_048_576
/** Settings that a test can fill within seconds. */
const STREAMS_PER_ADDRESS = 300
const MAX_CONNECTIONS = 2_000
const STREAMS_PER_SURVEY = 720
const RESPONDENT_LIMIT = 3_000
const PEOPLE_PER_ADDRESS = 300
const RESPONDENT_MEGABYTES = 12
const DASHBOARD_LIMIT = 300
const SURVEY_MEGABYTES = 6
const ACCOUNT_MEGABYTES = 9
const SETTINGS = {
  TRUST_PROXY: '1',
  STREAMS_PER_ADDRESS: String(STREAMS_PER_ADDRESS),
  MAX_CONNECTIONS: String(MAX_CONNECTIONS),
  RESPONDENT_LIMIT: String(RESPONDENT_LIMIT),
  PEOPLE_PER_ADDRESS: String(PEOPLE_PER_ADDRESS),
  RESPONDENT_BYTES: String(RESPONDENT_MEGABYTES * MEGABYTE),
  DASHBOARD_LIMIT: String(DASHBOARD_LIMIT),
  SURVEY_STORAGE: String(SURVEY_MEGABYTES),
  ACCOUNT_STORAGE: String(ACCOUNT_MEGABYTES),
}

/** The stored bytes of a survey are read again after two seconds, so it is full when the first requests have been granted. */
const QUOTA_MS = 2_100
/** Requests under way while a limit is being reached. */
const AT_ONCE = 10
/** Further requests beyond the limits, cycling through all of them. */
const REFUSED_PER_SECOND = 10
const ROUNDS = 9
/** How many times as long others may wait. */
const MOST = 1.5
/**
 * Of the requests of others, so many are compared. The slowest hundredth of some thousand is as much luck as load on two cores
 * that do other things too; it is printed beside it.
 */
const COMPARED = 0.9
/** Of others, at each server. */
const PER_SECOND = 100
const ROUND_MS = 1_500
/**
 * How much server memory may grow when all limits are reached. Large bodies take about 120 MiB of it, and passwords 76: 19
 * for each of four.
 */
const MAX_MEGABYTES = 320

/** What one address, account or survey may use up. */
interface Limit {
  readonly filledBy: 'address' | 'account' | 'survey'
  readonly name: string
  /** The most requests that may be granted. */
  readonly bound: number
  readonly status: number
  readonly text: string
  /** @param isFull whether a small request suffices; a large body always costs something */
  readonly request: (number: number, isFull: boolean) => Promise<Received>
}

after(killServers)

test('others are not affected when every limit is reached [storage-quota, event-streams-limited, respondent-bytes, dashboard-limit]', async t => {
  const idle = await startInstallation()
  const full = await startInstallation()
  const memory = new Memory(full.server.pid)
  const streams: IncomingMessage[] = []
  t.after(() => {
    for (const stream of streams) stream.destroy()
  })
  await memory.watch(async () => {
    const limits = await limitsOf(full, streams)
    for (const limit of limits) await fill(limit)
    const stop = keepFull(limits)
    const times: Record<'full' | 'idle', number[]> = { full: [], idle: [] }
    const measure = (side: 'full' | 'idle', installation: Installation) => async () =>
      times[side].push(...(await timesOf(installation)))
    await inTurn(ROUNDS, { full: measure('full', full), idle: measure('idle', idle) })
    const { refused, sent } = await stop()
    expectFigure(t, { ...compare(times, COMPARED), gate: { sign: '≤', limit: MOST, unit: '×' } })
    expectFigure(t, compare(times, 0.99))
    // Some limits are per minute, and may let requests pass again.
    assert.ok(refused > sent / 2, `${refused} of ${sent} further requests were refused`)
  })
  expectFigure(t, {
    subject: 'growth of memory when every limit is reached',
    measured: `${streams.length} streams among them`,
    value: memory.growth / MEGABYTE,
    gate: { sign: '≤', limit: MAX_MEGABYTES, unit: 'MiB' },
  })
})

interface Installation {
  readonly server: Server
  /** The survey that others answer. */
  readonly slug: string
  /** Of six accounts, different from that of the others. */
  readonly tokens: readonly string[]
}

async function startInstallation(): Promise<Installation> {
  const dataDir = temporaryFolder()
  const { slug } = await seedSurvey(dataDir)
  const tokens = await seedTokens(dataDir, 6, 'personal')
  const server = await startServer({ dataDir, env: SETTINGS })
  return { server, slug, tokens: tokens.filter((_, at) => at % TOKENS_PER_ACCOUNT === 0) }
}

async function limitsOf({ server, tokens }: Installation, streams: IncomingMessage[]): Promise<Limit[]> {
  const { baseUrl } = server
  const [owner = '', asker = '', caller = '', surveyor = '', templater = '', hoarder = ''] = tokens
  const api = (token: string, path: string, body?: object) =>
    send(body ? 'POST' : 'GET', `${baseUrl}/api/v1${path}`, { authorization: `Bearer ${token}` }, JSON.stringify(body))
  const post = (address: string, path: string, body: string, headers = {}) =>
    send('POST', `${baseUrl}${path}`, { 'x-forwarded-for': address, ...headers }, body)
  const ownPage = { origin: `http://localhost:${server.port}`, 'sec-fetch-site': 'same-origin' }
  const create = async (token: string, questions: object[]) =>
    JSON.parse((await api(token, '/surveys', { title: 'Full', questions })).text) as { id: string; admin_token: string }

  const texts = Array.from({ length: 20 }, (_, at) => freeText(`${at}`, optional))
  const large = { answers: texts.map(() => '\u{1F30A}'.repeat(10_000)) }
  const [many, bytes, stored, board] = [
    await create(owner, texts),
    await create(owner, texts),
    await create(owner, texts),
    await create(asker, [BOARD]),
  ]
  const follow = (address: string) => openStream(`${baseUrl}/s/${board.id}/events`, address, streams)
  const answer = JSON.stringify(large)
  const survey = (questions: object[]) => ({ title: 'One more', questions })
  const small = [freeText()]
  const huge = Array.from({ length: 29 }, () => freeText('話'.repeat(10_000)))
  const hugeBytes = Buffer.byteLength(JSON.stringify(huge))
  return [
    {
      filledBy: 'address',
      name: 'RESPONDENT_LIMIT',
      bound: RESPONDENT_LIMIT,
      ...refusal(429, 'respondent_limit'),
      request: () => post('192.0.2.1', `/s/${many.id}/responses`, '{}'),
    },
    {
      filledBy: 'address',
      name: 'RESPONDENT_BYTES',
      bound: (RESPONDENT_MEGABYTES * MEGABYTE) / Buffer.byteLength(answer),
      ...refusal(429, 'respondent_bytes'),
      request: (_, isFull) => post('192.0.2.1', `/s/${bytes.id}/responses`, isFull ? '{}' : answer.replace('{', '[')),
    },
    {
      filledBy: 'address',
      name: 'PEOPLE_PER_ADDRESS',
      bound: PEOPLE_PER_ADDRESS + AT_ONCE,
      ...refusal(429, 'respondent_limit'),
      request: number => post('192.0.2.3', `/s/guess-${number}/responses`, '{}'),
    },
    {
      filledBy: 'address',
      name: 'STREAMS_PER_ADDRESS',
      bound: STREAMS_PER_ADDRESS,
      ...refusal(429, 'too_many_streams'),
      request: () => follow('192.0.2.4'),
    },
    {
      filledBy: 'account',
      name: 'ATTEMPT_LIMITS.password',
      bound: ATTEMPT_LIMITS.password.perAccount,
      status: 429,
      text: 'Too many attempts',
      request: () => post('192.0.2.5', '/sign-in', 'email=ada%40example.org&password=not+the+right+one', ownPage),
    },
    {
      filledBy: 'account',
      name: 'CALLS_PER_WINDOW',
      bound: CALLS_PER_WINDOW,
      ...refusal(429, 'call_limit'),
      request: () => api(caller, '/surveys'),
    },
    {
      filledBy: 'account',
      name: 'CUSTOM_SLUGS_PER_WINDOW',
      bound: CUSTOM_SLUGS_PER_WINDOW,
      ...refusal(429, 'custom_slug_limit'),
      request: () => api(templater, '/surveys', { ...survey(small), slug: `slug-${randomUUID()}` }),
    },
    {
      filledBy: 'account',
      name: 'SURVEYS_PER_ACCOUNT',
      bound: SURVEYS_PER_ACCOUNT,
      ...refusal(409, 'survey_limit'),
      request: () => api(surveyor, '/surveys', survey(small)),
    },
    {
      filledBy: 'account',
      name: 'TEMPLATES_PER_ACCOUNT',
      bound: TEMPLATES_PER_ACCOUNT,
      ...refusal(409, 'template_limit'),
      request: () => api(templater, '/templates', { name: 'One more', questions: small }),
    },
    {
      filledBy: 'account',
      name: 'ACCOUNT_STORAGE',
      bound: (ACCOUNT_MEGABYTES * MEGABYTE) / hugeBytes + 1,
      ...refusal(409, 'account_storage'),
      request: (_, isFull) => api(hoarder, '/templates', { name: 'One more', questions: isFull ? small : huge }),
    },
    {
      filledBy: 'survey',
      name: 'SURVEY_STORAGE',
      bound: 2 * AT_ONCE,
      ...refusal(409, 'survey_storage'),
      request: async (number, isFull) => {
        if (!isFull && number >= AT_ONCE) await delay(QUOTA_MS)
        const body = isFull ? '{"answers":["x"]}' : answer
        return post(`198.51.100.${number % 100}`, `/s/${stored.id}/responses`, body)
      },
    },
    {
      filledBy: 'survey',
      name: 'MAX_UNRESOLVED_ITEMS',
      bound: MAX_UNRESOLVED_ITEMS,
      ...refusal(409, 'board_full'),
      request: () => {
        const text = `${randomUUID()} `.repeat(20).slice(0, BOARD_TEXT_LENGTH)
        return post('192.0.2.7', `/s/${board.id}/board/0`, JSON.stringify({ text }))
      },
    },
    {
      filledBy: 'survey',
      name: 'DASHBOARD_LIMIT',
      bound: DASHBOARD_LIMIT,
      ...refusal(429, 'respondent_limit'),
      request: () => send('GET', `${baseUrl}/admin/api/${many.id}`, { authorization: `Bearer ${many.admin_token}` }),
    },
    {
      filledBy: 'survey',
      name: 'MAX_CONNECTIONS, the share of one survey in its event streams',
      bound: STREAMS_PER_SURVEY,
      ...refusal(503, 'unavailable'),
      request: number => follow(`203.0.113.${number % 100}`),
    },
  ]
}

const BOARD = { type: 'upvoted_question', text: 'What would you like to know?' }

function refusal(status: number, name: keyof typeof REFUSALS) {
  return { status, text: REFUSALS[name].error }
}

/** Sends until a request is refused. */
async function fill(limit: Limit): Promise<void> {
  const { filledBy, name, bound, request } = limit
  const what = `${name}, filled by one ${filledBy}`
  let granted = 0
  for (let number = 0; ; number += AT_ONCE) {
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => request(number + at, false)))
    const refused = replies.filter(reply => isRefusal(limit, reply))
    granted += replies.length - refused.length
    assert.ok(
      granted <= bound,
      `${what}: ${granted} were granted, one with ${replies[0]?.status} ${replies[0]?.text.slice(0, 100)}`,
    )
    if (refused.length > 0) return
  }
}

/** Keeps sending requests that are refused. @returns how to stop, which reports how many were sent and refused */
function keepFull(limits: readonly Limit[]): () => Promise<{ refused: number; sent: number }> {
  const sent: Promise<boolean>[] = []
  const timer = setInterval(() => {
    const limit = limits[sent.length % limits.length]
    if (limit !== undefined) sent.push(limit.request(sent.length, true).then(reply => isRefusal(limit, reply)))
  }, 1_000 / REFUSED_PER_SECOND)
  return async () => {
    clearInterval(timer)
    const outcomes = await Promise.all(sent)
    return { refused: outcomes.filter(Boolean).length, sent: outcomes.length }
  }
}

function isRefusal({ status, text }: Limit, reply: Received): boolean {
  return reply.status === status && reply.text.includes(text)
}

/** @returns the status, and the text of a refusal; a stream that is opened stays open */
async function openStream(url: string, address: string, streams: IncomingMessage[]): Promise<Received> {
  const request = get(url, { agent: false, headers: { 'x-forwarded-for': address } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.on('error', () => undefined)
  const status = response.statusCode ?? 0
  const headers = new Headers()
  if (status !== 200) return { status, headers, text: String(Buffer.concat(await response.toArray())) }
  streams.push(response.resume())
  return { status, headers, text: '' }
}

/** Milliseconds that submissions to a survey of its own take. */
function timesOf({ server: { port }, slug }: Installation): Promise<number[]> {
  const requests = (sender: number) => submissions(slug, sender)
  return paced({ port, perSecond: PER_SECOND, milliseconds: ROUND_MS, requests })
}

function compare({ full, idle }: Record<'full' | 'idle', readonly number[]>, share: number) {
  const [busy, quiet] = [quantile(full, share), quantile(idle, share)]
  return {
    subject: `time of ${share * 100} % of others when every limit is reached / at an idle server`,
    measured: `${busy.toFixed(1)} ms / ${quiet.toFixed(1)} ms`,
    value: busy / quiet,
  }
}
