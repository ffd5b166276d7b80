import type { Page } from 'playwright-core'
import { type Api, newApi } from '../api/fixtures.ts'
import { call, type Service } from '../harness.ts'
import { fillIn, LUNCH, linkOf, send, thanked } from './survey.ts'

/** A survey with a question of each kind, and one on its board. */
export async function openLunch(service: Service, theme: unknown = 'default'): Promise<{ id: string; api: Api }> {
  const api = await newApi(service)
  const { id } = await api.create(LUNCH, { title: 'Team lunch', theme })
  await call(service, 'POST', `/s/${id}/board/4`, { body: { text: 'Is it vegan?' } })
  return { id, api }
}

/**
 * Every page that people see who have no account, and the states of a form.
 * @param check looks at the page that is open, by its name
 */
export async function visitRespondentPages(
  page: Page,
  service: Service,
  check: (name: string) => Promise<void>,
): Promise<void> {
  const { id, api } = await openLunch(service)
  await page.goto(linkOf(service, id))
  await page.locator('.ask').waitFor()
  await check('form')
  await send(page)
  await page.locator('.summary').waitFor()
  await check('errors')
  await fillIn(page)
  await page.getByRole('button', { name: 'Vote for this question' }).click()
  await page.locator('.vote[aria-pressed=true]').waitFor()
  await page.reload()
  await page.locator('.notice').waitFor()
  await check('filled in, and restored')
  await send(page)
  await thanked(page)
  await check('receipt')
  await api.patch(`/surveys/${id}`, { status: 'closed' })
  for (const path of [
    `/s/${id}`,
    `/s/${id}/thanks`,
    '/s/none-such-here',
    '/privacy',
    '/docs',
    '/privacy?lang=zh',
    '/',
    '/s?words=none',
  ]) {
    await page.goto(service.baseUrl + path)
    await check(path)
  }
}
