import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { newBrowser } from '../account/browser.ts'
import { call, startService } from '../harness.ts'
import { elements } from '../pages/page.ts'

const service = await startService()
after(() => service.close())

/** The size limit of a page’s scripts and stylesheet together, as transferred, in bytes. */
const PAGE_BYTES = 60_000
const PAGES = ['/app', '/app/templates', '/app/drafts/1', '/app/templates/1', '/app/published/1', '/app/settings']

const built = (file: string) => join(import.meta.dirname, '../../dist', file)

test('scripts and stylesheet of each page of the application fit in 60 kB compressed, and all are named in it', async t => {
  const { cookie } = await newBrowser(service)
  for (const page of PAGES) {
    const { text } = await call(service, 'GET', page, { headers: { cookie } })
    const files = [...elements(text, 'script'), ...elements(text, 'link')]
      .map(({ attributes: { src, href } }) => src ?? href ?? '')
      .filter(path => path.startsWith('/assets/'))
      .map(path => basename(path))
    const [brotli, gzip] = ['br', 'gz'].map(encoding =>
      files.reduce((bytes, file) => bytes + statSync(built(`${file}.${encoding}`)).size, 0),
    )
    t.diagnostic(`${page}: ${brotli} bytes by Brotli, ${gzip} by gzip, in ${files.join(', ')}`)
    assert.ok(brotli !== undefined && gzip !== undefined && brotli > 20_000 && gzip <= PAGE_BYTES, `${page}: ${gzip}`)
    const imports = files.flatMap(importsOf)
    assert.ok(imports.includes('app-shared.js'), `${page}: the imports of its scripts are found`)
    for (const imported of imports) assert.ok(files.includes(imported), `${page}: ${imported}`)
  }
})

/** Modules that a script imports before it runs. */
function importsOf(file: string): string[] {
  const imports = readFileSync(built(file), 'utf8').matchAll(/\b(?:from|import)\s*["']\.\/([\w.-]+)["']/g)
  return [...imports].map(([, name = '']) => name)
}
