import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { bodyOf } from '../api/fixtures.ts'
import { newPostgres } from '../database.ts'
import { call } from '../harness.ts'
import { contentsOf, EMAIL, type Place, sealed, withColumn } from '../moving/dumps.ts'
import { run, type Scope, serve, temporaryFolder } from '../program.ts'

const SECRET = 'the secret of this test, of no other use'
const OTHER = 'grace@example.org'
const QUESTIONS = [
  { type: 'multiple_choice', text: 'Lunch?', options: ['Soup', 'Ünïcode 🥗'], more: { a: [1.5, null] } },
  { type: 'rating', text: 'How good?' },
  { type: 'free_text', text: 'Why?', requirement: { mode: 'optional' } },
  { type: 'upvoted_question', text: 'Ask' },
]

/** The questions after an edit between two responses. */
const EDITED = [
  { ...QUESTIONS[0], options: ['Salad', 'Soup', 'Ünïcode 🥗'] },
  { ...QUESTIONS[1], text: 'How warm?' },
  ...QUESTIONS.slice(2),
  { type: 'rating', text: 'How much?', requirement: { mode: 'optional' } },
]

/** It comes after two of the responses that are still stored. */
const EDIT = {
  after: 2,
  added_questions: [4],
  added_options: [{ question: 0, position: 0 }],
  reworded_questions: [1],
}

type Exported = Record<string, unknown> & {
  responses: { id: string; submitted_at: string; answers: unknown[] }[]
  boards: { items: Record<string, unknown>[] }[]
}

/** An installation with a survey that uses everything, one in which it has been deleted since, and its export. */
let example: Readonly<Record<'slug' | 'file' | 'text' | 'whole' | 'without', string>>
const clears: (() => void)[] = []
before(async () => {
  example = await makeExample({ after: clear => clears.push(clear) })
})
after(() => {
  for (const clear of clears) clear()
})

describe('a survey', () => {
  test('comes back from its export, under its slug, with responses, boards and settings, on either database [survey-restore]', async t => {
    const database = await newPostgres({ empty: true })
    t.after(() => database.drop())
    const first = copyOf(t, 'without')
    const second: Place = { dataDir: temporaryFolder(t), env: { SECRET, DATABASE_URL: database.url } }
    const { slug, file, text } = example
    for (const place of [first, second]) {
      if (place === second) await account(place, EMAIL)
      const {
        responses,
        account: owner,
        url,
      } = await ok(['survey', 'restore', file, '--account', EMAIL, '--json'], place)
      assert.deepEqual([responses, owner, url], [3, EMAIL, `http://localhost:3000/s/${slug}`])
      const exported = await reexport(place, slug)
      assert.deepEqual(exported, JSON.parse(text))
      assert.deepEqual((exported.settings as { edits: unknown }).edits, [EDIT])
      const { session } = exported.settings as { session: { questions: unknown[] } }
      assert.equal(session.questions.length, 1)
      await assertConsistent(place)
    }
    const server = await serve(t, [], first)
    const answer = await call(server, 'POST', `/s/${slug}/responses`, { body: { answers: ['Soup', 3, null, null] } })
    assert.equal(answer.status, 409, 'it is closed, as it was')
    await server.stop()
  })

  test('is picked out of a dump, for the account that it had [survey-restore]', async t => {
    const { slug, text } = example
    const dump = join(temporaryFolder(t), 'all.dump')
    await ok(['dump', dump, '--json'], copyOf(t, 'whole'))
    const place = copyOf(t, 'without')
    const unnamed = await run(['survey', 'restore', dump], place)
    assert.deepEqual([unnamed.status, /name a survey in the dump/.test(unnamed.stderr)], [1, true])
    const missing = await run(['survey', 'restore', dump, 'none-such-here'], place)
    assert.match(missing.stderr, /the dump has no survey with the slug none-such-here/)
    assert.equal((await ok(['survey', 'restore', dump, slug, '--json'], place)).account, EMAIL)
    assert.deepEqual(await reexport(place, slug), JSON.parse(text))
    await assertConsistent(place)
  })

  test('whose history of edits is malformed is refused, by its slug [survey-restore]', async t => {
    const { slug } = example
    const dump = join(temporaryFolder(t), 'all.dump')
    await ok(['dump', dump, '--json'], copyOf(t, 'whole'))
    const place = copyOf(t, 'without')
    for (const history of ['{"a":1}', '[null]', '[{"sequence":1,"responses":1}]', '[']) {
      writeFileSync(dump, gzipSync(sealed(withColumn(contentsOf(dump), 'edit_history', history))))
      const { status, stderr } = await run(['survey', 'restore', dump, slug], place)
      const reason = 'edit_history of a row of table survey is invalid'
      assert.deepEqual(
        [status, stderr],
        [1, `soundings: the survey ${slug} in the dump cannot be read: ${reason}\n`],
        history,
      )
    }
  })

  test('is restored beside the one that has its slug, in another account, when another slug is chosen [survey-restore]', async t => {
    const place = copyOf(t, 'whole')
    const { slug, file, text } = example
    await account(place, OTHER)
    const taken = await run(['survey', 'restore', file, '--account', OTHER], place)
    assert.equal(taken.status, 1)
    assert.equal(taken.stderr, `soundings: another survey has the slug ${slug}; choose one with --as NEW-SLUG\n`)
    await ok(['survey', 'restore', file, '--account', OTHER, '--as', 'lunch-again', '--json'], place)
    const [again, original] = [await reexport(place, 'lunch-again'), await reexport(place, slug)]
    assert.deepEqual(original, JSON.parse(text))
    assert.deepEqual([again.responses, again.settings], [original.responses, original.settings])
    assert.deepEqual(boardsOf(again), boardsOf(original))
    await assertConsistent(place)
  })

  test('appears to nobody before it is complete, and leaves nothing if it is not [survey-restore]', async t => {
    const place = copyOf(t, 'without')
    const { slug, text } = example
    const { responses, ...rest } = JSON.parse(text) as Exported
    const repeated = { ...rest, response_count: 1_000, responses: Array.from({ length: 1_000 }, () => responses[0]) }
    const file = written(t, JSON.stringify(repeated))
    const { status, stderr } = await run(['survey', 'restore', file, '--account', EMAIL], place)
    assert.equal(status, 1)
    assert.match(stderr, /it has 1 different responses, but its response_count is 1000/)
    const exportedNow = await run(['export', slug], place)
    assert.match(exportedNow.stderr, /no survey has this slug/)
  })

  test('that is over the limits of storage is refused with the setting that limits it [survey-restore, storage-quota]', async t => {
    const { text } = example
    const { responses, ...rest } = JSON.parse(text) as Exported
    const long = Array.from({ length: 200 }, () => {
      return { ...responses[0], id: randomUUID(), answers: ['Soup', 3, 'x'.repeat(9_000), null] }
    })
    const file = written(t, JSON.stringify({ ...rest, response_count: 200, responses: long }))
    for (const setting of ['SURVEY_STORAGE', 'ACCOUNT_STORAGE']) {
      const place = copyOf(t, 'without')
      const words = ['survey', 'restore', file, '--account', EMAIL]
      const refused = await run(words, { ...place, env: { ...place.env, [setting]: '1' } })
      assert.equal(refused.status, 1)
      assert.match(
        refused.stderr,
        new RegExp(`more than ${setting} allows; raise it for this command and for the server`),
      )
      assert.equal((await run(words, { ...place, env: { ...place.env, [setting]: '0' } })).status, 0)
    }
  })
})

/** The boards of an export without what is new in a copy: ids, and the order that follows from them. */
function boardsOf({ boards }: Exported): unknown {
  const textsOf = (items: readonly Record<string, unknown>[]) =>
    items.map(item => JSON.stringify({ ...item, id: '' })).sort()
  return boards.map(board => ({ ...board, items: textsOf(board.items) }))
}

/** Each changes a good export so that it is refused, with what is said. */
const REFUSED: readonly [what: string, change: (file: Exported) => unknown, said: RegExp][] = [
  ['nothing', () => '', /it is incomplete, or is not JSON/],
  ['no JSON', () => 'title: Lunch', /it is incomplete, or is not JSON/],
  ['a truncated one', file => JSON.stringify(file).slice(0, -10), /it is incomplete, or is not JSON/],
  ['other JSON', () => ({ a: 1 }), /it has neither id nor status, so it is not the JSON export of a survey/],
  ['a list', file => [file], /it is incomplete, or is not JSON/],
  [
    'fewer responses than it says',
    file => ({ ...file, responses: [] }),
    /it has 0 responses, but its response_count is 3/,
  ],
  [
    'one response in place of a list',
    file => ({ ...file, responses: file.responses[0] }),
    /its responses are not a list/,
  ],
  ['boards that are not a list', file => ({ ...file, boards: {} }), /its boards are not a list/],
  ['a newer version', file => ({ ...file, settings: { version: 2 } }), /made by a newer version of Soundings/],
  ['no questions', ({ questions, ...file }) => file, /questions must be a list/],
  [
    'an answer that does not fit',
    file => answered(file, ['Cake', 1, null, null]),
    /response 1, question 1: the answer must be one of the options/,
  ],
  [
    'too many answers',
    file => answered(file, [null, null, null, null, null, null]),
    /response 1: there are more answers than questions/,
  ],
  [
    'a response from the future',
    file => changed(file, { submitted_at: '2999-01-01T00:00:00Z' }),
    /response 1: submitted_at is later than the clock/,
  ],
  ['an id that is none', file => changed(file, { id: 'x' }), /response 1: id must be a UUID/],
  ['a board of another question', file => ({ ...file, boards: [{ index: 0, items: [] }] }), /index of a board/],
  [
    'too many votes',
    file => ({ ...file, boards: [{ index: 3, items: [{ id: randomUUID(), text: 'x', state: 'shown', votes: 1e9 }] }] }),
    /votes must be a whole number of at most/,
  ],
  [
    'a member nested too deep',
    file => `${JSON.stringify(file).slice(0, -1)},"deep":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    /it is incomplete, or is not JSON/,
  ],
  [
    'bytes that are not UTF-8',
    file =>
      Buffer.concat([
        Buffer.from(JSON.stringify(file).slice(0, -1)),
        Buffer.from(',"x":"'),
        Buffer.from([0xff]),
        Buffer.from('"}'),
      ]),
    /it is not valid UTF-8/,
  ],
  [
    'a time before the year 2000',
    file => changed(file, { submitted_at: '0099-05-05T00:00:00Z' }),
    /response 1: submitted_at is before the year 2000/,
  ],
  ['a slug that is none', file => ({ ...file, id: '../x' }), /invalid slug/],
  [
    'picked texts that are none',
    file => ({ ...file, settings: { projected_texts: { picks: [{ question: 0 }] } } }),
    /projected_texts must name/,
  ],
]

describe('a file is refused before anything is stored [survey-restore]', { concurrency: 1 }, () => {
  let place: Place
  let file: Exported
  before(() => {
    place = copyOf({ after: clear => clears.push(clear) }, 'without')
    file = JSON.parse(example.text)
  })
  for (const [what, change, said] of REFUSED)
    test(what, async t => {
      const value = change(file)
      const isRaw = typeof value === 'string' || value instanceof Uint8Array
      const path = written(t, isRaw ? value : JSON.stringify(value))
      const { status, stdout, stderr } = await run(['survey', 'restore', path, '--account', EMAIL], place)
      assert.deepEqual([status, stdout], [1, ''])
      assert.match(stderr, said)
      const accounts = (await run(['account', 'list', '--json'], place)).stdout
      assert.equal(JSON.parse(accounts).length, 1)
    })

  test('an account that is not there, or not named', async t => {
    const path = written(t, JSON.stringify(file))
    const unnamed = await run(['survey', 'restore', path], place)
    assert.deepEqual([unnamed.status, /--account EMAIL/.test(unnamed.stderr)], [1, true])
    const missing = await run(['survey', 'restore', path, '--account', 'no@example.org'], place)
    assert.match(missing.stderr, /no account has this e-mail address/)
    assert.match((await run(['survey', 'restore', '/none'], place)).stderr, /there is no file/)
  })

  test('a compressed file that is no dump', async t => {
    const { status, stderr } = await run(['survey', 'restore', written(t, gzipSync('{}')), 'lunch'], place)
    assert.equal(status, 1)
    assert.match(stderr, /is not a dump made by `soundings dump`/)
  })
})

function changed(file: Exported, change: object): Exported {
  const [first, ...others] = file.responses
  return { ...file, responses: [{ ...first, ...change } as Exported['responses'][number], ...others] }
}

function answered(file: Exported, answers: unknown[]): Exported {
  return changed(file, { answers })
}

function written(t: Scope, content: string | Uint8Array): string {
  const file = join(temporaryFolder(t), 'survey.json')
  writeFileSync(file, content)
  return file
}

async function account(place: Place, email: string): Promise<string> {
  const made = await ok(['account', 'create', email, '--subscribed', '--token', '--json'], place)
  return String(made.token)
}

async function ok(words: readonly string[], place: Place): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await run(words, place)
  assert.equal(status, 0, stderr)
  return JSON.parse(stdout)
}

async function makeExample(t: Scope): Promise<typeof example> {
  const place: Place = { dataDir: temporaryFolder(t), env: { SECRET } }
  const token = await account(place, EMAIL)
  const server = await serve(t, [], place)
  const body = { title: 'Lunch ü', questions: QUESTIONS, theme: { primary: '#123456', background: '#fefefe' } }
  const made = await call(server, 'POST', '/api/v1/surveys', { token, body })
  const { id: slug, admin_token: admin } = bodyOf<{ id: string; admin_token: string }>(made, 201)
  const send = async (answers: unknown[]) =>
    bodyOf<{ id: string }>(await call(server, 'POST', `/s/${slug}/responses`, { body: { answers } }), 201).id
  await send(['Soup', 9, 'Warm\n"hello"', null])
  const removed = await send(['Soup', 1, 'no', null])
  const picked = await send(['Ünïcode 🥗', 10, '日本語', null])
  const manage = async (method: string, path: string, body?: unknown) =>
    assert.ok((await call(server, method, `/admin/api/${slug}${path}`, { token: admin, body })).status < 300, path)
  await manage('DELETE', `/responses/${removed}`)
  await manage('PUT', `/projected-texts/2/${picked}`)
  await manage('PATCH', '', { questions: EDITED })
  await send(['Salad', 7])
  for (const text of ['Why?', 'When?']) {
    const { id } = bodyOf<{ id: string }>(await call(server, 'POST', `/s/${slug}/board/3`, { body: { text } }), 201)
    for (let votes = 0; votes < 3; votes++)
      await call(server, 'PUT', `/s/${slug}/board/3/${id}/vote`, { body: { voter: randomUUID() } })
    if (text === 'When?') await manage('PATCH', `/board/3/${id}`, { state: 'answered' })
  }
  await manage('PATCH', '/presentation', { screen: '1' })
  await manage('PATCH', '/presentation', { screen: '1', revealed: true })
  await manage('DELETE', '/presentation')
  await manage('PATCH', '', {
    share_results: 'when_revealed',
    response_limit: 50,
    shared_device: true,
    language: 'ar',
    groups: [{ kind: 'section', from: 0, to: 1, title: 'Food' }],
    status: 'closed',
    archived: true,
  })
  await manage('PATCH', '', { results_revealed: true })
  await server.stop()
  const whole = temporaryFolder(t)
  cpSync(place.dataDir, whole, { recursive: true })
  const text = (await run(['export', slug], place)).stdout
  const file = written(t, text)
  assert.equal(readFileSync(file, 'utf8'), text)
  await remove(t, place, slug)
  return { slug, file, text, whole, without: place.dataDir }
}

function copyOf(t: Scope, which: 'whole' | 'without'): Place {
  const dataDir = temporaryFolder(t)
  cpSync(example[which], dataDir, { recursive: true })
  return { dataDir, env: { SECRET } }
}

async function reexport(place: Place, slug: string): Promise<Exported> {
  const { status, stdout, stderr } = await run(['export', slug], place)
  assert.equal(status, 0, stderr)
  return JSON.parse(stdout)
}

/** Deletes a survey, as its owner does. */
async function remove(t: Scope, place: Place, slug: string): Promise<void> {
  const server = await serve(t, [], place)
  const { admin_url } = await ok(['survey', 'link', slug, '--json'], place)
  const [, token = ''] = String(admin_url).split('#')
  assert.equal((await call(server, 'DELETE', `/admin/api/${slug}`, { token })).status, 204)
  await server.stop()
}

/** The counts of the database are those of its rows. */
async function assertConsistent(place: Place): Promise<void> {
  const { stdout } = await run(['doctor', '--json'], place)
  const checks = JSON.parse(stdout) as { check: string; ok: boolean }[]
  const counts = checks.filter(({ check }) => check.includes('count'))
  assert.ok(counts.length > 0, stdout)
  assert.ok(
    counts.every(({ ok }) => ok),
    stdout,
  )
}
