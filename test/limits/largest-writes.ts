import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { FOREVER } from '../../src/service/access/entitlement.ts'
import { type Browser, newBrowser, publish } from '../account/browser.ts'
import { begin, items, newSlug, PAST, type Restoration, surveyFile } from '../account/restoration-steps.ts'
import { apiOf, board, bodyOf, choice, freeText, optional } from '../api/fixtures.ts'
import { type Answer, call } from '../harness.ts'
import type { PreparedService } from './service-thread.ts'

/** A request that writes: what it sends, and what is to be measured. */
export interface Write {
  readonly bytes: number
  send(): Promise<Answer>
}

/** Prepares the largest request that a route accepts, shaped for the most rows. */
export type Prepare = (setting: Setting) => Promise<Write>

/** Accounts without a subscription, as anybody can have. */
export interface Setting {
  readonly service: PreparedService
  /** One with nothing in it. */
  newBrowser(): Promise<Browser>
}

const OPTIONS = Array.from({ length: 1_000 }, (_, at) => `${at}`.padStart(14, '0'))
/** As many options as a survey can have, with texts of nearly the most characters. */
export const LARGEST = Array.from({ length: 20 }, (_, at) => choice(`Question ${at}`, OPTIONS, optional))
export const REVERSED = LARGEST.map(question => ({ ...question, options: OPTIONS.toReversed() }))
const section = (index: number) => ({ kind: 'section', from: index, to: index, title: 'x' })
/** A draft of nearly a megabyte, with as many groups as it can have. */
const DRAFT = {
  title: 'x',
  questions: [freeText('Why?', { more: 'x'.repeat(900_000) })],
  groups: Array.from({ length: 2_000 }, () => section(0)),
  theme: null,
}

export const measured = (body: unknown, send: Write['send']): Write => ({
  bytes: JSON.stringify(body ?? '').length,
  send,
})

function inBrowser(browser: Browser, method: string, path: string, body?: unknown): Write {
  return measured(body, () => browser.send(method, path, body))
}

/** A part of a survey with these questions that is being restored. */
async function ofRestored(setting: Setting, questions: readonly object[], below: string, body: unknown) {
  const browser = await setting.newBrowser()
  const { path } = await staged(browser, questions)
  return inBrowser(browser, 'POST', `${path}${below}`, body)
}

async function staged(browser: Browser, questions: readonly object[]) {
  const restoration = await begin(browser)
  const slug = newSlug()
  await restoration.send('/surveys', surveyFile(slug, { questions }))
  return { ...restoration, slug, path: `${restoration.path}/surveys/${slug}` }
}

const responses = (count: number, answers: (at: number) => readonly unknown[]) => ({
  first: 1,
  responses: Array.from({ length: count }, (_, at) => ({ id: randomUUID(), submitted_at: PAST, answers: answers(at) })),
})

/** A survey of the largest size, in which each option was chosen, and whose board is full. */
export async function largestSurvey(browser: Browser): Promise<string> {
  const restoration = await staged(browser, [...LARGEST, board()])
  const { slug, send } = restoration
  for (let from = 0; from < 1_024; from += 128)
    await send(
      `/surveys/${slug}/responses`,
      responses(128, at => LARGEST.map(() => OPTIONS[(from + at) % 1_000])),
    )
  await send(`/surveys/${slug}/boards`, { index: LARGEST.length, items: items(1_000, { votes: 100_000 }) })
  await restoration.finish()
  return slug
}

const ofLargest =
  (make: (parts: { browser: Browser; slug: string; setting: Setting }) => Write | Promise<Write>): Prepare =>
  async setting => {
    const browser = await setting.newBrowser()
    return make({ browser, slug: await largestSurvey(browser), setting })
  }

/** A request to the dashboard of one's own survey. */
function onDashboard(
  service: PreparedService,
  { cookie }: Browser,
  method: string,
  path: string,
  body?: unknown,
): Write {
  const headers = { cookie, origin: service.baseUrl, 'sec-fetch-site': 'same-origin' }
  return measured(body, () => call(service, method, `/admin/api${path}`, { headers, body }))
}

async function filled(browser: Browser, count: number, part: (at: number) => [string, object]): Promise<Restoration> {
  const restoration = await begin(browser)
  for (let at = 0; at < count; at++) await restoration.send(...part(at))
  return restoration
}

/** The routes that can store more than one row of what they are sent, or remove more than one. */
export const WRITES: Readonly<Record<string, Prepare>> = {
  'POST /app/api/drafts': async setting => inBrowser(await setting.newBrowser(), 'POST', '/drafts', DRAFT),
  'PUT /app/api/drafts/:id': async setting => {
    const browser = await setting.newBrowser()
    const { id } = bodyOf<{ id: string }>(await browser.send('POST', '/drafts', DRAFT), 201)
    return inBrowser(browser, 'PUT', `/drafts/${id}`, { ...DRAFT, revision: 1 })
  },
  'POST /app/api/drafts/:id/publish': async setting => {
    const browser = await setting.newBrowser()
    const draft = { title: 'x', questions: LARGEST, theme: null }
    const { id } = bodyOf<{ id: string }>(await browser.send('POST', '/drafts', draft), 201)
    // What it stores was sent with the draft.
    return { ...inBrowser(browser, 'POST', `/drafts/${id}/publish`, {}), bytes: JSON.stringify(draft).length }
  },
  'POST /app/api/templates': async setting =>
    inBrowser(await setting.newBrowser(), 'POST', '/templates', { name: 'x', questions: LARGEST, theme: null }),
  'POST /app/api/restorations': async setting => inBrowser(await setting.newBrowser(), 'POST', '/restorations'),
  'DELETE /app/api/restorations/:id': async setting => {
    const browser = await setting.newBrowser()
    const { slug, path, send } = await staged(browser, [...LARGEST, board()])
    for (let part = 0; part < 10; part++)
      await send(
        `/surveys/${slug}/responses`,
        responses(128, at => LARGEST.map(() => OPTIONS[at])),
      )
    return inBrowser(browser, 'DELETE', path.slice(0, path.indexOf('/surveys')))
  },
  'POST /app/api/restorations/:id/surveys': async setting => {
    const browser = await setting.newBrowser()
    const { path } = await begin(browser)
    return inBrowser(browser, 'POST', `${path}/surveys`, surveyFile(newSlug(), { questions: LARGEST }))
  },
  'POST /app/api/restorations/:id/surveys/:slug/responses': setting => {
    // As many answers as a part can have, each of which chooses another option.
    const questions = Array.from({ length: 200 }, () => choice('Which?', OPTIONS.slice(0, 100), optional))
    const part = responses(128, at => questions.map(() => OPTIONS[at % 100]))
    return ofRestored(setting, questions, '/responses', part)
  },
  'POST /app/api/restorations/:id/surveys/:slug/boards': setting => {
    const body = { index: 0, items: items(1_000, { text: 'x'.repeat(500), votes: 100_000 }) }
    return ofRestored(setting, [board()], '/boards', body)
  },
  'POST /app/api/restorations/:id/surveys/:slug/settings': setting => {
    const questions = Array.from({ length: 1_000 }, () => freeText('Why?', optional))
    const projected_texts = {
      picks: Array.from({ length: 100 }, () => ({ question: 0, id: randomUUID() })),
      words: questions.map((_, at) => at),
      hidden: Array.from({ length: 200 }, () => ({ question: 0, word: 'x'.repeat(81) })),
    }
    return ofRestored(setting, questions, '/settings', {
      settings: { projected_texts, groups: questions.map((_, at) => section(at)) },
    })
  },
  'POST /app/api/restorations/:id/templates': async setting => {
    const browser = await setting.newBrowser()
    const { path } = await begin(browser)
    return inBrowser(browser, 'POST', `${path}/templates`, { name: 'x', questions: LARGEST })
  },
  'POST /app/api/restorations/:id/drafts': async setting => {
    const browser = await setting.newBrowser()
    const { path } = await begin(browser)
    return inBrowser(browser, 'POST', `${path}/drafts`, DRAFT)
  },
  'POST /app/api/restorations/:id/finish': async setting => {
    const browser = await setting.newBrowser()
    const { path } = await filled(browser, 500, () => ['/surveys', surveyFile(newSlug())])
    return inBrowser(browser, 'POST', `${path}/finish`)
  },
  'DELETE /app/api/account': async setting => {
    const browser = await setting.newBrowser()
    await largestSurvey(browser)
    return inBrowser(browser, 'DELETE', '/account', { email: browser.email })
  },
  'PATCH /admin/api/:slug': ofLargest(({ browser, slug, setting }) =>
    onDashboard(setting.service, browser, 'PATCH', `/${slug}`, {
      questions: [...REVERSED, board()],
      groups: REVERSED.map((_, index) => section(index)),
    }),
  ),
  'DELETE /admin/api/:slug': ofLargest(({ browser, slug, setting }) =>
    onDashboard(setting.service, browser, 'DELETE', `/${slug}`),
  ),
  'DELETE /admin/api/:slug/responses/:id': ofLargest(async ({ browser, slug, setting }) => {
    const { service } = setting
    const answers = LARGEST.map(() => OPTIONS[0])
    const sent = await call(service, 'POST', `/s/${slug}/responses`, { body: { answers: [...answers, null] } })
    return onDashboard(service, browser, 'DELETE', `/${slug}/responses/${bodyOf<{ id: string }>(sent, 201).id}`)
  }),
  'POST /s/:slug/responses': async setting => {
    const browser = await setting.newBrowser()
    const slug = newSlug()
    await publish(browser, { title: 'x', questions: Array(1_000).fill(choice('Which?', ['a'], optional)) }, slug)
    const body = { answers: Array(1_000).fill('a') }
    return measured(body, () => call(setting.service, 'POST', `/s/${slug}/responses`, { body }))
  },
  'POST /s/:slug': async setting => {
    const browser = await setting.newBrowser()
    const slug = newSlug()
    await publish(browser, { title: 'x', questions: Array(1_000).fill(choice('Which?', ['a'], optional)) }, slug)
    const body = new URLSearchParams(
      Array.from({ length: 1_000 }, (_, at): [string, string] => [`q${at}`, '0']),
    ).toString()
    return measured(body, () => call(setting.service, 'POST', `/s/${slug}`, { body }))
  },
  'POST /api/v1/surveys': async setting => {
    const api = await apiFor(setting)
    const body = { title: 'x', questions: LARGEST }
    return measured(body, () => api.post('/surveys', body))
  },
  'PATCH /api/v1/surveys/:id': async setting => {
    const browser = await setting.newBrowser()
    const slug = await largestSurvey(browser)
    const api = await apiFor(setting, browser)
    const body = { questions: [...REVERSED, board()] }
    return measured(body, () => api.patch(`/surveys/${slug}`, body))
  },
  'POST /api/v1/templates': async setting => {
    const api = await apiFor(setting)
    const body = { name: 'x', questions: LARGEST }
    return measured(body, () => api.post('/templates', body))
  },
}

/** What the API needs a subscription for is measured with one. */
async function apiFor({ service, ...setting }: Setting, browser?: Browser) {
  const { accountId } = browser ?? (await setting.newBrowser())
  await service.setEntitledUntil(accountId, FOREVER)
  return apiOf(service, await service.newCaller({ accountId }))
}

const COPIES = 'copies what the account has: a survey, a question, a template or a draft'
const ONE = 'changes one row, of a size that its own tests bound'
const TOOLS = 'calls tools, which have a table of their own'
const LINK = 'follows or makes a link, a session or a token: one row of a fixed size'

/** The other routes that write, with the reason why they cannot make more than they are sent. */
export const SMALL: Readonly<Record<string, string>> = {
  'DELETE /admin/api/:slug/presentation': ONE,
  'DELETE /admin/api/:slug/projected-texts/:index/:id': ONE,
  'DELETE /admin/api/:slug/projector': LINK,
  'DELETE /admin/api/:slug/remote': LINK,
  'DELETE /admin/api/:slug/session': LINK,
  'DELETE /app/api/applications/:id': LINK,
  'DELETE /app/api/drafts/:id': ONE,
  'DELETE /app/api/passkeys/:id': LINK,
  'DELETE /app/api/sessions': LINK,
  'DELETE /app/api/sessions/:id': LINK,
  'DELETE /app/api/templates/:id': ONE,
  'DELETE /app/api/tokens/:id': LINK,
  'DELETE /remote/api/:token/projected-texts/:index/:id': ONE,
  'DELETE /s/:slug/board/:index/:item/vote': ONE,
  'PATCH /admin/api/:slug/board/:index/:item': ONE,
  'PATCH /admin/api/:slug/presentation': ONE,
  'PATCH /admin/api/:slug/words/:index': ONE,
  'PATCH /app/api/account': ONE,
  'PATCH /app/api/passkeys/:id': ONE,
  'PATCH /remote/api/:token/board/:index/:item': ONE,
  'PATCH /remote/api/:token/presentation': ONE,
  'POST /admin/api/:slug/presentation/rounds': COPIES,
  'POST /admin/api/:slug/projector': LINK,
  'POST /admin/api/:slug/remote': LINK,
  'POST /admin/api/:slug/rotate': LINK,
  'POST /admin/api/:slug/session': LINK,
  'POST /api/v1/surveys/:id/clone': COPIES,
  'POST /api/v1/surveys/:id/save-as-template': COPIES,
  'POST /api/v1/templates/:id/launch': COPIES,
  'POST /app/api/billing/checkout': ONE,
  'POST /app/api/billing/portal': ONE,
  'POST /app/api/billing/refresh': ONE,
  'POST /app/api/passkeys': LINK,
  'POST /app/api/passkeys/options': LINK,
  'POST /app/api/surveys/:slug/clone': COPIES,
  'POST /app/api/surveys/:slug/template': COPIES,
  'POST /app/api/templates/:id/draft': COPIES,
  'POST /app/api/templates/:id/duplicate': COPIES,
  'POST /app/api/templates/:id/launch': COPIES,
  'POST /app/api/tokens': LINK,
  'POST /app/api/verify': LINK,
  'POST /confirm-email/:token': LINK,
  'POST /forgot-password': LINK,
  'POST /invitation/:token': LINK,
  'POST /mcp': TOOLS,
  'POST /oauth/interaction/:uid': LINK,
  'POST /oauth/register': ONE,
  'POST /oauth/revoke': LINK,
  'POST /oauth/token': LINK,
  'POST /reset-password/:token': LINK,
  'POST /s/:slug/board/:index': ONE,
  'POST /sign-in': LINK,
  'POST /sign-in/passkey': LINK,
  'POST /sign-out': LINK,
  'POST /sign-up': LINK,
  'PUT /admin/api/:slug/projected-texts/:index/:id': ONE,
  'PUT /app/api/email': ONE,
  'PUT /app/api/password': LINK,
  'PUT /app/api/templates/:id': ONE,
  'PUT /remote/api/:token/projected-texts/:index/:id': ONE,
  'PUT /s/:slug/board/:index/:item/vote': ONE,
}

/** The setting in which writes are prepared. */
export function settingOf(service: PreparedService): Setting {
  return { service, newBrowser: () => newBrowser(service) }
}

/** Sends a write, which must be accepted. */
export async function sendWrite({ send }: Write): Promise<void> {
  const { status, text } = await send()
  assert.ok(status >= 200 && status < 400, `${status} ${text}`)
}
