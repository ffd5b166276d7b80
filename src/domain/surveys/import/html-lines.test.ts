import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlLines } from './html-lines.ts'

test('HTML becomes lines with the signs of a text', () => {
  const cases: [html: string, text: string][] = [
    ['<h2>Lunch &amp; more</h2><p>Come?<br>Really?', '## Lunch & more\nCome?\nReally?'],
    ['<ul><li>Yes<li>No</ul>', '- Yes\n- No'],
    ['<ol start=3><li>a<ul><li>b</li></ul></li><li>c</li></ol>', '3. a\n  - b\n4. c'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td></td><td>c</td></tr></table>', 'a\tb\n\tc\n'],
    ['<table><tr><td><p>a<td><ul><li>b<li>“c”</ul></table>d', 'a\t"b\n“c”"\n\nd'],
    ['<table><tr><td><h2>a</h2><ul><li>b</ul><td>c</table>', '## a\n- b\nc\n'],
    ['<table><tr><td><table><tr><td>a<td>b</table><td>c</table>', 'a\tb\n\nc\n'],
    ['<td>a<td><td>b', 'a\t\tb'],
    [
      '<p>Like this:</p><pre>title: a\nquestions:\n\n  - b</pre>',
      'Like this:\n```\ntitle: a\nquestions:\n\n  - b\n```',
    ],
    ['<b style="font-weight:normal"><p><span style="font-weight:700">Part</span></p><p>a</p></b>', '**Part**\na'],
    ['<ul><li role=checkbox><img alt=unchecked aria-roledescription="checkbox"><p>a</ul>', '- [ ] a'],
    ['<p><img alt="👍🏽"> Yes</p>', '👍🏽 Yes'],
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

test('the items of a word processor', () => {
  const item = (level: number, sign: string, text: string, margin = '') =>
    `<p class=MsoListParagraph style='${margin}mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt'>&nbsp;&nbsp;</span></span></span><![endif]>${text}<o:p></o:p></p>`
  const cases: [html: string, text: string][] = [
    [item(1, '1.', 'a') + item(2, '(b)', '<b>b</b>'), '1. a\n  (b) b'],
    [item(1, '·', 'a') + item(2, 'o', 'b') + item(3, '§', 'c'), '- a\n  - b\n    - c'],
    [item(1, '·', 'a') + item(1, '·', 'b', 'margin-left:72.0pt;'), '- a\n  - b'],
    [item(1, 'q', 'a') + item(1, '¨', 'b'), '[ ] a\n[ ] b'],
  ]
  for (const [html, text] of cases) assert.equal(htmlLines(html).text, text, html)
})
