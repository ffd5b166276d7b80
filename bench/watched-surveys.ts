import { randomUUID } from 'node:crypto'
import { MIN_SHARED_ANSWERS } from '../src/domain/results/limits.ts'
import { answersOf, QUESTIONS } from './survey.ts'

/** What an event stream requests. */
export interface StreamRequest {
  readonly path: string
  /** The dashboard’s token. */
  readonly token?: string
  /** Its numbers are multiples of this one, if not all are shown. */
  readonly step?: number
}

/** A survey that people watch in their browsers. Each change increases a number in their events by one. */
export interface WatchedSurvey {
  /** The number after the last change. */
  value: number
  readonly streams: { readonly phone: StreamRequest; readonly dashboard: StreamRequest }
  /** The next change, as a request. */
  readonly change: () => Buffer
}

/** The number of questions on a board; one of them gets votes. */
const BOARD_ITEMS = 20

interface Created {
  readonly id: string
  readonly admin_token: string
}

/**
 * Creates surveys on a server: every other one is a board with votes, the rest are answered and share their results.
 */
export async function createWatchedSurveys(baseUrl: string, token: string, count: number): Promise<WatchedSurvey[]> {
  const surveys: WatchedSurvey[] = []
  while (surveys.length < count)
    surveys.push(await (surveys.length % 2 === 0 ? createBoard(baseUrl, token) : createSharedResults(baseUrl, token)))
  return surveys
}

/** Its phones show the page with the audience’s questions. */
async function createBoard(baseUrl: string, token: string): Promise<WatchedSurvey> {
  const questions = [{ type: 'upvoted_question', text: 'What would you like to know?' }]
  const survey = await send<Created>('POST', `${baseUrl}/api/v1/surveys`, { title: 'A hall', questions }, token)
  const board = `/s/${survey.id}/board/0`
  const ask = () => send<{ id: string }>('POST', baseUrl + board, { text: 'When will the slides be there?' })
  const items = await Promise.all(Array.from({ length: BOARD_ITEMS }, ask))
  return {
    value: 0,
    streams: { phone: { path: `/s/${survey.id}/events` }, dashboard: dashboardOf(survey) },
    change: () => request('PUT', `${board}/${items[0]?.id}/vote`, { voter: randomUUID() }),
  }
}

/** Its phones show the thanks page with the counts of all answers. */
async function createSharedResults(baseUrl: string, token: string): Promise<WatchedSurvey> {
  const create = { title: 'A lecture', questions: QUESTIONS }
  const survey = await send<Created>('POST', `${baseUrl}/api/v1/surveys`, create, token)
  const admin = `${baseUrl}/admin/api/${survey.id}`
  await send('PATCH', admin, { share_results: 'after_answering' }, survey.admin_token)
  const responses = `/s/${survey.id}/responses`
  const submission = (person: number) => ({ key: randomUUID(), answers: answersOf(person) })
  // Counts of fewer are not shown.
  for (let person = 0; person < MIN_SHARED_ANSWERS; person++)
    await send('POST', baseUrl + responses, submission(person))
  return {
    value: MIN_SHARED_ANSWERS,
    streams: {
      phone: { path: `/s/${survey.id}/events?results`, step: MIN_SHARED_ANSWERS },
      dashboard: dashboardOf(survey),
    },
    change: () => request('POST', responses, submission(1)),
  }
}

/** Its phones follow a presenter, who goes on to the next of many questions. */
export async function createPaced(baseUrl: string, token: string): Promise<WatchedSurvey> {
  const questions = Array.from({ length: PACED_QUESTIONS }, (_, at) => ({ ...QUESTIONS[0], text: `Question ${at}?` }))
  const survey = await send<Created>('POST', `${baseUrl}/api/v1/surveys`, { title: 'A lecture', questions }, token)
  const admin = `/admin/api/${survey.id}`
  await send('PATCH', baseUrl + admin, { paced: true }, survey.admin_token)
  const phone = { path: `/s/${survey.id}/events` }
  const paced = {
    value: 0,
    streams: { phone, dashboard: phone },
    change: () => request('PATCH', `${admin}/presentation`, { screen: `${paced.value + 1}` }, survey.admin_token),
  }
  return paced
}

/** More than the steps of two measurements. */
const PACED_QUESTIONS = 100

function dashboardOf({ id, admin_token }: Created): StreamRequest {
  return { path: `/admin/api/${id}/events`, token: admin_token }
}

function request(method: string, path: string, body: object, token?: string): Buffer {
  const text = JSON.stringify(body)
  const head = [`${method} ${path} HTTP/1.1`, 'Host: bench', 'Content-Type: application/json']
  if (token !== undefined) head.push(`Authorization: Bearer ${token}`)
  return Buffer.from([...head, `Content-Length: ${Buffer.byteLength(text)}`, '', text].join('\r\n'))
}

async function send<Reply>(method: string, url: string, body: object, token?: string): Promise<Reply> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const reply = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as Reply
}
