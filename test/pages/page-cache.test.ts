import assert from 'node:assert/strict'
import { get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, describe, type TestContext, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { LANGUAGES } from '../../src/pages/language.ts'
import { type Api, board, choice, freeText, newApi, optional, UUID_V4 } from '../api/fixtures.ts'
import { sendRaw } from '../api/raw.ts'
import { freePort } from '../free-port.ts'
import { call, type Service, startService } from '../harness.ts'
import { run, serve, temporaryFolder } from '../program.ts'
import { fieldsOf } from './page.ts'

/** A page as received over the wire. */
interface Load {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly page: string
}

const service = await startService()
after(() => service.close())

const ANY_UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
const THEME = { primary: '#204060', background: '#fafaf0' }

describe('a cached page', () => {
  for (const encoding of ['identity', 'gzip']) {
    test(`is the same as the one that was rendered, with its own key, ${encoding} [respondent-page-no-store, page-fresh-key]`, async () => {
      const api = await newApi(service)
      const { id } = await api.create([choice(), freeText('Über “was”?', optional)], { theme: THEME })
      for (const language of LANGUAGES) {
        const headers = { 'accept-encoding': encoding, 'accept-language': language }
        const made = await load(service, `/s/${id}`, headers)
        const cached = [await load(service, `/s/${id}`, headers), await load(service, `/s/${id}`, headers)]
        for (const one of cached) {
          assert.deepEqual(unchangedParts(one), unchangedParts(made))
          assert.equal(Number(one.headers['content-length']), one.bytes.length)
          assert.equal(one.headers['content-language'], language)
          assert.equal(one.headers['cache-control'], 'no-store')
          assert.match(one.headers['x-request-id'] as string, UUID_V4)
        }
        const all = [made, ...cached]
        assert.equal(new Set(all.map(({ page }) => fieldsOf(page).key)).size, all.length)
        assert.equal(new Set(all.map(one => one.headers['x-request-id'])).size, all.length)
      }
    })
  }

  test('shows a change at the next load [respondent-page-current, respondent-page-closed, respondent-page-missing]', async t => {
    const { own, api, id } = await keptSurvey(t)
    const path = `/s/${id}`
    const patch = (body: object) => async () => assert.equal((await api.patch(`/surveys/${id}`, body)).status, 200)
    const changes: [change: () => Promise<unknown>, status: number, shown: RegExp, hidden: RegExp][] = [
      [patch({ questions: [choice('Edited?')] }), 200, /<legend dir="auto">Edited\?/, /Coming\?/],
      [patch({ status: 'closed' }), 200, /class="notice"/, /<form/],
      [patch({ status: 'open' }), 200, /<legend dir="auto">Edited\?/, /class="notice"/],
      [() => own.takeDown(id, true), 404, /<h1>/, /Edited/],
      [() => own.takeDown(id, false), 200, /<legend dir="auto">Edited\?/, /class="notice"/],
      [() => own.setExpiry(id, own.clock.now() + 1_000), 200, /<form/, /class="notice"/],
      [async () => own.clock.advance(2_000), 200, /class="notice"/, /<form/],
      [() => own.setExpiry(id, null), 200, /<form/, /class="notice"/],
      [() => own.deleteSurvey(id), 404, /<h1>/, /Edited/],
    ]
    for (const [index, [change, status, shown, hidden]] of changes.entries()) {
      await change()
      for (const one of [await load(own, path), await load(own, path)]) {
        assert.equal(one.status, status, `change ${index}`)
        assert.match(one.page, shown, `change ${index}`)
        assert.doesNotMatch(one.page, hidden, `change ${index}`)
      }
    }
  })

  test('has the current colours, and a policy that allows them', async t => {
    const { own, api, id } = await keptSurvey(t)
    const before = await load(own, `/s/${id}`)
    await api.patch(`/surveys/${id}`, { theme: THEME })
    const [made, cached] = [await load(own, `/s/${id}`), await load(own, `/s/${id}`)]
    assert.notEqual(made.headers['content-security-policy'], before.headers['content-security-policy'])
    assert.deepEqual(unchangedParts(cached), unchangedParts(made))
  })

  test('is not used for JSON, another language or HEAD [respondent-json, respondent-language]', async t => {
    const { own, id } = await keptSurvey(t)
    const json = await load(own, `/s/${id}`, { accept: 'application/json' })
    assert.deepEqual(Object.keys(JSON.parse(json.page)), ['id', 'title', 'status', 'questions', 'theme'])
    assert.match((await load(own, `/s/${id}?lang=fr`, { 'accept-language': 'en' })).page, /<html lang="fr"/)
    const head = await call(own, 'HEAD', `/s/${id}`, { headers: { 'accept-encoding': 'identity' } })
    const whole = await load(own, `/s/${id}`)
    assert.deepEqual([head.status, head.text], [200, ''])
    assert.equal(head.headers.get('content-length'), whole.headers['content-length'])
    assert.equal(head.headers.get('content-security-policy'), whole.headers['content-security-policy'])
    assert.equal((await sendRaw(own, `GET /s/${id} HTTP/1.1\r\nConnection: close\r\n\r\n`)).status, 400)
    assert.equal((await sendRaw(own, `GET /s/${id} HTTP/1.0\r\n\r\n`)).status, 200)
  })

  test('shows a new question of a board at the next load [respondent-page-current]', async () => {
    const api = await newApi(service)
    const { id } = await api.create([board()])
    for (const text of ['Is it warm?', 'Is it far?', 'Is it loud?']) {
      await call(service, 'POST', `/s/${id}/board/0`, { body: { text } })
      const { page } = await load(service, `/s/${id}`)
      assert.ok(page.includes(text), text)
    }
  })

  test('serves fifty parallel loads, each in its language and with its own key [page-fresh-key]', async () => {
    const api = await newApi(service)
    const ids = [(await api.create([choice('One?')])).id, (await api.create([choice('Two?')])).id]
    const languages = LANGUAGES.slice(0, 5)
    const visits = Array.from({ length: 50 }, (_, at) => ({
      id: ids[at % 2],
      question: at % 2 === 0 ? 'One?' : 'Two?',
      language: languages[at % 5] ?? '',
      encoding: at % 3 === 0 ? 'identity' : 'gzip',
    }))
    const visit = ({ id, language, encoding }: (typeof visits)[number]) =>
      load(service, `/s/${id}`, { 'accept-language': language, 'accept-encoding': encoding })
    await Promise.all(visits.map(visit))
    const loads = await Promise.all(visits.map(visit))
    for (const [at, { question, language, encoding }] of visits.entries()) {
      const { page, headers } = loads[at] as Load
      assert.ok(page.includes(`<legend dir="auto">${question}`) && page.includes(`<html lang="${language}"`), `${at}`)
      assert.equal(headers['content-encoding'] ?? 'identity', encoding)
    }
    assert.equal(new Set(loads.map(({ page }) => fieldsOf(page).key)).size, 50)
  })
})

test('loads and submissions are logged as counts, and counted in metrics like all requests [respondent-logs-anonymous, logs-name-route-pattern, metrics-port]', async t => {
  const dataDir = temporaryFolder(t)
  const made = await run(['account', 'create', 'owner@example.org', '--subscribed', '--token', '--json'], { dataDir })
  const metricsPort = await freePort()
  const server = await serve(t, [], { dataDir, env: { METRICS_PORT: String(metricsPort) } })
  const survey = { title: 'Survey', slug: 'lecture', questions: [choice()] }
  await call(server, 'POST', '/api/v1/surveys', { token: JSON.parse(made.stdout).token, body: survey })
  const requests: [method: string, path: string, status: number, body?: string][] = [
    ['GET', '/s/lecture', 200],
    ['GET', '/s/lecture', 200],
    ['POST', '/s/lecture/responses', 201, '{"answers":["Yes"]}'],
    ['POST', '/s/lecture/responses', 400, '{'],
    ['POST', '/s/no-lecture/responses', 404, '{"answers":["Yes"]}'],
  ]
  for (const [method, path, status, body] of requests)
    assert.equal((await call(server, method, path, { body })).status, status)
  const { text } = await call({ baseUrl: `http://127.0.0.1:${metricsPort}` }, 'GET', '/metrics')
  const counted = (labels: string) =>
    text.match(new RegExp(`^soundings_http_requests_total\\{${labels}\\} (\\d+)$`, 'm'))?.[1]
  assert.equal(counted('method="GET",route="/s/:slug",status="200"'), '2')
  assert.equal(counted('method="POST",route="/s/:slug/responses",status="201"'), '1')
  assert.equal(counted('method="POST",route="/s/:slug/responses",status="400"'), '1')
  assert.equal(counted('method="POST",route="/s/:slug/responses",status="404"'), '1')
  const lines = (await server.stop()).stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  const ofRespondents = lines.filter(({ route }) => route?.startsWith('/s/'))
  assert.deepEqual(
    ofRespondents.map(({ time: _, ...line }) => line),
    [
      { level: 30, method: 'GET', route: '/s/:slug', status: 200, requests: 2 },
      ...[201, 400, 404].map(status => {
        return { level: 30, method: 'POST', route: '/s/:slug/responses', status, requests: 1 }
      }),
    ],
  )
})

/** A separate service with a survey whose page is loaded and cached. */
async function keptSurvey(t: TestContext): Promise<{ own: Service; api: Api; id: string }> {
  const own = await startService()
  t.after(() => own.close())
  const api = await newApi(own)
  const { id } = await api.create([choice()])
  await load(own, `/s/${id}`)
  return { own, api, id }
}

function load({ baseUrl }: Service, path: string, headers: Record<string, string> = {}): Promise<Load> {
  return new Promise((resolve, reject) => {
    get(baseUrl + path, { headers: { accept: 'text/html', ...headers } }, async response => {
      const bytes = await buffer(response)
      const page = String(response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, page })
    }).on('error', reject)
  })
}

/** The common part of two loads of a page. */
function unchangedParts({ status, headers, page }: Load): object {
  const { date: _, 'x-request-id': __, ...rest } = headers
  return { status, headers: rest, page: page.replace(ANY_UUID, 'key') }
}
