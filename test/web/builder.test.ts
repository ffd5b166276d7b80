import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Content, DraftRow, SurveyRow } from '../../src/account/contract.ts'
import { GALLERY } from '../../src/domain/gallery.ts'
import { type JsonObject, parseJson } from '../../src/domain/json.ts'
import { parseQuestions } from '../../src/domain/question.ts'
import { digestOf, draftOf, isSameContent } from '../../web/app/builder/content.ts'
import { appendQuestions, readPastedSurvey } from '../../web/app/builder/pasted-survey.ts'
import { suggestFreeSlug, suggestSlug } from '../../web/app/publish/slug-suggestion.ts'
import { entriesOf, idOf, isFound, isOnTab, TABS } from '../../web/app/surveys/survey-list.ts'
import {
  add,
  move,
  moveTo,
  optionsOf,
  pasteOptions,
  questionOf,
  questionsOf,
  remove,
} from '../../web/ui/questions/draft.ts'
import { linesOf } from '../../web/ui/questions/lines.ts'
import { draftIssues } from '../../web/ui/questions/question-issues.ts'
import { choice, freeText, rating, requiredWhen } from '../api/fixtures.ts'

const COMING = choice('Coming?', ['Yes', 'No']) as JsonObject
const WHY = freeText('Why not?', requiredWhen('all', [0, 'No'])) as JsonObject

describe('the content of a draft', () => {
  test('comes back as it was, with what the service does not interpret', () => {
    const text = `[{"type":"rating","text":"How?","big":12345678901234567890},{"type":"free_text","text":"","x":null}]`
    const questions = parseJson(text) as unknown as JsonObject[]
    assert.equal(JSON.stringify(questionsOf(draftOf(questions))), JSON.stringify(questions))
    for (const { questions } of GALLERY) assert.deepEqual(questionsOf(draftOf(questions)), questions)
  })

  test('rules follow their triggers, and one whose trigger was deleted stays a problem after a reload', () => {
    const draft = draftOf([
      rating('How?') as JsonObject,
      COMING,
      freeText('Why?', requiredWhen('all', [1, 'No'])) as JsonObject,
    ])
    const moved = questionsOf(move(draft, 1, -1))
    assert.deepEqual(moved[2]?.requirement, requiredWhen('all', [0, 'No']).requirement)
    const cut = questionsOf(remove(draft, 1))
    const again = draftOf(cut)
    assert.match(draftIssues(again)[0]?.text ?? '', /deleted/)
    assert.match(draftIssues(add(again, 0))[0]?.text ?? '', /no text/, 'a new question does not become the trigger')
    assert.equal(
      draftIssues(add(again, 0)).some(({ text }) => /deleted/.test(text)),
      true,
    )
  })

  test('what no field could show is repaired', () => {
    const odd = [
      { type: 'nonsense', text: 5, requirement: { mode: 'conditional' } },
      'x',
      { type: 'multiple_choice', text: 'A' },
    ]
    assert.deepEqual(questionsOf(draftOf(odd)), [
      { type: 'free_text', text: '' },
      { type: 'multiple_choice', text: 'A', options: ['', ''] },
    ])
  })

  test('is the same whatever the order of its members and the spelling of its numbers, and with members that are undefined', () => {
    const one: Content = { title: 'A', questions: [COMING], theme: { primary: '#111111', background: '#eeeeee' } }
    const { type, ...rest } = COMING
    const other: Content = {
      theme: { background: '#eeeeee', primary: '#111111' },
      questions: [{ ...rest, type: type ?? '' }],
      title: 'A',
    }
    assert.ok(isSameContent(one, other))
    for (const changed of [{ title: 'B' }, { questions: [WHY] }, { theme: null }])
      assert.ok(!isSameContent(one, { ...other, ...changed }))
    const withQuestion = (question: Record<string, unknown>) => ({ ...one, questions: [question as JsonObject] })
    // As they are in memory, and as they come back from the server.
    const undefinedMembers = { requirement: undefined, more: { deep: undefined, list: [{ deep: undefined }] } }
    const stored = { ...COMING, more: { list: [{}] } }
    assert.equal(isSameContent(withQuestion({ ...undefinedMembers, ...COMING }), withQuestion(stored)), true)
    assert.equal(digestOf(withQuestion({ ...undefinedMembers, ...COMING })), digestOf(withQuestion(stored)))
    assert.ok(!isSameContent(withQuestion({ ...COMING, requirement: null }), one))
    const numbered = (number: string) => withQuestion({ ...COMING, n: parseJson(number) })
    assert.equal(isSameContent(numbered('12345678901234567890'), numbered('12345678901234567890.0')), true)
    assert.equal(isSameContent(numbered('12345678901234567890'), numbered('12345678901234567891')), false)
  })

  test('a question is moved to a position', () => {
    const draft = draftOf([COMING, rating('How?') as JsonObject, freeText('Why?') as JsonObject])
    const order = (from: number, to: number) => moveTo(draft, from, to).questions.map(({ index }) => index)
    assert.deepEqual(
      [order(0, 2), order(2, 0), order(1, 1)],
      [
        [1, 2, 0],
        [2, 0, 1],
        [0, 1, 2],
      ],
    )
  })
})

describe('pasted lines', () => {
  test('become options without bullets, in place of an empty one, once each', () => {
    assert.deepEqual(linesOf('- Soup\r\n * Salad\n\n3. Bread\n10 apples\n—'), [
      'Soup',
      'Salad',
      'Bread',
      '10 apples',
      '—',
    ])
    const draft = draftOf([choice('Eat?', ['Soup', '', 'Tea']) as JsonObject])
    const pasted = pasteOptions(draft, 0, 1, ['Salad', 'Soup', 'Bread'])
    assert.deepEqual(optionsOf(questionOf(pasted, 0) ?? {}), ['Soup', 'Salad', 'Bread', 'Tea'])
    const after = pasteOptions(draft, 0, 0, ['Rice'])
    assert.deepEqual(optionsOf(questionOf(after, 0) ?? {}), ['Soup', 'Rice', 'Tea'])
  })
})

describe('a pasted survey', () => {
  test('as text: title, four types, optional and moderated', () => {
    const { title, questions, unknownLines } = readPastedSurvey(`
# Team lunch
1. Will you come?
 - Yes
 - No
 - Yes
How good was it? (1-10)
Anything else? (optional)
Pick one (optional)
• a
? Ask the team (moderated)
- lost
`)
    assert.equal(title, 'Team lunch')
    assert.deepEqual(questions, [
      { type: 'multiple_choice', text: 'Will you come?', options: ['Yes', 'No'] },
      { type: 'rating', text: 'How good was it?' },
      { type: 'free_text', text: 'Anything else?', requirement: { mode: 'optional' } },
      { type: 'multiple_choice', text: 'Pick one', options: ['a'], requirement: { mode: 'optional' } },
      { type: 'upvoted_question', text: 'Ask the team', moderated: true },
    ])
    assert.deepEqual(unknownLines, [12])
    assert.equal(parseQuestions([...questions]).length, 5)
  })

  test('as JSON, with the digits of its numbers and rules among its own questions', () => {
    const text = JSON.stringify({ title: 'Lunch', questions: [COMING, WHY] }).replace(
      '"Coming?"',
      '"Coming?","n":1e400',
    )
    const { title, questions } = readPastedSurvey(text)
    assert.equal(title, 'Lunch')
    const joined = appendQuestions([rating('How?') as JsonObject], questions)
    assert.match(JSON.stringify(joined), /"n":1e400.*"questionIndex":1/)
    assert.equal(readPastedSurvey(JSON.stringify([COMING])).questions.length, 1)
    assert.deepEqual(readPastedSurvey('[not json').questions, [{ type: 'free_text', text: '[not json' }])
    assert.deepEqual(readPastedSurvey('').questions, [])
  })
})

test('a link is suggested from the words of a title', () => {
  const cases: [title: string, slug: string | undefined][] = [
    ['Team lunch on Friday', 'team-lunch-friday'],
    ['Überraschung für Groß & Klein', 'uberraschung-fur-gross'],
    ['Q3: how’s it going?', 'q3-hows-going'],
    ['Donaudampfschifffahrtsgesellschaft feedback', undefined],
    ['午餐', undefined],
    ['', undefined],
    ['A', undefined],
    ['It is on', 'it-is-on'],
  ]
  for (const [title, slug] of cases) assert.equal(suggestSlug(title), slug, title)
  assert.equal(
    suggestFreeSlug('Retro', slug => slug === 'retro' || slug === 'retro-2'),
    'retro-3',
  )
  assert.equal(
    suggestFreeSlug('Retro', () => true),
    undefined,
  )
})

describe('the list of surveys', () => {
  const now = Date.parse('2026-06-01T12:00:00Z')
  const survey = (id: string, more: Partial<SurveyRow> = {}): SurveyRow => ({
    id,
    title: `Survey ${id}`,
    status: 'open',
    archived: false,
    expires_at: null,
    created_at: '2026-05-01T12:00:00.000Z',
    response_count: 0,
    last_response_at: null,
    public_url: `http://localhost/s/${id}`,
    ...more,
  })
  const draft: DraftRow = { id: 'd', title: 'Crème brûlée', question_count: 1, updated_at: '2026-05-01T12:00:00.000Z' }
  const entries = entriesOf(
    [
      survey('a-one'),
      survey('b-two', { status: 'closed' }),
      survey('c-three', { expires_at: '2026-06-01T12:00:00.000Z' }),
      survey('d-four', { archived: true }),
      survey('e-five', { expires_at: '2026-06-01T12:00:00.001Z' }),
    ],
    [draft],
    now,
  )

  test('tabs: an expired survey is closed, an archived one on no other tab', () => {
    const on = TABS.map(tab => [tab, entries.filter(entry => isOnTab(entry, tab)).map(idOf)])
    assert.deepEqual(Object.fromEntries(on), {
      all: ['d', 'a-one', 'b-two', 'c-three', 'e-five'],
      open: ['a-one', 'e-five'],
      closed: ['b-two', 'c-three'],
      archived: ['d-four'],
      drafts: ['d'],
    })
  })

  test('search finds words of titles and links without regard to capitals and accents', () => {
    const found = (search: string) => entries.filter(entry => isFound(entry, search)).map(idOf)
    assert.deepEqual(found('CREME brulee'), ['d'])
    assert.deepEqual(found('three survey'), ['c-three'])
    assert.deepEqual(found(' '), entries.map(idOf))
    assert.deepEqual(found('nothing'), [])
  })
})
