import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { expectFigure } from '../../figure.ts'
import { call } from '../../harness.ts'
import { scaled } from '../../scale.ts'
import { killServers, startServer, temporaryFolder } from '../server.ts'
import { Attacker, LARGEST, OPTIONS } from './attacks.ts'
import { MEBIBYTE, memoryOf, p99 } from './others.ts'

const READERS = join(import.meta.dirname, 'reading-process.ts')
const COUNT = 4
const READING_MS = scaled({ long: 5_000, release: 15_000 })
const MAX_P99_MS = 25
const MAX_MEBIBYTES = 64

after(killServers)

test('four readers of each page of the largest survey hold up nobody and take little memory [page-size, questions-amounts]', {
  timeout: 300_000,
}, async t => {
  const { pid, port } = await startServer({ dataDir: temporaryFolder() })
  const server = { baseUrl: `http://localhost:${port}` }
  const attacker = await Attacker.signUp(server)
  const headers = { cookie: attacker.cookie, origin: server.baseUrl, 'sec-fetch-site': 'same-origin' }
  const read = async (path: string) => {
    const { status } = await call(server, 'GET', path, { headers: { ...headers, accept: 'text/html' } })
    assert.equal(status, 200, path)
  }
  /** What others notice while a page is read. */
  const beside = async (page: string) => {
    const readers = fork(READERS, [server.baseUrl, page, attacker.cookie, String(COUNT)])
    t.after(() => readers.kill())
    let most = 0
    const timer = setInterval(() => {
      most = Math.max(most, memoryOf(pid))
    }, 50)
    const others = await p99(server, READING_MS)
    clearInterval(timer)
    assert.equal(readers.exitCode, null, 'they have been reading all the time')
    readers.kill()
    return { others, most }
  }
  const draft = await attacker.send('POST', '/drafts', { title: 'x', questions: LARGEST, theme: null })
  const slug = await attacker.publish(LARGEST)
  const body = { share_results: 'after_answering', share_record: true }
  assert.equal((await call(server, 'PATCH', `/admin/api/${slug}`, { headers, body })).status, 200)
  for (let at = 0; at < 6; at++) {
    const { status } = await call(server, 'POST', `/s/${slug}/responses`, {
      body: { answers: LARGEST.map(() => OPTIONS[at]) },
    })
    assert.equal(status, 201)
  }
  const pages = [`/s/${slug}`, `/s/${slug}/thanks`, `/s/${slug}/record`, `/app/drafts/${draft.id}/preview`]
  for (const page of pages) await read(page)
  // What the heap of a server in use has grown by already is not what a page takes.
  for (const page of pages) await beside(page)
  for (const page of pages) {
    const before = memoryOf(pid)
    const { others, most } = await beside(page)
    const name = page.replace(slug, '{slug}').replace(draft.id, '{id}')
    expectFigure(t, {
      subject: `p99 of others beside ${COUNT} readers of ${name}`,
      measured: `${others.toFixed(1)} ms`,
      value: others,
      gate: { sign: '≤', limit: MAX_P99_MS, unit: 'ms' },
    })
    expectFigure(t, {
      subject: `growth of memory by ${COUNT} readers of ${name}`,
      measured: `${Math.round(before / MEBIBYTE)} MiB before`,
      value: (most - before) / MEBIBYTE,
      gate: { sign: '≤', limit: MAX_MEBIBYTES, unit: 'MiB' },
    })
  }
})
