import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const dist = join(import.meta.dirname, '../../dist')

/** What the script and the stylesheet of a page of the application may weigh together, as they arrive, in bytes. */
const PAGE_BYTES = 60_000

test('script and stylesheet of the application fit in 60 kB compressed', t => {
  const weigh = (file: string) => readFileSync(join(dist, file)).length
  const [script, stylesheet] = [weigh('app.js.br'), weigh('app.css.br')]
  t.diagnostic(
    `${script} bytes of script and ${stylesheet} bytes of stylesheet by Brotli; ${weigh('app.js.gz')} by gzip`,
  )
  assert.ok(script + stylesheet <= PAGE_BYTES, `${script} + ${stylesheet}`)
  assert.ok(weigh('app.js.gz') <= PAGE_BYTES, 'also for browsers that only know gzip')
  assert.doesNotMatch(readFileSync(join(dist, 'app.js'), 'utf8'), /^import\b/m)
})
