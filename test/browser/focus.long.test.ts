import { after, test } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { startService } from '../harness.ts'
import { openApp } from './app.ts'
import { inBrowser } from './chromium.ts'
import { visitCreatorPages } from './creator-pages.ts'
import { visitRespondentPages } from './respondent-pages.ts'
import { tabThrough } from './tab-order.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const WINDOWS: readonly (readonly [width: number, options: BrowserContextOptions])[] = [
  [390, { viewport: { width: 390, height: 844 } }],
  [1280, { viewport: { width: 1280, height: 800 } }],
]

inBrowser('the focus', open => {
  for (const [width, options] of WINDOWS) {
    test(`at ${width} px, on every page of respondents, the focus can be seen and changes nothing by itself`, async () => {
      const { page } = await open(options)
      await visitRespondentPages(page, service, what => tabThrough(page, what))
    })

    test(`at ${width} px, on every page of creators, the focus can be seen and changes nothing by itself`, async () => {
      const creator = await openApp(service, open, { ...options, subscribed: true, path: '' })
      await visitCreatorPages(creator, service, `lunch-at-${width}`, what => tabThrough(creator.page, what))
    })
  }
})
