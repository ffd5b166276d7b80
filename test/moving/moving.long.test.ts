import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { bodyOf } from '../api/fixtures.ts'
import { call } from '../harness.ts'
import { run, serve, start, temporaryFolder } from '../program.ts'
import { dumpWith, ENGINES, emptyPlace, exportOf } from './data.ts'
import { EMAIL, move, type Place, withResponses } from './dumps.ts'

const KILLED_RESPONSES = 30_000

for (const engine of ENGINES)
  test(`a load into ${engine} that is killed at any moment leaves nothing behind, and can be repeated [load-checked]`, async t => {
    const place = await emptyPlace(t, engine)
    const { file, slug } = await dumpWith(t, KILLED_RESPONSES)
    const accounts = async () => JSON.parse((await run(['account', 'list', '--json'], place)).stdout)
    let kills = 0
    for (let afterMs = 100; (await accounts()).length === 0; afterMs *= 1.3) {
      const child = start(['load', file], place)
      child.stdout.resume()
      child.stderr.resume()
      const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
      await once(child, 'close')
      clearTimeout(timer)
      if (child.signalCode !== null) kills += 1
    }
    t.diagnostic(`killed ${kills} times`)
    assert.ok(kills > 1)
    const exported = JSON.parse((await run(['export', slug], place)).stdout)
    assert.equal(exported.responses.length, KILLED_RESPONSES + 1)
  })

test('a survey whose restoration is killed at any moment leaves nothing behind, and can be restored again [survey-restore]', async t => {
  const { place, file, slug } = await exportOf(t, KILLED_RESPONSES)
  const words = ['survey', 'restore', file, '--account', EMAIL]
  let kills = 0
  for (let afterMs = 100, isRestored = false; !isRestored; afterMs *= 1.3) {
    const child = start(words, place)
    child.stdout.resume()
    child.stderr.resume()
    const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
    await once(child, 'close')
    clearTimeout(timer)
    // A process that is killed may already have restored it.
    isRestored = (await run(['export', slug], place)).status === 0
    if (child.signalCode === null) assert.ok(isRestored)
    if (isRestored) continue
    kills += 1
    letLapse(place)
  }
  t.diagnostic(`killed ${kills} times`)
  assert.ok(kills > 1)
  const exported = JSON.parse((await run(['export', slug], place)).stdout)
  assert.equal(exported.responses.length, KILLED_RESPONSES)
  assert.equal(JSON.parse((await run(['account', 'list', '--json'], place)).stdout).length, 1)
  assert.equal((await run(['doctor'], place)).status, 0)
})

test('responses sent again after a move are recognised, removed ones stay refused, and new ones are counted [dump-load-whole]', async t => {
  const [first, second, third] = [
    await emptyPlace(t, 'SQLite'),
    await emptyPlace(t, 'PostgreSQL'),
    await emptyPlace(t, 'SQLite'),
  ]
  const places = [first, second, third]
  const { slug, kept, removed } = await withResponses(t, first)
  for (const [at, place] of places.entries()) {
    const from = places[at - 1]
    if (from !== undefined) await move(from, place, join(temporaryFolder(t), 'file.dump'))
    const server = await serve(t, [], place)
    const send = (body: unknown) => call(server, 'POST', `/s/${slug}/responses`, { body })
    assert.equal(bodyOf<{ id: string }>(await send(kept.sent), 201).id, kept.id)
    assert.equal((await send(removed)).status, 404)
    await send({ answers: [`new in ${at}`], key: randomUUID() })
    await server.stop()
    const exported = JSON.parse((await run(['export', slug], place)).stdout)
    assert.equal(exported.responses.length, 2 + at)
  }
})

/** An abandoned restoration expires after two minutes. */
function letLapse({ dataDir }: Place): void {
  const database = new DatabaseSync(join(dataDir, 'soundings.db'))
  database.exec('update job set run_at = 0')
  database.close()
}
