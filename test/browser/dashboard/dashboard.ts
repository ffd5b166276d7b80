import type { Page } from 'playwright-core'
import { type AdminClient, cookieOf } from '../../dashboard/admin-client.ts'
import type { Service } from '../../harness.ts'

/** Opens a survey's dashboard at one of its views, signed in: following the admin link loads the page twice. */
export async function openDashboard(page: Page, service: Service, admin: AdminClient, view = 'Results'): Promise<void> {
  const [name = '', value = ''] = (await cookieOf(admin)).split('=')
  await page.context().addCookies([{ name, value, url: service.baseUrl, httpOnly: true, sameSite: 'Strict' }])
  await page.goto(`${service.baseUrl}/admin/${admin.id}#${view.toLowerCase()}`)
  await page.getByRole('region', { name: view, exact: true }).waitFor()
}

/** Opens a survey's dashboard by its link, as its creator does, and goes to one of its views. */
export async function followAdminLink(
  page: Page,
  service: Service,
  admin: AdminClient,
  view = 'Results',
): Promise<void> {
  await page.goto(`${service.baseUrl}/admin/${admin.id}#${admin.adminToken}`)
  await goTo(page, view)
}

export async function goTo(page: Page, view: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: view }).click()
  await page.getByRole('region', { name: view }).waitFor()
}
