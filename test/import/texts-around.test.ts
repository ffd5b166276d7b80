import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonObject } from '../../src/domain/values/json.ts'
import { readInput } from './corpus.ts'
import { fileOf, readTool } from './tools.ts'

const LONG = 'word '.repeat(500).trim()
const QUESTIONS = [{ type: 'rating', text: 'How was it?' }]
const own = (more: JsonObject) => readInput(JSON.stringify({ title: 'Lunch', questions: QUESTIONS, ...more }))
const surveyjs = (more: JsonObject, ...elements: JsonObject[]) => {
  const question = { type: 'comment', name: 'why', title: 'Why?' }
  return readInput(JSON.stringify({ ...more, pages: [{ name: 'one', elements: [...elements, question] }] }))
}
const html = (text: string): JsonObject => ({ type: 'html', name: text, html: text })

describe('introduction and thanks', () => {
  test('of another tool are those of the survey, with the addresses that their words lead to', () => {
    const completedHtml = '<h3>Thanks!</h3><p>See <a href="https://lunch.example/?a=1&amp;b=2">the menu</a>.</p>'
    const { texts, findings } = surveyjs({ description: 'Two minutes.', completedHtml })
    assert.deepEqual(texts, {
      introduction: 'Two minutes.',
      thanks: 'Thanks!\nSee the menu (https://lunch.example/?a=1&b=2).',
    })
    assert.deepEqual(findings, [])
  })

  test('that are too long for a survey are left out with a finding', () => {
    const { texts, findings } = surveyjs({ description: LONG, completedHtml: 'Bye.' })
    assert.deepEqual(texts, { thanks: 'Bye.' })
    const [finding] = findings
    assert.equal(finding?.outcome, 'left_out')
    assert.match(finding.message, /^left out, because the introduction must be a text of 1 to 2,000 characters$/)
    assert.match(finding.read, /^word word/)
  })

  test('are texts in front of the first question where a tool has no introduction', () => {
    const opened = surveyjs({}, html('<b>Hello.</b>'), html('It takes two minutes.'))
    assert.deepEqual([opened.texts, opened.findings], [{ introduction: 'Hello.\n\nIt takes two minutes.' }, []])
    const both = surveyjs({ description: 'Before.' }, html('Hello.'))
    assert.deepEqual([both.texts, both.findings.length], [{ introduction: 'Before.' }, 1])
    assert.deepEqual(surveyjs({}, html(LONG)).findings.length, 1)
    const slides = readTool(fileOf('arsnova/01-session-export.json'))
    assert.equal(slides.texts.introduction?.includes('\n\n') ?? false, false)
  })

  test('of our own files are kept, from a survey file and from an export', () => {
    const texts = { introduction: 'Two minutes.\nThank you.', thanks: 'Bye.' }
    assert.deepEqual(own({ texts }).texts, texts)
    assert.deepEqual(own({ settings: { texts } }).texts, texts)
    assert.deepEqual([own({ texts }).findings, own({ texts: { thanks: '  ' } }).texts], [[], {}])
  })

  test('of our own files that are no texts are findings', () => {
    for (const [texts, message] of [
      [{ thanks: LONG }, /the thanks must be a text of 1 to 1,000 characters/],
      [{ thanks: 7 }, /the thanks must be a text/],
      [{ goodbye: 'Bye.' }, /there is no text "goodbye"/],
      ['Bye.', /no such property/],
    ] as const) {
      const reading = own({ texts: texts as JsonObject })
      assert.deepEqual([reading.texts, reading.findings.length], [{}, 1])
      assert.match(reading.findings[0]?.message ?? '', message)
    }
  })
})
