import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page, type ViewportSize } from 'playwright-core'
import type { AdminClient } from '../../test/dashboard/admin-client.ts'
import { type Service, startService } from '../../test/harness.ts'

/** The controls of a presented screen fade out after three seconds without pointer movement. */
const IDLE_MS = 3_500
/** For transitions of what was pressed last. */
const SETTLED_MS = 500
const ROOT = join(import.meta.dirname, '../..')

/** A service of its own, and a browser to take pictures of it with. */
export interface Studio {
  readonly service: Service
  /** Of the service in the browser. */
  readonly address: string
  /** A new page, signed in to nothing. @param scale pixels of the picture for each one of the page */
  open(viewport: ViewportSize, scale?: number): Promise<Page>
  /** Opens a survey's dashboard, which signs in to it. */
  signIn(page: Page, admin: AdminClient): Promise<void>
  /** Writes a picture of a page that has come to rest. @param file from the project's root */
  take(page: Page, file: string): Promise<void>
  /** Writes a picture of several phones beside one another. */
  takeTogether(phones: readonly Page[], file: string): Promise<void>
}

/** @param host of the service in its pages */
export async function inStudio(host: string, act: (studio: Studio) => Promise<void>): Promise<void> {
  const address = `http://${host}`
  const service = await startService({ publicUrl: address, now: Date.parse('2026-05-12T10:15:00Z') })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      `--host-resolver-rules=MAP ${host}:80 ${new URL(service.baseUrl).host}`,
      `--unsafely-treat-insecure-origin-as-secure=${address}`,
    ],
  })
  await act({
    service,
    address,
    open: (viewport, scale = 1) => browser.newPage({ viewport, deviceScaleFactor: scale }),
    signIn: async (page, { id, adminToken }) => {
      await page.goto(`${address}/admin/${id}#${adminToken}`)
      await page.getByRole('link', { name: 'Present' }).waitFor()
    },
    take: async (page, file) => {
      await page.mouse.move(0, 0)
      await page.waitForTimeout(IDLE_MS)
      writeFileSync(join(ROOT, file), await page.screenshot())
    },
    takeTogether: async (phones, file) => {
      await phones[0]?.waitForTimeout(SETTLED_MS)
      const shots = await Promise.all(phones.map(page => page.screenshot()))
      writeFileSync(join(ROOT, file), await sideBySide(browser, shots))
    },
  })
  await browser.close()
  await service.close()
}

/** Screenshots in frames, on a page as wide as a picture of a guide. */
async function sideBySide(browser: Browser, shots: readonly Buffer[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1_280, height: 784 } })
  const images = shots.map(shot => `<img src="data:image/png;base64,${shot.toString('base64')}">`)
  await page.setContent(`<style>
    body { display: flex; gap: 72px; align-items: start; justify-content: center; margin: 0; padding: 48px; background: #e9ecef }
    img { width: 370px; border: 12px solid #23272b; border-radius: 36px }
  </style>${images.join('')}`)
  const picture = await page.screenshot({ fullPage: true })
  await page.close()
  return picture
}
