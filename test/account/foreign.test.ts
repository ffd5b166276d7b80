import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import fastify from 'fastify'
import { type AccountParts, account } from '../../src/account/account.ts'
import { Cache } from '../../src/service/cache.ts'
import { Paths } from '../../src/transport/methods.ts'
import { provideSiteLinks } from '../../src/transport/site-links.ts'
import { bodyOf, choice } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { connect, register } from '../oauth/client.ts'
import { type Browser, newBrowser } from './browser.ts'
import { addPasskey } from './passkey-steps.ts'

const TEMPLATE = { name: 'Lunch', questions: [choice()], theme: null, revision: 1 }
const DRAFT = { title: 'Lunch', questions: [choice()], theme: null, revision: 1 }

/** Every route that names something an account owns, with the body it is sent. */
const ROUTES: Readonly<Record<string, object | undefined>> = {
  'GET /drafts/:id': undefined,
  'PUT /drafts/:id': DRAFT,
  'DELETE /drafts/:id': undefined,
  'POST /drafts/:id/publish': {},
  'GET /templates/:id': undefined,
  'PUT /templates/:id': TEMPLATE,
  'DELETE /templates/:id': undefined,
  'POST /templates/:id/duplicate': undefined,
  'POST /templates/:id/launch': {},
  'POST /templates/:id/draft': undefined,
  'PATCH /passkeys/:id': { name: 'Mine' },
  'DELETE /passkeys/:id': undefined,
  'DELETE /tokens/:id': undefined,
  'DELETE /sessions/:id': undefined,
  'DELETE /applications/:id': undefined,
  'POST /surveys/:slug/clone': {},
  'POST /surveys/:slug/template': { name: 'Lunch' },
}

let service: Service
let stranger: Browser
let own: Readonly<Record<string, string>>
before(async () => {
  service = await startService({ hostname: 'localhost' })
  stranger = await newBrowser(service)
  const owner = await newBrowser(service, { subscribed: true })
  const draft = () => owner.send('POST', '/drafts', DRAFT)
  const template = await owner.send('POST', '/templates', TEMPLATE)
  const published = await draft()
  const survey = await owner.send('POST', `/drafts/${published.body.id}/publish`, {})
  own = {
    drafts: idOf(await draft()),
    templates: idOf(template),
    surveys: idOf(survey),
    passkeys: (await addPasskey(service, owner)).id,
    tokens: idOf(await owner.send('POST', '/tokens', {})),
    sessions: await sessionOf(owner),
    applications: await applicationOf(owner),
  }
})
after(() => service.close())

for (const [route, body] of Object.entries(ROUTES)) {
  test(`${route}: another account’s and a missing one get the same 404 [app-foreign-equals-missing]`, async () => {
    const [method = '', path = ''] = route.split(' ')
    const [, kind = ''] = path.split('/')
    const at = (id: string) => stranger.send(method, path.replace(/:\w+/, id), body)
    const missing = kind === 'surveys' ? 'missing-survey-here' : randomUUID()
    const answers = [await at(own[kind] ?? ''), await at(missing), await at('No%00Id'), await at('x'.repeat(5_000))]
    for (const { status, text, headers } of answers)
      assert.deepEqual(
        { status, text, names: [...headers.keys()] },
        { status: 404, text: '{"error":"not found"}', names: [...(answers[0]?.headers.keys() ?? [])] },
      )
  })
}

test('the tests above cover every route of the application that names one', async () => {
  const named = (await routesOfApplication()).filter(route =>
    /^[A-Z]+ \/(drafts|templates|surveys|passkeys|tokens|sessions|applications)\/:/.test(route),
  )
  assert.deepEqual(named, Object.keys(ROUTES).sort())
})

test('every route of the application needs a live session, and one of our own pages [account-session-end, account-own-origin]', async () => {
  const routes = await routesOfApplication()
  assert.ok(routes.length > 30 && routes.includes('GET /export.zip'), routes.join())
  const ended = await newBrowser(service)
  await ended.send('DELETE', `/sessions/${await sessionOf(ended)}`)
  for (const route of routes) {
    const [method = '', path = ''] = route.replace(/:\w+/, randomUUID()).split(' ')
    const ask = async (cookie: string | undefined, headers = {}) => {
      const own = { origin: service.baseUrl, 'sec-fetch-site': 'same-origin', ...(cookie !== undefined && { cookie }) }
      const body = method === 'GET' ? undefined : {}
      return (await call(service, method, `/app/api${path}`, { body, headers: { ...own, ...headers } })).status
    }
    const fixed = `soundings_session=${randomUUID()}`
    assert.deepEqual([await ask(undefined), await ask(fixed), await ask(ended.cookie)], [401, 401, 401], route)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    assert.equal(await ask(stranger.cookie, foreign), 403, route)
  }
})

/** Each as its method and its path relative to `/app/api`. */
async function routesOfApplication(): Promise<string[]> {
  const routes: string[] = []
  const app = fastify({ exposeHeadRoutes: false })
  app.decorate('paths', new Paths())
  provideSiteLinks(app, { saysMadeWith: false })
  app.addHook('onRoute', ({ method, url }) => {
    if (typeof method === 'string' && url.startsWith('/app/api/'))
      routes.push(`${method} ${url.slice('/app/api'.length)}`)
  })
  await app.register(
    account({
      baseUrl: 'http://app',
      cache: new Cache(1),
      passkeySignIn: {},
      pathOf: () => undefined,
    } as unknown as AccountParts),
  )
  return routes.sort()
}

async function sessionOf({ send }: Browser): Promise<string> {
  return bodyOf<{ sessions: { id: string }[] }>(await send('GET', '/sessions'), 200).sessions[0]?.id ?? ''
}

function idOf(answer: Awaited<ReturnType<Browser['send']>>): string {
  return bodyOf<{ id: string }>(answer, 201).id
}

/** Connects an application. @returns its id */
async function applicationOf(owner: Browser): Promise<string> {
  await connect(service, owner, await register(service))
  const { applications } = (await owner.send('GET', '/applications')).body
  return String(applications?.[0]?.id ?? assert.fail('nothing is connected'))
}
