import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { choice } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { elements } from '../pages/page.ts'
import { newAdminClient } from './admin-client.ts'

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

/** Compressed size limits in bytes: of a creator’s page, of the projected page, and of the remote behind its link. */
const SCRIPT_BYTES = { dashboard: 60_000, presenter: 32_100, remote: 30_100 }

test('pages are the same whether there is a survey or not, and are no-store, noindex and no-referrer [dashboard-page-shell]', async () => {
  const admin = await newAdminClient(service, [choice()], { title: 'Not for everybody' })
  const { id } = admin
  const pathOf = async (link: string) => new URL(`${(await admin.send('POST', link)).body.url}`).pathname
  const [projector, remote] = [await pathOf('/projector'), await pathOf('/remote')]
  for (const [there, none, status] of [
    [`/admin/${id}`, '/admin/none-such-here', 200],
    [`/admin/${id}/present`, '/admin/none-such-here/present', 200],
    [projector, `/p/${'a'.repeat(64)}`, 404],
    [projector, '/p/abc', 404],
    [remote, `/remote/${'a'.repeat(64)}`, 404],
    [remote, '/remote/abc', 404],
    [remote, projector.replace('/p/', '/remote/'), 404],
    [projector, remote.replace('/remote/', '/p/'), 404],
  ] as const) {
    const [page, other] = [await call(service, 'GET', there), await call(service, 'GET', none)]
    assert.deepEqual([page.status, other.status], [200, status])
    assert.equal(page.text, other.text)
    const { headers } = page
    assert.deepEqual(
      ['cache-control', 'referrer-policy', 'x-robots-tag', 'x-content-type-options'].map(name => headers.get(name)),
      ['no-store', 'no-referrer', 'noindex', 'nosniff'],
    )
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; style-src /)
    assert.ok(!policy.includes('unsafe'), policy)
    assert.equal(headers.get('set-cookie'), null)
  }
})

test('the scripts of the dashboard, the presenter and the remote are small and cached for ever', async t => {
  for (const [name, path] of [
    ['dashboard', '/admin/none-such-here'],
    ['presenter', '/admin/none-such-here/present'],
    ['remote', '/remote/none-such'],
  ] as const) {
    const { text } = await call(service, 'GET', path)
    const loaded = [...elements(text, 'script'), ...elements(text, 'link')].map(
      ({ attributes: { src, href } }) => src ?? href ?? '',
    )
    const own = loaded.filter(url => url.startsWith('/assets/'))
    assert.deepEqual(
      own.map(url => url.replace(/[\w-]{12}\//, '')),
      [`/assets/${name}.js`, `/assets/${name}.css`],
    )
    const [script, style] = await Promise.all(own.map(url => call(service, 'GET', url)))
    assert.equal(script?.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(style?.headers.get('content-type'), 'text/css; charset=utf-8')
    const bytes = gzipSync(`${script?.text}${await importedBy(script?.text ?? '', own[0] ?? '')}`, { level: 9 }).length
    t.diagnostic(`${name}: ${bytes} bytes`)
    assert.ok(bytes > 5_000 && bytes <= SCRIPT_BYTES[name], `${name}: ${bytes}`)
  }
})

/** What a script cannot begin without. @param url its own */
async function importedBy(script: string, url: string): Promise<string> {
  const names = [...script.matchAll(/^import[^;]*?from ?"([^"]+)"/gm)].map(([, name = '']) => name)
  const paths = names.map(name => new URL(name, new URL(url, service.baseUrl)).pathname)
  return (await Promise.all(paths.map(path => call(service, 'GET', path)))).map(({ text }) => text).join('')
}
