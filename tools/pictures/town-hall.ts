import { randomUUID } from 'node:crypto'
import { board } from '../../test/api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../test/dashboard/admin-client.ts'
import { call, type Service } from '../../test/harness.ts'
import type { Studio } from './studio.ts'

const FOLDER = 'docs/guides/pictures'
const TITLE = 'Town hall, May'
/** What has been approved, with its votes. */
const SHOWN: readonly (readonly [string, number])[] = [
  ['Will there be a hiring freeze?', 31],
  ['When is the new office ready?', 24],
  ['Can we keep two days at home?', 19],
  ['Why did we drop the old intranet?', 8],
  ['Is there money for training this year?', 5],
]
const WAITING = ['Who decided about the logo?', 'Could lunch start at half past eleven?']

/** A board on the screen, and the phone of the person who moderates. */
export async function picturesOfTownHall({
  service,
  address,
  open,
  signIn,
  take,
  takeTogether,
}: Studio): Promise<void> {
  const admin = await newAdminClient(service, [board('What would you like to ask?', { moderated: true })], {
    title: TITLE,
    slug: 'town-hall',
  })
  for (const [text, votes] of SHOWN) await approve(service, admin, await ask(service, admin, text), votes)
  for (const text of WAITING) await ask(service, admin, text)
  const screen = await open({ width: 1280, height: 720 })
  await signIn(screen, admin)
  await screen.goto(`${address}/admin/${admin.id}/present#1`)
  await screen
    .getByText(WAITING[0] ?? '')
    .or(screen.getByText(SHOWN[0]?.[0] ?? ''))
    .waitFor()
  await take(screen, `${FOLDER}/board.png`)

  const phone = await open({ width: 390, height: 700 }, 2)
  await phone.goto(`${address}${new URL(String((await admin.send('POST', '/remote')).body.url)).pathname}`)
  await phone.getByRole('button', { name: 'Start' }).click()
  await phone.getByRole('button', { name: 'Next' }).click()
  await phone.getByText(WAITING[0] ?? '').waitFor()
  await phone
    .locator('li', { hasText: SHOWN[0]?.[0] ?? '' })
    .getByRole('button', { name: 'Answer now' })
    .click()
  await takeTogether([phone], `${FOLDER}/remote.png`)
}

async function ask(service: Service, { id }: AdminClient, text: string): Promise<string> {
  return String((await call(service, 'POST', `/s/${id}/board/0`, { body: { text, key: randomUUID() } })).body.id)
}

async function approve(service: Service, admin: AdminClient, item: string, votes: number): Promise<void> {
  await admin.send('PATCH', `/board/0/${item}`, { state: 'shown' })
  for (let vote = 0; vote < votes; vote++)
    await call(service, 'PUT', `/s/${admin.id}/board/0/${item}/vote`, { body: { voter: randomUUID() } })
}
