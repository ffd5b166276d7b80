import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMarkdown, plainText, spansOf } from './markdown.ts'

const DOCUMENT = `# A *short* title

A paragraph
of two lines.

- one
  and more
- two

1. first
2. second

| a | b |
| --- | --- |
| \`c\` | d |

\`\`\`sh run.sh
# no heading

| no table
\`\`\``

test('blocks are told apart, and code is left as it is', () => {
  assert.deepEqual(parseMarkdown(DOCUMENT), [
    { type: 'heading', level: 1, id: 'a-short-title', text: 'A *short* title' },
    { type: 'paragraph', text: 'A paragraph of two lines.' },
    { type: 'list', isOrdered: false, items: ['one and more', 'two'] },
    { type: 'list', isOrdered: true, items: ['first', 'second'] },
    { type: 'table', head: ['a', 'b'], rows: [['`c`', 'd']] },
    { type: 'code', language: 'sh', file: 'run.sh', code: '# no heading\n\n| no table' },
  ])
})

test('inline markup is read once: in code it is text', () => {
  assert.deepEqual(spansOf('Use `a*b*` or **c**, see [the `d`](e.md#f).'), [
    { type: 'text', text: 'Use ' },
    { type: 'code', text: 'a*b*' },
    { type: 'text', text: ' or ' },
    { type: 'strong', text: 'c' },
    { type: 'text', text: ', see ' },
    { type: 'link', text: 'the `d`', target: 'e.md#f' },
    { type: 'text', text: '.' },
  ])
  assert.equal(
    plainText('Use `a*b*` or **c**, see [the `d`](e.md#f): 2 * 3 * 4'),
    'Use a*b* or c, see the d: 2 * 3 * 4',
  )
})
