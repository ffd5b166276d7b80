import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { bodyOf } from '../api/fixtures.ts'
import { newPostgres } from '../database.ts'
import { call } from '../harness.ts'
import { EMAIL, move, type Place, withResponses } from '../moving/dumps.ts'
import { run, serve, temporaryFolder } from '../program.ts'

const env = { SECRET: 'the secret of this test, of no other use' }
const OPENS = '2099-12-01T09:00:00.000Z'

test('a survey that waits for its time waits on, from an export, a dump and the other database [opens-at-restored]', async t => {
  const folder = temporaryFolder(t)
  const place: Place = { dataDir: join(folder, 'first'), env }
  const { slug } = await withResponses(t, place)
  const link = JSON.parse((await run(['survey', 'link', slug, '--json'], place)).stdout)
  const [, token = ''] = String(link.admin_url).split('#')
  const server = await serve(t, [], place)
  bodyOf(await call(server, 'PATCH', `/admin/api/${slug}`, { token, body: { opens_at: OPENS } }))
  await server.stop()
  const waits = async (at: Place, name: string) => {
    const { status, settings } = JSON.parse((await run(['export', name], at)).stdout)
    assert.deepEqual([status, settings.opens_at], ['closed', OPENS], name)
  }
  await waits(place, slug)
  const file = join(folder, 'survey.json')
  writeFileSync(file, (await run(['export', slug], place)).stdout)
  const dump = join(folder, 'all.dump')
  const database = await newPostgres({ empty: true })
  t.after(() => database.drop())
  const second: Place = { dataDir: join(folder, 'second'), env: { ...env, DATABASE_URL: database.url } }
  await move(place, second, dump)
  await waits(second, slug)
  for (const [source, name] of [
    [[file, '--account', EMAIL], 'from-export'],
    [[dump, slug], 'from-dump'],
  ] as const) {
    const { status, stderr } = await run(['survey', 'restore', ...source, '--as', name], place)
    assert.equal(status, 0, stderr)
    await waits(place, name)
  }
})
