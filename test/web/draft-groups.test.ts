import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { QuestionGroup } from '../../src/domain/surveys/groups/question-group.ts'
import type { JsonObject } from '../../src/domain/values/json.ts'
import { digestOf, draftOf, isSameContent } from '../../web/app/builder/content.ts'
import { addOther, newGroupEntry, removeOther, toOne, toSeveral } from '../../web/app/builder/groups/kinds.ts'
import { CHECK_LIST_OPTIONS, GRID_COLUMNS, RANKING_ITEMS } from '../../web/app/builder/groups/option-lists.ts'
import {
  copyOf,
  type Entry,
  entriesOf,
  insertAfter,
  insertHeading,
  moveRow,
  placeRow,
  removeRow,
  restoreRows,
  rowsOf,
} from '../../web/app/builder/groups/rows.ts'
import {
  change,
  type Draft,
  descriptionOf,
  questionsOf,
  setDescription,
  setShuffled,
} from '../../web/ui/questions/draft.ts'
import { groupsOf } from '../../web/ui/questions/draft-groups.ts'
import { settingsOf } from '../../web/ui/questions/draft-settings.ts'
import { labelIn, questionLabel } from '../../web/ui/questions/question-label.ts'
import { choice, freeText, optional, rating, requiredWhen } from '../api/fixtures.ts'
import { GROUPS, QUESTIONS } from '../dashboard/groups.ts'

const groups = GROUPS as readonly object[] as readonly QuestionGroup[]
const draft = draftOf(QUESTIONS as JsonObject[], [], groups)

/** One word for each row: its first text, a heading with `#`, the end of a section as `-`. */
const outline = (edited: Draft | string) =>
  typeof edited === 'string'
    ? edited
    : rowsOf(edited).map(row => {
        if (row.type === 'entry') return row.group?.title ?? `${row.questions[0]?.text}`
        return row.type === 'end' ? '-' : `# ${row.section.title}`
      })

const keyOf = (edited: Draft, text: string) => {
  const at = outline(edited).indexOf(text)
  return rowsOf(edited)[at]?.key ?? -1
}
const entryOf = (edited: Draft, text: string) =>
  entriesOf(edited).find(entry => entry.key === keyOf(edited, text)) as Entry

const DAYS = 'Which days suit you?'
const EVENING = '# The evening'
const DRINK = 'Which drink?'

describe('a draft with groups', () => {
  test('is what was stored, and each group is one row of its outline [groups-copied]', () => {
    assert.deepEqual(groupsOf(draft), groups)
    assert.deepEqual(questionsOf(draft), QUESTIONS)
    assert.deepEqual(outline(draft), [DAYS, EVENING, 'How was it?', 'What matters most?', '-', DRINK])
  })

  test('leaves out groups that overlap, or do not fit their questions', () => {
    const odd = [
      { kind: 'check_list', from: 4, to: 4 },
      { kind: 'grid', from: 5, to: 6, title: 'How?' },
      { kind: 'ranking', from: 7, to: 8, title: 'Rank' },
      { kind: 'other', from: 9, to: 10 },
      { kind: 'grid', from: 9, to: 10, title: 'Again' },
    ] as readonly object[] as readonly QuestionGroup[]
    const opened = draftOf(QUESTIONS as JsonObject[], [], odd)
    assert.deepEqual(groupsOf(opened), [{ kind: 'other', from: 9, to: 10 }])
    assert.deepEqual(questionsOf(opened), QUESTIONS)
  })

  test('an incomplete group stays', () => {
    const questions = [choice('', [''], optional), choice('', [''], optional)] as JsonObject[]
    const stored = [{ kind: 'check_list', from: 0, to: 1 }] as const
    assert.deepEqual(groupsOf(draftOf(questions, [], stored)), stored)
  })

  test('contents differ if their groups do [groups-copied]', () => {
    const content = { title: 'Party', questions: QUESTIONS as JsonObject[], theme: null }
    const grouped = { ...content, groups }
    assert.equal(isSameContent(content, { ...content, groups: [] }), true)
    assert.equal(isSameContent(content, grouped), false)
    assert.notEqual(digestOf(content), digestOf(grouped))
  })
})

describe('moving in the outline', () => {
  test('an entry goes over another one as a whole, and over the borders of sections', () => {
    const key = keyOf(draft, DAYS)
    const steps = [EVENING, 'How was it?', 'What matters most?', '-', DRINK]
    let now = draft
    for (const [at] of steps.entries()) {
      const next = moveRow(now, key, 1)
      assert.ok(typeof next !== 'string')
      assert.deepEqual(outline(next), steps.toSpliced(at + 1, 0, DAYS))
      now = next
    }
    assert.equal(moveRow(now, key, 1), 'edge')
    const [section] = groupsOf(moveRow(draft, key, 1) as Draft)
    assert.deepEqual([section?.kind, section?.from, section?.to], ['section', 0, 8])
  })

  test('a section goes over an entry, or another section, with all that is in it', () => {
    const second = insertHeading(draft, keyOf(draft, '-'), 'After') as Draft
    const AFTER = '# After'
    const all = [DAYS, EVENING, 'How was it?', 'What matters most?', '-', AFTER, DRINK, '-']
    assert.deepEqual(outline(second), all)
    const up = moveRow(second, keyOf(second, AFTER), -1)
    assert.deepEqual(outline(up), [DAYS, AFTER, DRINK, '-', ...all.slice(1, 5)])
    assert.deepEqual(outline(moveRow(up as Draft, keyOf(second, AFTER), 1)), all)
    assert.deepEqual(outline(moveRow(second, keyOf(second, EVENING), -1)), [...all.slice(1, 5), DAYS, ...all.slice(5)])
    for (const slot of [2, 3]) assert.deepEqual(outline(placeRow(second, keyOf(second, AFTER), slot)), outline(up))
  })

  test('the only entry of a section stays in it', () => {
    assert.equal(insertHeading(draft, keyOf(draft, 'What matters most?'), 'Last'), undefined, 'nothing follows there')
    const own = insertHeading(draft, keyOf(draft, 'How was it?'), 'Ranks') as Draft
    assert.deepEqual(outline(own).slice(2, 6), ['How was it?', '-', '# Ranks', 'What matters most?'])
    const key = keyOf(own, 'How was it?')
    for (const by of [-1, 1] as const) assert.equal(moveRow(own, key, by), 'only of section')
  })

  test('a dropped entry is where it was dropped', () => {
    const key = keyOf(draft, DRINK)
    assert.deepEqual(outline(placeRow(draft, key, 2)).slice(0, 3), [DAYS, EVENING, DRINK])
    assert.deepEqual(outline(placeRow(draft, key, 0)).slice(0, 2), [DRINK, DAYS])
    const first = keyOf(draft, DAYS)
    for (const slot of [0, 1]) assert.deepEqual(outline(placeRow(draft, first, slot)), outline(draft))
    assert.deepEqual(outline(placeRow(draft, first, 6)).at(-1), DAYS)
  })
})

describe('deleting', () => {
  test('takes an entry with its questions, and undo brings it back to its place', () => {
    for (const row of rowsOf(draft).filter(({ type }) => type !== 'end')) {
      const removal = removeRow(draft, row.key)
      assert.ok(removal.draft.questions.length < draft.questions.length)
      const again = restoreRows(removal.draft, removal)
      assert.deepEqual([questionsOf(again), groupsOf(again)], [QUESTIONS, groups])
    }
  })

  test('a section goes with its only entry, and comes back with it', () => {
    const two = removeRow(draft, keyOf(draft, 'How was it?')).draft
    const removal = removeRow(two, keyOf(two, 'What matters most?'))
    assert.deepEqual(outline(removal.draft), [DAYS, DRINK])
    assert.deepEqual(outline(restoreRows(removal.draft, removal)), outline(two))
  })

  test('a copy has keys of its own, its settings, and rules that refer to itself', () => {
    const described = setDescription(draft, 0, 'All of them.')
    const copied = copyOf(described, described, [entryOf(draft, DAYS)])
    const twice = insertAfter(copied.draft, keyOf(draft, DAYS), copied.rows)
    assert.deepEqual(outline(twice).slice(0, 3), [DAYS, DAYS, EVENING])
    assert.deepEqual(questionsOf(twice)[7]?.requirement, requiredWhen('all', [6, 'Other']).requirement)
    assert.equal(
      descriptionOf(twice, copied.rows[0]?.type === 'entry' ? (copied.rows[0].questions[0]?.index ?? 0) : 0),
      'All of them.',
    )
  })
})

describe('the options of several answers', () => {
  const key = keyOf(draft, DAYS)
  const options = (edited: Draft) => CHECK_LIST_OPTIONS.of(edited, key)

  test('are edited like those of one, and *Other* stays the last', () => {
    const added = CHECK_LIST_OPTIONS.rename(CHECK_LIST_OPTIONS.add(draft, key), key, 2, 'Sunday')
    assert.deepEqual(options(added), ['Monday', 'Tuesday', 'Sunday'])
    assert.deepEqual(groupsOf(added)[0], { kind: 'check_list', from: 0, to: 4, min: 1, max: 2 })
    assert.deepEqual(questionsOf(added)[4]?.requirement, requiredWhen('all', [3, 'Other']).requirement)
    assert.deepEqual(options(CHECK_LIST_OPTIONS.move(draft, key, 0, 1)), ['Tuesday', 'Monday'])
    const pasted = CHECK_LIST_OPTIONS.paste(added, key, 0, ['Tuesday', 'Friday'])
    assert.deepEqual(options(pasted), ['Monday', 'Tuesday', 'Friday', 'Sunday'])
    assert.deepEqual(options(CHECK_LIST_OPTIONS.remove(draft, key, 0)), ['Tuesday'])
  })

  test('a rule that names an option follows it', () => {
    const rule = freeText('Why?', requiredWhen('all', [1, 'Tuesday'])) as JsonObject
    const ruled = draftOf([...(QUESTIONS as JsonObject[]), rule], [], groups)
    const list = keyOf(ruled, DAYS)
    const moved = CHECK_LIST_OPTIONS.rename(CHECK_LIST_OPTIONS.move(ruled, list, 1, -1), list, 0, 'Thursday')
    assert.deepEqual(questionsOf(moved).at(-1)?.requirement, requiredWhen('all', [0, 'Thursday']).requirement)
  })

  test('the description stays that of the question, whichever option is first', () => {
    const described = setDescription(draft, 0, 'All of them.')
    const moved = CHECK_LIST_OPTIONS.move(described, key, 0, 1)
    assert.deepEqual([descriptionOf(moved, 1), descriptionOf(moved, 0)], ['All of them.', ''])
  })
})

test('columns of a grid are edited in all rows, and items of a ranking have as many ranks', () => {
  const grid = keyOf(draft, 'How was it?')
  const columns = GRID_COLUMNS.rename(GRID_COLUMNS.add(draft, grid), grid, 2, 'Great')
  assert.deepEqual(
    [4, 5].map(at => questionsOf(columns)[at]?.options),
    [
      ['Bad', 'Good', 'Great'],
      ['Bad', 'Good', 'Great'],
    ],
  )
  const ranking = keyOf(draft, 'What matters most?')
  const four = RANKING_ITEMS.add(draft, ranking)
  assert.deepEqual(
    [6, 9].map(at => questionsOf(four)[at]?.options),
    [
      ['1', '2', '3', '4'],
      ['1', '2', '3', '4'],
    ],
  )
  const one = [2, 1].reduce((now, at) => RANKING_ITEMS.remove(now, ranking, at), draft)
  const { min } = groupsOf(one).find(({ kind }) => kind === 'ranking') as { readonly min?: number }
  assert.equal(min, 1)
})

describe('one answer becomes several and back', () => {
  const DISHES = choice('Which dishes?', ['Soup', 'Salad']) as JsonObject
  const plain = draftOf([rating('How?') as JsonObject, DISHES])

  test('with nothing lost', () => {
    const several = toSeveral(plain, entryOf(plain, 'Which dishes?'))
    assert.deepEqual(groupsOf(several.draft), [{ kind: 'check_list', from: 1, to: 2, min: 1 }])
    const again = toOne(several.draft, entryOf(several.draft, 'Which dishes?'))
    assert.deepEqual([questionsOf(again.draft), groupsOf(again.draft)], [questionsOf(plain), []])
  })

  test('with *Other*, also named in another way', () => {
    const other = addOther(plain, entryOf(plain, 'Which dishes?'))
    assert.deepEqual(groupsOf(other.draft), [{ kind: 'other', from: 1, to: 2 }])
    const several = toSeveral(other.draft, entryOf(other.draft, 'Which dishes?')).draft
    assert.deepEqual(groupsOf(several), [{ kind: 'check_list', from: 1, to: 4, min: 1 }])
    const one = toOne(several, entryOf(several, 'Which dishes?')).draft
    assert.deepEqual(questionsOf(one), questionsOf(other.draft))
    const without = removeOther(one, entryOf(one, 'Which dishes?')).draft
    assert.deepEqual([questionsOf(without), groupsOf(without)], [questionsOf(plain), []])
  })

  test('in random order', () => {
    const [, dishes] = plain.questions
    const shuffled = setShuffled(plain, dishes?.index ?? -1, true)
    const several = toSeveral(shuffled, entryOf(shuffled, 'Which dishes?')).draft
    assert.deepEqual(groupsOf(several), [{ kind: 'check_list', from: 1, to: 2, min: 1, shuffled: true }])
    assert.deepEqual(settingsOf(several), [])
    const again = toOne(several, entryOf(several, 'Which dishes?')).draft
    assert.deepEqual([settingsOf(again), groupsOf(again)], [[null, { shuffled: true }], []])
  })

  test('a new entry of each kind is a group', () => {
    for (const kind of ['several', 'grid', 'ranking'] as const) {
      const { draft: next, entry } = newGroupEntry(plain, kind)
      const added = insertAfter(next, undefined, [entry])
      assert.deepEqual(groupsOf(added).length, 1, kind)
      assert.deepEqual(groupsOf(draftOf(questionsOf(added), [], groupsOf(added))), groupsOf(added), kind)
    }
  })
})

test('a rule names the question of a group by what is its own', () => {
  const names = draft.questions.map(question => labelIn(draft, question))
  assert.deepEqual(
    [0, 4, 6, 9].map(at => names[at]),
    ['“Which days suit you? [Monday]”', '“How was it? [Food]”', '“What matters most? [Time]”', '“Which drink?”'],
  )
})

test('a text in which nothing is visible is none of a section, and no label', () => {
  const { text: _, ...section } = groups[1] as QuestionGroup & { readonly text?: string }
  for (const text of [' ', '\u2060']) {
    const typed = draft.groups.map(one => (one.kind === 'section' ? { ...one, text } : one))
    assert.deepEqual(groupsOf({ ...draft, groups: typed }), groups.with(1, section))
  }
  assert.equal(questionLabel({ text: ' Drinks ' }), '“Drinks”')
  assert.equal(questionLabel({ text: '\u200b\u3164' }), 'a question without text')
})

test('text of a plain question changes without its groups', () => {
  const changed = change(draft, 4, { text: 'Drinks' })
  assert.deepEqual(groupsOf(changed), groups)
})
