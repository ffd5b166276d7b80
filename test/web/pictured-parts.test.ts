import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STARTER_SURVEYS } from '../../src/domain/surveys/starters/starter-surveys.ts'
import { countPictured, picturedParts } from '../../web/app/templates/pictured-parts.ts'

const survey = (id: string) => {
  const found = STARTER_SURVEYS.find(one => one.id === id)
  assert.ok(found)
  return found
}

test('a group is pictured as one question, and a section by its heading', () => {
  assert.deepEqual(picturedParts(survey('course-evaluation')), [
    'section',
    'grid',
    'section',
    'one',
    'several',
    'section',
    'rating',
    'text',
    'text',
  ])
  assert.equal(countPictured(survey('course-evaluation')), 6)
  assert.deepEqual(picturedParts(survey('event-feedback')), ['rating', 'grid', 'one', 'one', 'text'])
  assert.deepEqual(picturedParts(survey('recommendation')), ['rating', 'text', 'ranking', 'text'])
  assert.deepEqual(picturedParts(survey('event-questions')), ['board', 'rating'])
})
