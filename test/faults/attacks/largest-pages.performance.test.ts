import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LANGUAGES } from '../../../src/pages/language.ts'
import { expectFigure } from '../../figure.ts'
import { call } from '../../harness.ts'
import { LARGEST as LARGEST_OF_KIND, largest } from '../../limits/largest-surveys.ts'
import { scaled } from '../../scale.ts'
import { killServers, startServer, temporaryFolder } from '../server.ts'
import { Attacker, LARGEST, OPTIONS } from './attacks.ts'
import { MEBIBYTE, memoryOf, p99 } from './others.ts'
import type { PageRequest } from './reading-process.ts'

const READERS = join(import.meta.dirname, 'reading-process.ts')
const COUNT = 4
const READING_MS = scaled({ long: 5_000, release: 15_000 })
const MAX_P99_MS = 25
const MAX_MEBIBYTES = 64

after(killServers)

test('four readers of each page of the largest survey hold up nobody and take little memory [page-size, questions-amounts]', {
  timeout: 600_000,
}, async t => {
  const { pid, port } = await startServer({ dataDir: temporaryFolder() })
  const server = { baseUrl: `http://localhost:${port}` }
  const attacker = await Attacker.signUp(server)
  const headers = { cookie: attacker.cookie, origin: server.baseUrl, 'sec-fetch-site': 'same-origin' }
  const settle = async (requests: readonly PageRequest[]) => {
    for (const { path, form, status } of requests) {
      const content = form === undefined ? {} : { body: new URLSearchParams(form) }
      const answer = await fetch(server.baseUrl + path, {
        method: form === undefined ? 'GET' : 'POST',
        headers,
        ...content,
      })
      assert.equal(answer.status, status, path)
    }
  }
  /** What others notice while pages are read. */
  const beside = async (requests: readonly PageRequest[]) => {
    const readers = fork(READERS, [server.baseUrl, JSON.stringify(requests), attacker.cookie, String(COUNT)])
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
  const publish = async (questions: readonly object[], body: object = {}) => {
    const slug = await attacker.publish(questions)
    assert.equal((await call(server, 'PATCH', `/admin/api/${slug}`, { headers, body })).status, 200)
    return slug
  }
  const draft = await attacker.send('POST', '/drafts', { title: 'x', questions: LARGEST, theme: null })
  const slug = await publish(LARGEST, { share_results: 'after_answering', share_record: true })
  for (let at = 0; at < 6; at++) {
    const { status } = await call(server, 'POST', `/s/${slug}/responses`, {
      body: { answers: LARGEST.map(() => OPTIONS[at]) },
    })
    assert.equal(status, 201)
  }
  const { questions, settings: question_settings, groups } = largest(LARGEST_OF_KIND['cells of grids'])
  const grids = await publish(questions, { question_settings, groups })
  const paced = await publish(LARGEST, { paced: true })
  const pages: Readonly<Record<string, readonly PageRequest[]>> = {
    'the page in one language': loads(`/s/${slug}`),
    'the page in six languages': inEachLanguage(`/s/${slug}`),
    'the page with an error, in six languages': inEachLanguage(`/s/${slug}`).map(one => ({
      ...one,
      form: 'q0=none',
      status: 400,
    })),
    'the page of a paced survey': inEachLanguage(`/s/${paced}`),
    'the page of grids in six languages': inEachLanguage(`/s/${grids}`),
    'the thanks page in one language': loads(`/s/${slug}/thanks`),
    'the thanks page in six languages': inEachLanguage(`/s/${slug}/thanks`),
    'the record in one language': loads(`/s/${slug}/record`),
    'the record in six languages': inEachLanguage(`/s/${slug}/record`),
    'the preview of a draft': loads(`/app/drafts/${draft.id}/preview`),
  }
  for (const requests of Object.values(pages)) await settle(requests)
  // What the heap of a server in use has grown by already is not what a page takes.
  for (const requests of Object.values(pages)) await beside(requests)
  for (const [page, requests] of Object.entries(pages)) {
    const before = memoryOf(pid)
    const { others, most } = await beside(requests)
    expectFigure(t, {
      subject: `p99 of others beside ${COUNT} readers of ${page}`,
      measured: `${others.toFixed(1)} ms`,
      value: others,
      gate: { sign: '≤', limit: MAX_P99_MS, unit: 'ms' },
    })
    expectFigure(t, {
      subject: `growth of memory by ${COUNT} readers of ${page}`,
      measured: `${Math.round(before / MEBIBYTE)} MiB before`,
      value: (most - before) / MEBIBYTE,
      gate: { sign: '≤', limit: MAX_MEBIBYTES, unit: 'MiB' },
    })
  }
})

function loads(path: string): PageRequest[] {
  return [{ path, status: 200 }]
}

function inEachLanguage(path: string): PageRequest[] {
  return LANGUAGES.flatMap(language => loads(`${path}?lang=${language}`))
}
