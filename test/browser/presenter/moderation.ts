import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { board, bodyOf, choice } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { call, type Service } from '../../harness.ts'
import { until } from '../../until.ts'
import type { Open } from '../chromium.ts'

export const MODERATED = board('Ask us anything', { moderated: true })

export interface Items {
  readonly items: readonly { readonly id: string; readonly text: string; readonly state: string }[]
}

export async function askOn(service: Service, { id }: AdminClient, index: number, text: string): Promise<void> {
  bodyOf(await call(service, 'POST', `/s/${id}/board/${index}`, { body: { text } }), 201)
}

/** Creates surveys with a board at a position, a function that asks on it, and a window with its dashboard. */
export function starter(service: Service, open: Open) {
  return async (questions: readonly object[] = [choice(), MODERATED], index = 1) => {
    const admin = await newAdminClient(service, questions)
    const ask = async (...texts: string[]) => {
      for (const text of texts) await askOn(service, admin, index, text)
    }
    const { page, context } = await open({ viewport: { width: 1280, height: 800 } })
    return { admin, ask, page, context }
  }
}

async function idOf(admin: AdminClient, text: string): Promise<string | undefined> {
  return (await admin.get<Items>('/board/1')).items.find(item => item.text === text)?.id
}

export async function statesOf(admin: AdminClient): Promise<string[]> {
  return (await admin.get<Items>('/board/1')).items.map(({ state }) => state)
}

export async function put(admin: AdminClient, text: string, state: string): Promise<void> {
  if (state === 'answered') await put(admin, text, 'shown')
  assert.equal((await admin.send('PATCH', `/board/1/${await idOf(admin, text)}`, { state })).status, 200)
}

export async function vote(service: Service, admin: AdminClient, text: string): Promise<void> {
  const path = `/s/${admin.id}/board/1/${await idOf(admin, text)}/vote`
  assert.equal((await call(service, 'PUT', path, { body: { voter: randomUUID() } })).status, 200)
}

export const connected = (page: Page) => page.locator('.survey-header[data-connected]').waitFor()

export const group = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name} \\d`) })

export const row = (page: Page, text: string) => page.locator('tr', { has: page.getByText(text, { exact: true }) })

export const textsIn = (page: Page, name: string) => group(page, name).locator('.text').allTextContents()

export const buttonsOf = (page: Page, text: string) => row(page, text).getByRole('button').allInnerTexts()

export const press = (page: Page, text: string, name: string) => row(page, text).getByRole('button', { name }).click()

/** Waits until keys no longer freeze the list, and a press is accepted as intentional again. */
export const settled = (page: Page) => page.evaluate('new Promise(done => setTimeout(done, 650))')

export async function groupsOf(page: Page): Promise<string[]> {
  const names = await page.locator('.questions h3').allTextContents()
  return names.map(name => name.trim())
}

export async function topOf(page: Page, text: string): Promise<number> {
  return (await row(page, text).boundingBox())?.y ?? Number.NaN
}

export async function hasFocus(page: Page, text: string): Promise<void> {
  await until(async () => (await page.locator('tr:focus .text').allTextContents())[0] === text)
}
