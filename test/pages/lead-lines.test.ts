import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { choice, newApi } from '../api/fixtures.ts'
import { startService } from '../harness.ts'
import { elements, get } from './page.ts'

const service = await startService()
after(() => service.close())

test('an answer that has arrived has a picture, with and without a script, that is hidden from screen readers', async () => {
  const { id } = await (await newApi(service)).create([choice()])
  for (const [path, count] of [
    [`/s/${id}`, 1],
    [`/s/${id}/thanks`, 1],
    [`/s/${id}/thanks?results`, 0],
  ] as const) {
    const { text } = await get(service, path)
    const pictures = elements(text, 'svg').filter(({ attributes }) => attributes.class === 'leads')
    assert.equal(pictures.length, count, path)
    for (const { attributes } of pictures) assert.equal(attributes['aria-hidden'], 'true')
  }
})
