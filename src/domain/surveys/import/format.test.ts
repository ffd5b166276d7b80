import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Format, fencedData, formatOf } from './format.ts'

test('a format is recognised by its first lines', () => {
  const cases: [text: string, format: Format][] = [
    ['\ufeff{ "title": 1', 'json'],
    ['[{"type": "rating"}]', 'json'],
    ['// note\n{}', 'json'],
    ['[]', 'json'],
    ['[ ] Yes', 'text'],
    ['[Yes, No]', 'text'],
    ['title: Lunch\nquestions:\n  - type: rating', 'yaml'],
    ['# from here\n---\nslug: a\ntitle: b\nquestions: []', 'yaml'],
    ['- type: rating\n  text: How?', 'yaml'],
    ['title: Lunch\nWill you come?', 'text'],
    ['<p>Hi', 'html'],
    ['<!DOCTYPE html>', 'html'],
    ['<?xml version="1.0"?>', 'xml'],
    ['<quiz>', 'xml'],
    ['<3 lovely survey?', 'text'],
    ['', 'text'],
  ]
  for (const [text, format] of cases) assert.equal(formatOf(text), format, text)
})

test('data between fences is found, and other fences are not', () => {
  assert.deepEqual(fencedData(['Here:', '```json', '{}', '```', 'Bye']), { body: '{}', from: 3, to: 3 })
  assert.deepEqual(fencedData(['```', 'Why?', '```', '```yaml', '- type: rating']), {
    body: '- type: rating',
    from: 5,
    to: 5,
  })
  assert.equal(fencedData(['```', 'Why?', '```']), undefined)
})
