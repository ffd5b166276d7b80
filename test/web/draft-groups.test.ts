import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QuestionGroup } from '../../src/domain/surveys/groups/question-group.ts'
import type { JsonObject } from '../../src/domain/values/json.ts'
import { digestOf, draftOf, isSameContent } from '../../web/app/builder/content.ts'
import { groupsOf } from '../../web/app/builder/draft-groups.ts'
import { add, change, type Draft, remove } from '../../web/ui/questions/draft.ts'
import { GROUPS, QUESTIONS } from '../dashboard/groups.ts'

const OPENED = { groups: GROUPS as readonly object[] as readonly QuestionGroup[], count: QUESTIONS.length }
const draft = draftOf(QUESTIONS as JsonObject[])
const [checkList, section, grid, ranking, other] = OPENED.groups
const kinds = (edited: Draft) => groupsOf(edited, OPENED).map(({ kind, from, to }) => `${kind} ${from}-${to}`)

test('groups of a draft follow its questions, and come back if an edit is taken back [groups-copied]', () => {
  assert.deepEqual(groupsOf(draft, OPENED), OPENED.groups)
  assert.deepEqual(kinds(add(draft, 0, { type: 'rating', text: 'How?' })), [
    'check_list 1-4',
    'section 5-9',
    'grid 5-6',
    'ranking 7-9',
    'other 10-11',
  ])
  const cut = remove(draft, 5)
  assert.deepEqual(groupsOf(cut, OPENED).length, 4)
  assert.deepEqual(groupsOf(draft, OPENED), [checkList, section, grid, ranking, other])
})

test('an incomplete question takes no group away [groups-copied]', () => {
  const blank = change(draft, 5, { text: '', options: [] })
  assert.deepEqual(groupsOf(blank, OPENED), OPENED.groups)
  assert.deepEqual(kinds(remove(blank, 4)), ['check_list 0-3', 'section 4-7', 'grid 4-4', 'ranking 5-7', 'other 8-9'])
})

test('contents differ if their groups do [groups-copied]', () => {
  const content = { title: 'Party', questions: QUESTIONS as JsonObject[], theme: null }
  const grouped = { ...content, groups: OPENED.groups }
  assert.equal(isSameContent(content, { ...content, groups: [] }), true)
  assert.equal(isSameContent(content, grouped), false)
  assert.notEqual(digestOf(content), digestOf(grouped))
})
