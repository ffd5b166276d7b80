import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { renderMail } from './mail.ts'

const SENDER = { baseUrl: 'https://surveys.example.org', contact: 'help@example.org' }
const LINK = { url: 'https://surveys.example.org/confirm-email/a-token', label: 'Choose a password' }
const MAIL = { to: 'ada@example.org', subject: 'Finish', content: ['Choose one:', LINK, 'It works once.'] }
/** The part of markup that a reader sees or hears. */
const readable = (markup: string) =>
  markup
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replaceAll(/<[^>]*>|&nbsp;/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

describe('a mail [mail-parts]', () => {
  test('the plain-text version has the paragraphs, the links and the sender', () => {
    const { to, subject, text } = renderMail(MAIL, SENDER)
    assert.deepEqual([to, subject], [MAIL.to, MAIL.subject])
    assert.equal(
      text,
      `Choose one:

https://surveys.example.org/confirm-email/a-token

It works once.

-- 
Sent by Soundings at https://surveys.example.org
Questions? Write to the operator: help@example.org
`,
    )
  })

  test('the HTML version says the same, with its link as a button and as text', () => {
    const { html } = renderMail(MAIL, SENDER)
    assert.equal(
      readable(html),
      'Soundings Finish Choose one: Choose a password https://surveys.example.org/confirm-email/a-token It works once. ' +
        'Sent by Soundings at surveys.example.org Questions? Write to the operator: help@example.org',
    )
    assert.deepEqual(
      [...html.matchAll(/ href="([^"]*)"/g)].map(([, url]) => url),
      [LINK.url, LINK.url, SENDER.baseUrl, 'mailto:help@example.org'],
    )
  })

  test('does not name an operator who has given no address', () => {
    const { text, html } = renderMail(MAIL, { baseUrl: SENDER.baseUrl })
    assert.match(text, /\n-- \nSent by Soundings at https:\/\/surveys\.example\.org\n$/)
    assert.match(readable(html), /Sent by Soundings at surveys\.example\.org$/)
    assert.doesNotMatch(html, /mailto:|undefined/)
  })

  test('escapes all of its content', () => {
    const hostile = `<img src="//evil.example/x">&"'`
    const escaped = '&lt;img src=&quot;//evil.example/x&quot;&gt;&amp;&quot;&#39;'
    const content = [hostile, { url: hostile, label: hostile }]
    const { html } = renderMail({ to: hostile, subject: hostile, content }, { ...SENDER, contact: hostile })
    assert.doesNotMatch(html, /<img/)
    // Title, heading, paragraph; button and address, each with its link; the operator's address and its link.
    assert.equal(html.split(escaped).length - 1, 3 + 4 + 2)
  })

  test('loads nothing and runs nothing', () => {
    const { html } = renderMail(MAIL, SENDER)
    assert.doesNotMatch(html, /<(?:script|img|link|iframe|object|svg|form|base)\b|\s(?:src|srcset|background|on\w+)=/i)
    assert.doesNotMatch(html, /url\(|@import|http-equiv|javascript:|data:/i)
    assert.ok([...html.matchAll(/https?:\/\/[^\s"<]*/g)].every(([url]) => url.startsWith(SENDER.baseUrl)))
  })

  test('shows the mark: a line with five strokes below it', () => {
    const heights = [...renderMail(MAIL, SENDER).html.matchAll(/class="ink" style="height:(\d+)px/g)]
    assert.deepEqual(
      heights.map(([, height]) => Number(height)),
      [3, 12, 21, 15, 24, 9],
    )
  })
})
