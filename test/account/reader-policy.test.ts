import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readAssets } from '../../src/pages/assets.ts'
import { newApi } from '../api/fixtures.ts'
import { LUNCH } from '../browser/survey.ts'
import { call, startService } from '../harness.ts'
import { newBrowser } from './browser.ts'

const service = await startService()
after(() => service.close())

async function policyOf(path: string, cookie = ''): Promise<readonly string[]> {
  const { status, headers } = await call(service, 'GET', path, { headers: { cookie } })
  assert.equal(status, 200, path)
  return headers.get('content-security-policy')?.split('; ') ?? []
}

test('only pages of the application permit a policy, for a worker of ours that sends nothing [app-survey-reader]', async () => {
  const { id } = await (await newApi(service)).create(LUNCH)
  const { cookie } = await newBrowser(service)
  for (const path of ['/app', '/app/drafts/1', '/app/settings']) {
    const policy = await policyOf(path, cookie)
    for (const rule of ["script-src 'self'", "worker-src 'self'", "require-trusted-types-for 'script'"])
      assert.ok(policy.includes(rule), `${path}: ${rule}`)
    assert.equal(policy.at(-1), 'trusted-types survey-reader', path)
  }
  for (const path of ['/', `/s/${id}`, `/admin/${id}`, `/admin/${id}/present`, '/sign-in', '/privacy', '/docs']) {
    const policy = await policyOf(path)
    assert.equal(policy.at(-1), "trusted-types 'none'", path)
    assert.ok(!policy.some(rule => rule.startsWith('worker-src')), path)
  }
  const { path = '' } = readAssets().get('survey-reader.js') ?? {}
  const worker = await policyOf(path)
  assert.deepEqual(worker.slice(0, 2), ["default-src 'none'", "script-src 'self'"])
})
