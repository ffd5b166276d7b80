import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { PASSWORD } from '../account/browser.ts'
import { bodyOf, freeText, optional } from '../api/fixtures.ts'
import { newPostgres } from '../database.ts'
import { call } from '../harness.ts'
import { run, type Scope, serve, temporaryFolder } from '../program.ts'
import { fill, observe } from '../upgrades/contents.ts'
import { contentsOf, EMAIL, move, type Place } from './dumps.ts'

const SECRET = 'the secret of this test, of no other use'
/** What an answer and what a caller adds to a question may contain. */
const HOSTILE = [
  '\\',
  '"',
  '\u2028',
  'é\u0301',
  '日本語',
  '\u0001',
  '\t\r\n',
  "'; drop table survey; --",
  'x'.repeat(9_000),
]
const EXACT = '{"a":12345678901234567890,"b":[1.50,1e400],"__proto__":{"c":null}}'

test('a dump moves everything from SQLite to PostgreSQL and back, and everything readable stays identical [dump-load-whole]', async t => {
  const database = await newPostgres({ empty: true })
  t.after(() => database.drop())
  const env = { SECRET }
  const first: Place = { dataDir: temporaryFolder(t), env }
  const second: Place = { dataDir: temporaryFolder(t), env: { ...env, DATABASE_URL: database.url } }
  const third: Place = { dataDir: join(temporaryFolder(t), 'new'), env }
  const original = await filled(t, first)
  const files = [join(temporaryFolder(t), 'one.dump'), join(temporaryFolder(t), 'two.dump')] as const
  await move(first, second, files[0])
  assert.deepEqual(await read(t, second, original.links), original.read)
  await move(second, third, files[1])
  assert.deepEqual(await read(t, third, original.links), original.read)
  const [one = '', two = ''] = files.map(contentsOf)
  assert.equal(withoutHeader(two), withoutHeader(one), 'the same dump comes from either database')
})

/** Fills an installation by its API and pages. */
async function filled(t: Scope, place: Place) {
  const words = ['account', 'create', EMAIL, '--name', 'Ada', '--password-stdin', '--subscribed', '--token', '--json']
  const { token } = JSON.parse((await run(words, { ...place, input: `${PASSWORD}\n` })).stdout)
  const server = await serve(t, [], place)
  await fill(server, { email: EMAIL, token })
  const questions = HOSTILE.map(text => ({ ...freeText(`Why ${text}?`, optional), note: text }))
  const body = JSON.stringify({ title: 'Hostile', questions, slug: 'hostile' }).replace(
    '"note"',
    `"exact":${EXACT},"note"`,
  )
  const made = await call(server, 'POST', '/api/v1/surveys', { token, body })
  const { admin_token: adminToken } = bodyOf<{ admin_token: string }>(made, 201)
  for (const answer of HOSTILE)
    bodyOf(await call(server, 'POST', '/s/hostile/responses', { body: { answers: HOSTILE.map(() => answer) } }), 201)
  const linked = async (link: string) =>
    `${(await call(server, 'POST', `/admin/api/hostile/${link}`, { token: adminToken })).body.url}`.slice(-64)
  const links = [`/p/api/${await linked('projector')}`, `/remote/api/${await linked('remote')}`]
  await server.stop()
  return { links, read: await read(t, place, links) }
}

/** What callers, creators and respondents can read, to the byte where they get JSON of their own. */
async function read(t: Scope, place: Place, links: readonly string[]) {
  const { token } = JSON.parse((await run(['token', 'create', EMAIL, '--name', 'reader', '--json'], place)).stdout)
  const server = await serve(t, [], place)
  try {
    const { '/api/v1/me': _, ...observed } = await observe(server, { email: EMAIL, token })
    const raw = await call(server, 'GET', '/api/v1/surveys/hostile', { token })
    assert.ok(raw.text.includes('12345678901234567890'))
    const list = await call(server, 'GET', '/api/v1/surveys?include_admin=1', { token })
    const [survey, surveys] = [raw, list].map(({ text }) => text.replaceAll(server.baseUrl, ''))
    for (const link of links) assert.equal((await call(server, 'GET', link)).status, 200)
    return { observed, survey, surveys }
  } finally {
    await run(['token', 'revoke', EMAIL, 'reader'], place)
    await server.stop()
  }
}

function withoutHeader(text: string): string {
  return text.slice(text.indexOf('\n'), text.lastIndexOf('\n', text.length - 2))
}
