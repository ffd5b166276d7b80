import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeQuestions, parseQuestions, readQuestions } from './question.ts'
import { STARTER_SURVEYS } from './starter-surveys.ts'
import { PRESETS, parseTheme } from './survey-settings/theme.ts'
import { parseTitle } from './title.ts'

for (const { id, title, description, theme, questions } of STARTER_SURVEYS) {
  test(`${id} can be published as it is`, () => {
    assert.equal(parseTitle(title), title)
    assert.equal(parseTheme(theme), theme)
    const parsed = parseQuestions(questions)
    assert.deepEqual(readQuestions(encodeQuestions(parsed)).length, questions.length)
    assert.match(description, /^[A-Z].{20,120}\.$/)
    assert.ok(PRESETS.includes(theme))
  })
}

test('entries have different ids and together all types of questions', () => {
  assert.equal(new Set(STARTER_SURVEYS.map(({ id }) => id)).size, STARTER_SURVEYS.length)
  const types = new Set(STARTER_SURVEYS.flatMap(({ questions }) => questions.map(({ type }) => type)))
  assert.equal(types.size, 4)
})
