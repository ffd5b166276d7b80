import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { unzipSync } from 'fflate'
import { PASSWORD, sendWith, submitForm } from '../account/browser.ts'
import { begin, items, PAST, surveyFile } from '../account/restoration-steps.ts'
import { board, bodyOf, choice, freeText, optional, rating } from '../api/fixtures.ts'
import { freePort } from '../free-port.ts'
import { call } from '../harness.ts'
import { cookieIn } from '../http.ts'
import { run, serve, temporaryFolder } from '../program.ts'
import { emptyPlace } from './data.ts'
import { EMAIL, move, type Place } from './dumps.ts'

const SLUGS = ['lunch-restored', 'supper-restored'] as const
const OPTIONS = ['Yes', 'No', 'Ünïcode 🥗']
const QUESTIONS = [
  choice('Coming?', OPTIONS),
  rating('How good?'),
  freeText('Why?', optional),
  board('Ask us'),
  board('Ask the cook', { moderated: true }),
]
const BOARDS = [3, 4]
const WORDS = ['sun and salt', 'salt "and" soup', '日本語 и кириллица', '', 'salt\nagain']
const STATES = ['shown', 'held', 'hidden', 'answered'] as const

interface Server {
  readonly baseUrl: string
}

test('what was restored from an archive stays the same, byte for byte, from SQLite to PostgreSQL and back [dump-load-whole]', async t => {
  const address = await freePort()
  const places = [await emptyPlace(t, 'SQLite'), await emptyPlace(t, 'PostgreSQL'), await emptyPlace(t, 'SQLite')]
  const [first, second, third] = places.map(place => at(place, address)) as [Place, Place, Place]
  await run(['account', 'create', EMAIL, '--password-stdin', '--subscribed'], { ...first, input: `${PASSWORD}\n` })
  await whileServed(t, first, restoreAndUse)
  const original = await whileServed(t, first, readAll)
  const file = join(temporaryFolder(t), 'file.dump')
  await move(first, second, file)
  assertSame(await whileServed(t, second, readAll), original)
  await move(second, third, `${file}2`)
  assertSame(await whileServed(t, third, readAll), original)
})

/** Names the paths whose answers differ; these may be long. */
function assertSame(found: Record<string, string>, original: Record<string, string>): void {
  assert.deepEqual(Object.keys(found), Object.keys(original))
  const differing = Object.keys(found).filter(path => found[path] !== original[path])
  assert.deepEqual(differing, [], `${found[differing[0] ?? '']}\n${original[differing[0] ?? '']}`)
}

/** All three are served at one address, so that links are the same. */
function at(place: Place, port: number): Place {
  return { ...place, env: { ...place.env, PORT: String(port), BASE_URL: `http://localhost:${port}` } }
}

async function whileServed<T>(t: TestContext, place: Place, work: (server: Server, place: Place) => Promise<T>) {
  const { stop } = await serve(t, [], place)
  try {
    return await work({ baseUrl: String(place.env.BASE_URL) }, place)
  } finally {
    await stop()
  }
}

async function signIn(server: Server) {
  const { status, headers, text } = await submitForm(server, '/sign-in', { email: EMAIL, password: PASSWORD })
  assert.equal(status, 303, text)
  const cookie = cookieIn(headers)
  return { send: sendWith(server, cookie), cookie }
}

/** Restores an archive, and then uses what was restored as people do. */
async function restoreAndUse(server: Server): Promise<void> {
  const browser = await signIn(server)
  const restoration = await begin(browser)
  for (const [at, slug] of SLUGS.entries()) {
    const below = `/surveys/${slug}`
    await restoration.send('/surveys', surveyFile(slug, { title: `Lunch ${at} 🥗`, questions: QUESTIONS }))
    const responses = WORDS.map((text, at) => {
      return {
        id: randomUUID(),
        submitted_at: PAST,
        answers: [OPTIONS[at % 3], at + 3, text, null, null],
      }
    })
    await restoration.send(`${below}/responses`, { first: 1, responses })
    for (const index of BOARDS) {
      const asked = items(8).map((item, at) => ({
        ...item,
        text: `Why ${at}?`,
        votes: at * 999,
        state: STATES[at % 4],
      }))
      await restoration.send(`${below}/boards`, { index, items: asked })
    }
    const projected_texts = {
      picks: responses.slice(0, 2).map(({ id }) => ({ question: 2, id })),
      words: [2],
      hidden: [{ question: 2, word: 'soup' }],
    }
    const settings = {
      version: 1,
      share_results: 'after_answering',
      language: 'fa',
      archived: at === 1,
      projected_texts,
      edits: [
        { after: 1, added_questions: [2], added_options: [{ question: 0, position: 2 }], reworded_questions: [1] },
      ],
    }
    await restoration.send(`${below}/settings`, { theme: 'rose', settings, response_count: responses.length })
  }
  await restoration.send('/templates', { name: 'Retro', questions: QUESTIONS, theme: 'ocean' })
  await restoration.send('/drafts', { title: 'Soon', questions: [{ type: 'rating', text: '' }], theme: null })
  const { surveys } = await restoration.finish()
  assert.deepEqual(
    surveys.map(({ slug }) => slug),
    SLUGS,
  )
  const [slug] = SLUGS
  const submit = async (text: string) =>
    bodyOf<{ id: string }>(
      await call(server, 'POST', `/s/${slug}/responses`, { body: { answers: ['No', 5, text, null, null] } }),
      201,
    ).id
  const removed = await submit('removed')
  await submit('new salt')
  const headers = { cookie: browser.cookie, origin: server.baseUrl, 'sec-fetch-site': 'same-origin' }
  assert.equal((await call(server, 'DELETE', `/admin/api/${slug}/responses/${removed}`, { headers })).status, 204)
  const listed = await call(server, 'GET', `/s/${slug}/board/3`)
  for (const { id } of (listed.body as unknown as { items: { id: string }[] }).items.slice(0, 2))
    bodyOf(await call(server, 'PUT', `/s/${slug}/board/3/${id}/vote`, { body: { voter: randomUUID() } }))
}

/** What callers, creators and respondents can read, by path. */
async function readAll(server: Server, place: Place): Promise<Record<string, string>> {
  const created = await run(['token', 'create', EMAIL, '--name', 'reader', '--json'], place)
  const { token } = JSON.parse(created.stdout)
  const { cookie } = await signIn(server)
  const found: Record<string, string> = {}
  const read = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(server.baseUrl + path, { headers: { 'sec-fetch-site': 'same-origin', ...headers } })
    assert.equal(response.status, 200, path)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = /\.(zip|xlsx)$/.test(path) ? contentsOf(bytes) : Buffer.from(bytes).toString('latin1')
    found[path] = text.replace(KEY, '')
  }
  const byApi = { authorization: `Bearer ${token}` }
  await read('/api/v1/templates', byApi)
  await read('/api/v1/surveys?include_admin=1&include_closed=1', byApi)
  for (const path of ['drafts', 'templates', 'surveys', 'export.zip']) await read(`/app/api/${path}`, { cookie })
  for (const slug of SLUGS) {
    for (const view of ['', '?view=aggregate']) await read(`/api/v1/surveys/${slug}${view}`, byApi)
    for (const path of DASHBOARD) await read(`/admin/api/${slug}${path}`, { cookie })
    for (const path of ['', ...BOARDS.map(index => `/board/${index}`)]) await read(`/s/${slug}${path}`, {})
  }
  await run(['token', 'revoke', EMAIL, 'reader'], place)
  return found
}

/** Each form has a key of its own. */
const KEY = /<input type="hidden" name="key"[^>]*>/

const DASHBOARD = [
  '',
  '/responses',
  '/responses?order=oldest',
  '/responses?search=salt',
  '/arrivals',
  '/texts',
  '/projected-texts',
  '/words/2',
  '/presentation',
  '/board/3',
  '/board/4',
  '/export.json',
  '/export.csv',
  '/export.csv?for=spreadsheet',
  '/export-boards.csv',
  '/export.xlsx',
]

/** The files of an archive or a workbook, apart from when it was made and which tokens there are: those do not move. */
function contentsOf(bytes: Uint8Array): string {
  const files = Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content).toString()])
  const { 'account.json': account, ...others } = Object.fromEntries(files) as Record<string, string>
  if (account === undefined) return JSON.stringify(others)
  const { tokens: _, ...moved } = JSON.parse(account)
  return JSON.stringify({ ...others, moved })
}
