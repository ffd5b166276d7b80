import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLocalPath } from './local-path.ts'

test('paths of this service are accepted, with query and fragment', () => {
  for (const path of ['/', '/app', '/app/drafts/1?tab=2#top', '/admin/shaft-rug-vintage', '/app/%2F%2Fevil.example'])
    assert.equal(parseLocalPath(path), path)
})

test('anything that a browser could interpret as another host, or that is not a path, is rejected', () => {
  const paths = [
    '',
    'app',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/app\\..',
    'https://evil.example/',
  ]
  const hidden = ['/\t/evil.example', '/\n/evil.example', '/app\r\nset-cookie: a=b', ' /app', '/app ', '/ü', '/\0']
  const climbing = ['/./\t/evil.example', `/${'a'.repeat(4_000)}`, 'javascript:alert(1)', '/app/..//evil.example']
  for (const path of [...paths, ...hidden, ...climbing]) assert.equal(parseLocalPath(path), undefined, path)
})
