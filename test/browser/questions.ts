import type { Page } from 'playwright-core'
import { choice, freeText, requiredWhen } from '../api/fixtures.ts'
import type { AdminClient } from '../dashboard/admin-client.ts'
import { until } from '../until.ts'

export const COMING = choice('Coming?', ['Yes', 'No'])
export const EAT = choice('Eating?', ['Soup', 'Bread'])
export const WHY = freeText('Why not?', requiredWhen('all', [0, 'No']))

export function button(page: Page, name: string) {
  return page
    .getByRole('region', { name: 'Questions' })
    .or(page.locator('.notice-line'))
    .getByRole('button', { name, exact: true })
}

export function entry(page: Page, text: string) {
  return page.locator('.entry').filter({ has: page.getByRole('heading', { name: text }) })
}

export async function openQuestion(page: Page, text: string): Promise<void> {
  await entry(page, text).locator('.opener').click()
}

export async function save(page: Page): Promise<void> {
  await button(page, 'Save questions').click()
  await button(page, 'Save questions').waitFor({ state: 'detached' })
  await page.getByText('Questions saved.').waitFor()
}

export function texts(page: Page): Promise<string[]> {
  return page.locator('.entry-text').allInnerTexts()
}

/** Resolves when the button of this name has the focus. */
export function focusOn(page: Page, name: string): Promise<void> {
  const has = `(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).includes(${JSON.stringify(name)})`
  return until(() => page.evaluate(has) as Promise<boolean>)
}

export async function stored(admin: AdminClient): Promise<unknown> {
  return (await admin.get<{ questions: unknown }>()).questions
}
