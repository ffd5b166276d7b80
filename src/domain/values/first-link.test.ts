import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstLink } from './first-link.ts'

const addressIn = (text: string) => firstLink(text)?.address

test('the first web address of a text is a link, without the punctuation around it [survey-texts]', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['See https://example.org/a?b=1#c for more.', 'https://example.org/a?b=1#c'],
    ['See https://example.org.', 'https://example.org'],
    ['(https://example.org/a)', 'https://example.org/a'],
    ['https://example.org/wiki/Mercury_(planet)', 'https://example.org/wiki/Mercury_(planet)'],
    ['“https://example.org/a”, they say', 'https://example.org/a'],
    ['<https://example.org/a>', 'https://example.org/a'],
    ['HTTP://EXAMPLE.ORG/A', 'HTTP://EXAMPLE.ORG/A'],
    ['两个：https://example.org/é。好', 'https://example.org/é'],
    ['https://one.example and https://two.example', 'https://one.example'],
    ['example.org', undefined],
    ['javascript:alert(1)', undefined],
    ['https://', undefined],
    ['https://bank.example@evil.example/', undefined],
    ['https://a:b@evil.example/', undefined],
  ]
  for (const [text, address] of cases) assert.equal(addressIn(text), address, text)
})

test('nothing of the text is lost around a link [survey-texts]', () => {
  const text = 'One\nhttps://example.org/a,\ntwo https://two.example'
  assert.deepEqual(firstLink(text), {
    before: 'One\n',
    address: 'https://example.org/a',
    after: ',\ntwo https://two.example',
  })
})
