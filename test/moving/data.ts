import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { freeText } from '../api/fixtures.ts'
import { newPostgres } from '../database.ts'
import { run, temporaryFolder } from '../program.ts'
import { contentsOf, EMAIL, many, type Place, withResponses } from './dumps.ts'

export const ENGINES = ['SQLite', 'PostgreSQL'] as const
export const SECRET = 'the secret of this test, of no other use'
const TIME = '2026-06-01T00:00:00.000Z'

/** An empty installation. */
export async function emptyPlace(t: TestContext, engine: (typeof ENGINES)[number]): Promise<Place> {
  const dataDir = join(temporaryFolder(t), 'data')
  if (engine === 'SQLite') return { dataDir, env: { SECRET } }
  const database = await newPostgres({ empty: true })
  t.after(() => database.drop())
  return { dataDir, env: { SECRET, DATABASE_URL: database.url } }
}

/** A dump of a survey with this many responses, and one more. */
export async function dumpWith(t: TestContext, responses: number) {
  const place = { dataDir: temporaryFolder(t), env: { SECRET } }
  const { slug } = await withResponses(t, place)
  const file = join(temporaryFolder(t), 'file.dump')
  assert.equal((await run(['dump', file], place)).status, 0)
  writeFileSync(file, gzipSync(many(contentsOf(file), responses)))
  return { file, slug }
}

/** An export of a survey that does not exist. */
export async function exportOf(t: TestContext, responses: number) {
  const place = { dataDir: temporaryFolder(t), env: { SECRET } }
  await run(['account', 'create', EMAIL], place)
  const file = join(temporaryFolder(t), 'survey.json')
  const slug = 'many-more-answers'
  const head = { id: slug, title: 'Lunch', status: 'open', created_at: TIME, questions: [freeText('Why?')] }
  const rows = Array.from({ length: responses }, () =>
    JSON.stringify({ id: randomUUID(), submitted_at: TIME, answers: ['more'] }),
  )
  writeFileSync(file, `${JSON.stringify(head).slice(0, -1)},"responses":[${rows.join(',')}]}`)
  return { place, file, slug }
}
