import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from './html.ts'

test('all text is escaped for content and for quoted attributes', () => {
  const hostile = `<script>&"'`
  assert.equal(
    html`<p title="${hostile}">${hostile}</p>`.toString(),
    `<p title="&lt;script&gt;&amp;&quot;&#39;">&lt;script&gt;&amp;&quot;&#39;</p>`,
  )
})

test('markup is not escaped again, lists are concatenated, and false and undefined render nothing', () => {
  const items = ['a', '<b>'].map(item => html`<li>${item}</li>`)
  assert.equal(html`<ul>${items}${false}${undefined}${7}</ul>`.toString(), '<ul><li>a</li><li>&lt;b&gt;</li>7</ul>')
})
