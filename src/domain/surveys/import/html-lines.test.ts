import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlLines } from './html-lines.ts'

test('HTML becomes lines with the signs of a text', () => {
  const cases: [html: string, text: string][] = [
    ['<h2>Lunch &amp; more</h2><p>Come?<br>Really?', '## Lunch & more\nCome?\nReally?'],
    ['<ul><li>Yes<li>No</ul>', '- Yes\n- No'],
    ['<ol start=3><li>a<ul><li>b</li></ul></li><li>c</li></ol>', '3. a\n  - b\n4. c'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td></td><td>c</td></tr></table>', 'a\tb\nc\n'],
    ['<p><b>Part</b></p><p>Not <b>all</b></p>', '**Part**\nNot all'],
    ['<label><input type=radio> Yes</label><label><input type="checkbox"> No</label>', '( ) Yes\n[ ] No'],
    ['<script>if (a < b) alert("<p>no</p>")</script>a<style>p{}</style>', '**a**'.replaceAll('*', '')],
    ['a<!-- <p>no</p> -->b', 'ab'],
    ['&#65;&#x42;&unknown;&#xd800;', 'AB&unknown;\ufffd'],
  ]
  for (const [html, text] of cases) assert.equal(htmlLines(html).text, text, html)
})

test('places, and what is left out', () => {
  const { places, left } = htmlLines('<p>one</p>\n<p>two</p><img alt="A map"><button>Send</button>')
  assert.deepEqual(places, [
    { line: 1, column: 4 },
    { line: 2, column: 4 },
  ])
  assert.deepEqual(
    left.map(({ read }) => read),
    ['A map', 'Send'],
  )
})
