import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { board, choice, freeText, optional, rating } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { call, type Service } from '../../harness.ts'
import { openDashboard } from '../dashboard/dashboard.ts'

const DISHES = 'Bread Soup Salad Risotto Lasagne Curry Dumplings Ramen Tacos Falafel Burger Pizza Sushi Nothing'.split(
  ' ',
)

/** A question of each kind; the second has more options than a screen shows at once. */
const TALK = [
  choice('Coming?', ['Yes', 'No']),
  choice('What will you eat?', DISHES),
  rating('How good was it?'),
  freeText('Anything else?', optional),
  board('Your questions'),
]

/** A survey to present, with two responses. */
export async function newTalk(service: Service, more: object = {}): Promise<AdminClient> {
  const admin = await newAdminClient(service, TALK, { title: 'Team lunch', ...more })
  await answer(service, admin, ['Yes', 'Soup', 9, 'A text of the room'])
  await answer(service, admin, ['No', 'Pizza', 6])
  return admin
}

export async function answer(service: Service, { id }: AdminClient, answers: readonly unknown[]): Promise<void> {
  assert.equal((await call(service, 'POST', `/s/${id}/responses`, { body: { answers } })).status, 201)
}

/** Asks on the board. @returns the question's id */
export async function ask(service: Service, { id }: AdminClient, text: string): Promise<string> {
  return `${(await call(service, 'POST', `/s/${id}/board/4`, { body: { text } })).body.id}`
}

export async function vote(service: Service, { id }: AdminClient, item: string): Promise<void> {
  const body = { voter: crypto.randomUUID() }
  assert.equal((await call(service, 'PUT', `/s/${id}/board/4/${item}/vote`, { body })).status, 200)
}

/** A new projector link. */
export async function project(admin: AdminClient): Promise<string> {
  return `${(await admin.send('POST', '/projector')).body.url}`
}

/** Opens the presenter’s view, signed in. @param place as in the address, e.g. `#2` */
export async function present(page: Page, service: Service, admin: AdminClient, place = ''): Promise<void> {
  await openDashboard(page, service, admin)
  await page.goto(`${service.baseUrl}/admin/${admin.id}/present${place}`)
  await page.locator(':is(.presenter, .remote) h1').waitFor()
}

/** Waits until this question is on the screen. */
export function shown(page: Page, heading: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
}

/** The rows of the bars as a table: option, count, share. */
export async function rowsOf(page: Page): Promise<string[][]> {
  const rows = await page.locator('.bars tbody tr').all()
  return Promise.all(rows.map(row => row.locator('th, td').allInnerTexts()))
}

/** The length of a bar as a fraction of 1, without its animation. */
export async function lengthOf(page: Page, option: string): Promise<number> {
  const fill = page.locator('.bars tr', { hasText: option }).locator('.fill')
  return Number(/scaleX\((.+)\)/.exec((await fill.getAttribute('style')) ?? '')?.[1])
}

/** Nothing is cut off: a projected page cannot be scrolled, and a phone only down. */
export async function assertInside(page: Page): Promise<void> {
  const [width, height] = (await page.evaluate(`(({ scrollWidth, scrollHeight }) => [scrollWidth - innerWidth,
    matchMedia('(max-width: 47.99rem), (max-height: 29.99rem)').matches ? 0 : scrollHeight - innerHeight])(document.documentElement)`)) as [
    number,
    number,
  ]
  assert.ok(width <= 0 && height <= 0, `${page.url()}: ${width} and ${height} px too large`)
}
