import type { Page } from 'playwright-core'
import { type Api, board, choice, freeText, optional, rating, requiredWhen } from '../api/fixtures.ts'
import type { Service } from '../harness.ts'

/** One question of each kind. */
export const LUNCH = [
  choice('Coming?', ['Yes', 'No']),
  choice('What will you eat?', ['Soup', 'Salad'], requiredWhen('any', [0, 'Yes'])),
  rating('How good was it?'),
  freeText('Anything else?', optional),
  board('Your questions'),
]

/** The answers entered by `fillIn`. */
export const FILLED = ['Yes', 'Soup', 8, 'Line one\nline two', null]

export async function fillIn(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.getByRole('radio', { name: 'Soup' }).check()
  await page.getByRole('radio', { name: '8', exact: true }).check({ force: true })
  await page.getByLabel('Anything else?').fill('Line one\nline two')
}

export function send(page: Page): Promise<void> {
  return page.locator('#send').click()
}

export const THANKS = 'Thank you. Your answer is in.'

export async function thanked(page: Page): Promise<void> {
  await page.getByRole('heading', { name: THANKS }).waitFor()
}

/** Loads the form again, empty. Clicks before its script runs are handled as without a script. */
export async function answerAgain(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Answer again' }).click()])
}

/** The stored answers, in order of arrival. */
export async function answersOf(api: Api, id: string): Promise<unknown[]> {
  return (await api.read(id)).responses.map(({ answers }) => answers)
}

export function linkOf({ baseUrl }: Service, id: string, lang = 'en'): string {
  return `${baseUrl}/s/${id}?lang=${lang}`
}

/** The focused element: its tag, and its name or text. */
export function focused(page: Page): Promise<string> {
  return page.evaluate('document.activeElement.tagName + " " + document.activeElement.textContent.trim().slice(0, 60)')
}
