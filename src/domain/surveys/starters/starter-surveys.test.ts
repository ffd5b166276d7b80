import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkGroups } from '../groups/group-fit.ts'
import { parseGroups } from '../groups/question-group.ts'
import { encodeQuestions, parseQuestions, readQuestions } from '../question.ts'
import { checkQuestionSettings, parseQuestionSettings } from '../question-settings.ts'
import { PRESETS, parseTheme } from '../survey-settings/theme.ts'
import { parseTitle } from '../title.ts'
import { STARTER_SURVEYS } from './starter-surveys.ts'

for (const { id, title, description, theme, questions, settings, groups } of STARTER_SURVEYS) {
  test(`${id} can be published as it is`, () => {
    assert.equal(parseTitle(title), title)
    assert.equal(parseTheme(theme), theme)
    const parsed = parseQuestions(questions)
    assert.deepEqual(readQuestions(encodeQuestions(parsed)).length, questions.length)
    assert.match(description, /^[A-Z].{20,120}\.$/)
    assert.ok(PRESETS.includes(theme))
    assert.equal(settings.length, questions.length)
    checkQuestionSettings(parseQuestionSettings(settings as never), parsed)
    assert.deepEqual(parseGroups(groups as never), groups)
    checkGroups(groups, parsed)
  })
}

test('entries have different ids, and together every type of question and kind of group', () => {
  assert.equal(new Set(STARTER_SURVEYS.map(({ id }) => id)).size, 12)
  const types = new Set(STARTER_SURVEYS.flatMap(({ questions }) => questions.map(({ type }) => type)))
  assert.equal(types.size, 4)
  const kinds = new Set(STARTER_SURVEYS.flatMap(({ groups }) => groups.map(({ kind }) => kind)))
  assert.deepEqual([...kinds].toSorted(), ['check_list', 'grid', 'other', 'ranking', 'section'])
})
