import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { EXAMPLES } from '../../src/api/examples.ts'
import { call, startService } from '../harness.ts'

const service = await startService()
after(() => service.close())

/** Of the page, as it is sent. */
const MOST_BYTES = 100_000

test('[reference-page] /docs has every operation and every schema, with links that lead somewhere, and needs no script', async () => {
  const { status, headers, text } = await call(service, 'GET', '/docs')
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^text\/html/)
  assert.ok(Buffer.byteLength(text) <= MOST_BYTES, `${Buffer.byteLength(text)} bytes`)
  assert.doesNotMatch(text, /<script/)
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of Object.keys(EXAMPLES)) assert.ok(ids.includes(id), id)
  for (const [, target = ''] of text.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(target), target)
})

test('[reference-text] the same is Markdown at /docs.md, and text for AI clients at /llms.txt', async () => {
  const markdown = await call(service, 'GET', '/docs.md')
  const plain = await call(service, 'GET', '/llms.txt')
  assert.match(markdown.headers.get('content-type') ?? '', /^text\/markdown/)
  assert.match(plain.headers.get('content-type') ?? '', /^text\/plain/)
  assert.equal(plain.text, markdown.text)
  assert.match(markdown.text, /^# Soundings API\n/)
  assert.ok(markdown.text.includes(`curl '${service.baseUrl}/api/v1/me'`))
})
