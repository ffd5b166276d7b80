import type { Page } from 'playwright-core'
import type { AdminClient } from '../dashboard/admin-client.ts'
import type { Service } from '../harness.ts'

/** Opens a survey's dashboard by its link, and goes to one of its views. */
export async function openDashboard(page: Page, service: Service, admin: AdminClient, view = 'Results'): Promise<void> {
  await page.goto(`${service.baseUrl}/admin/${admin.id}#${admin.adminToken}`)
  await goTo(page, view)
}

export async function goTo(page: Page, view: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: view }).click()
  await page.getByRole('region', { name: view }).waitFor()
}
