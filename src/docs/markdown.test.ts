import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fenceOf, headingId, parseMarkdown, plainText } from './markdown.ts'
import { inline } from './markup.ts'

test('a fence names a language, and the file that the code is in', () => {
  const [code] = parseMarkdown('```sh run.sh\n# no heading\n\n| no table\n```')
  assert.ok(code?.type === 'code')
  assert.deepEqual(fenceOf(code), { language: 'sh', file: 'run.sh' })
  assert.equal(code.text, '# no heading\n\n| no table')
})

test('the id of a heading is the one that GitHub makes', () => {
  assert.equal(headingId('A *short* title'), 'a-short-title')
})

test('markup is left out of plain text, and lines are joined', () => {
  assert.equal(
    plainText('Use `a*b*` or **c**, see\n  [the `d`](e.md#f): 2 * 3 * 4'),
    'Use a*b* or c, see the d: 2 * 3 * 4',
  )
})

test('HTML in a document is text', () => {
  const text = String(inline('Never <img src=x onerror="alert(1)"> &amp; `<b>`'))
  assert.equal(text, 'Never &lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp;amp; <code>&lt;b&gt;</code>')
})
