import { publish } from '../account/browser.ts'
import { board, choice, freeText, optional, rating } from '../api/fixtures.ts'
import { call, type Service } from '../harness.ts'
import { type Creator, openDraft } from './app.ts'

const QUESTIONS = [choice('Coming?', ['Yes', 'No', 'Maybe']), freeText('Why?', optional), rating(), board('Questions')]

/**
 * The pages of a creator, and the front page.
 * @param slug of the survey that is published
 * @param check looks at the page that is open, by its name
 */
export async function visitCreatorPages(
  creator: Creator,
  service: Service,
  slug: string,
  check: (name: string) => Promise<void>,
): Promise<void> {
  const { page } = creator
  await openDraft(creator, service, { questions: QUESTIONS })
  await check('builder')
  await publish(creator, { title: 'Lunch', questions: QUESTIONS }, slug)
  await call(service, 'POST', `/s/${slug}/responses`, { body: { answers: ['Yes', 'Hungry', 7] } })
  for (const [path, heading] of [
    ['/', 'Ask a room.'],
    ['/app', 'Surveys'],
    ['/app/templates', 'Templates'],
    ['/app/settings', 'Settings'],
    [`/admin/${slug}`, 'Lunch'],
    [`/admin/${slug}/present#1`, 'Coming?'],
  ] as const) {
    await page.goto(service.baseUrl + path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await check(path)
  }
  await page.goto(`${service.baseUrl}/admin/${slug}`)
  for (const view of ['Responses', 'Board', 'Questions', 'Settings']) {
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: view }).click()
    await page.getByRole('region', { name: view }).first().waitFor()
    await check(view)
  }
}
