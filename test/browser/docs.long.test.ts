import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { PAGE_PATHS } from '../../src/docs/page-paths.ts'
import { startService } from '../harness.ts'
import { until } from '../until.ts'
import { copiedBy, inBrowser } from './chromium.ts'
import { assertFits, assertWellMade, WINDOWS } from './look.ts'

const service = await startService()
after(() => service.close())

/** The result that Enter opens. */
const chosen = (page: Page) => page.locator('[role=option][aria-selected=true]')

inBrowser('documentation', open => {
  for (const [what, options] of WINDOWS)
    test(`every page at ${what} has no accessibility violation, fits its width and stands still`, async () => {
      const { page } = await open(options)
      for (const path of PAGE_PATHS) {
        await page.goto(service.baseUrl + path)
        await page.locator('h1').waitFor()
        await assertWellMade(page, path)
      }
    })

  test('a search by keyboard alone is announced and leads to the section, without a network [docs-search]', async () => {
    const { context, page } = await open()
    const indexed = page.waitForResponse(response => response.url().endsWith('/docs/search.json'))
    await page.goto(`${service.baseUrl}/docs/retries`)
    await indexed
    await context.setOffline(true)
    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: 'Search' })
    assert.equal(await page.evaluate('document.activeElement.id'), 'search')
    await page.keyboard.type('key reused')
    await page.getByRole('option').first().waitFor()
    assert.equal(await field.getAttribute('aria-expanded'), 'true')
    assert.match((await page.locator('.search [role=status]').textContent()) ?? '', /^\d+ results?$/)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    assert.equal(await field.getAttribute('aria-activedescendant'), await chosen(page).getAttribute('id'))
    await assertWellMade(page, 'results')
    await page.keyboard.press('Escape')
    await page.locator('.results').waitFor({ state: 'hidden' })
    assert.equal(await field.getAttribute('aria-expanded'), 'false')
    await field.fill('one key one request')
    await page.getByRole('option', { name: /^One key, one request/ }).waitFor()
    await page.keyboard.press('Enter')
    await until(() => page.url().endsWith('/docs/retries#one-key-one-request'))
    await field.fill('zzz')
    await page.getByText('Nothing found. Try another word.').waitFor()
    await assertWellMade(page, 'nothing found')
  })

  test('results can be chosen by pointer too, and a failure to load the index is reported', async () => {
    const { context, page } = await open()
    await context.route('**/docs/search.json', route => route.abort())
    await page.goto(`${service.baseUrl}/docs`)
    const field = page.getByRole('combobox', { name: 'Search' })
    await field.fill('slug_taken')
    await until(async () =>
      /could not be loaded/.test((await page.locator('.search [role=status]').textContent()) ?? ''),
    )
    await context.unroute('**/docs/search.json')
    await field.fill('slug_take')
    await page.getByRole('option', { name: /^slug_taken/ }).click()
    await until(() => page.url().endsWith('/docs/errors#slug_taken'))
  })

  test('results do not open once the focus has left the search', async () => {
    const { context, page } = await open()
    const index = Promise.withResolvers<void>()
    await context.route('**/docs/search.json', async route => {
      await index.promise
      await route.continue()
    })
    await page.goto(`${service.baseUrl}/docs`, { waitUntil: 'commit' })
    const field = page.getByRole('combobox', { name: 'Search' })
    await field.fill('slug_taken')
    await field.blur()
    const arrived = page.waitForResponse('**/docs/search.json')
    index.resolve()
    await (await arrived).finished()
    // Reading the index again ensures that the page has finished processing it.
    await page.evaluate("fetch('/docs/search.json').then(response => response.json())")
    assert.equal(await page.locator('.results').isVisible(), false)
  })

  test('samples are copied, and choosing a language applies to the whole page', async () => {
    const { page } = await open({ permissions: ['clipboard-write'], viewport: { width: 1280, height: 800 } })
    await page.goto(`${service.baseUrl}/docs/first-survey`)
    const [first, last] = [page.locator('.samples').first(), page.locator('.samples').last()]
    await first.getByText('Python', { exact: true }).click()
    await last.getByText('import os, urllib.request').waitFor()
    await last.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.match(await copiedBy(page), /^import os, urllib\.request\n/)
  })

  test('on a phone the contents open by a button, and close after following a link', async () => {
    const { page } = await open({ viewport: { width: 320, height: 640 } })
    await page.goto(`${service.baseUrl}/docs`)
    const contents = page.getByRole('navigation', { name: 'Documentation' })
    await contents.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Contents' }).click()
    await contents.getByRole('link', { name: 'Create a survey' }).click()
    await contents.waitFor({ state: 'hidden' })
    assert.ok(page.url().endsWith('/docs#createSurvey'))
    await page.setViewportSize({ width: 768, height: 1024 })
    await assertFits(page, 'documentation at 768 px')
    const tops = await page.locator('.wordmark, .search, .menu').evaluateAll(all =>
      all.map(one => {
        const { top, height } = one.getBoundingClientRect()
        return Math.round(top + height / 2)
      }),
    )
    assert.equal(new Set(tops).size, 1, `a header of one line on a tablet: ${tops}`)
  })

  test('without scripts everything but search and copying works [docs-pages]', async () => {
    const { page } = await open({ javaScriptEnabled: false })
    await page.goto(`${service.baseUrl}/docs/first-survey`)
    await page.locator('.search').waitFor({ state: 'hidden' })
    await page.locator('.samples').first().getByText('Python', { exact: true }).click()
    await page.locator('.samples').first().getByText('import json, os, urllib.request').waitFor()
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.getByRole('link', { name: 'Teach with it' }).first().waitFor()
  })
})
