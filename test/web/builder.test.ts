import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Content, DraftRow, SurveyRow } from '../../src/account/contract.ts'
import { parseQuestions } from '../../src/domain/surveys/question.ts'
import { STARTER_SURVEYS } from '../../src/domain/surveys/starters/starter-surveys.ts'
import { type JsonObject, parseJson } from '../../src/domain/values/json.ts'
import { digestOf, draftOf, isSameContent } from '../../web/app/builder/content.ts'
import { appendQuestions, appendSettings } from '../../web/app/builder/paste/append-questions.ts'
import { hasStructure } from '../../web/app/builder/paste/copied-html.ts'
import { linesOfHtml, readSurvey, textOfBytes } from '../../web/app/builder/paste/survey-input.ts'
import { suggestFreeSlug, suggestSlug } from '../../web/app/publish/slug-suggestion.ts'
import { entriesOf, idOf, isOnTab, TABS } from '../../web/app/surveys/survey-list.ts'
import { isFound } from '../../web/app/surveys/survey-search.ts'
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
  test('round-trips, including unknown properties', () => {
    const text = `[{"type":"rating","text":"How?","big":12345678901234567890},{"type":"free_text","text":"","x":null}]`
    const questions = parseJson(text) as unknown as JsonObject[]
    assert.equal(JSON.stringify(questionsOf(draftOf(questions))), JSON.stringify(questions))
    for (const { questions } of STARTER_SURVEYS) assert.deepEqual(questionsOf(draftOf(questions)), questions)
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

  test('content that no field could show is repaired', () => {
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

  test('is equal regardless of member order, number notation and undefined members', () => {
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
    // As in memory, and as returned by the server.
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
  test('become options without bullets, replacing an empty one, without duplicates', () => {
    assert.deepEqual(linesOf('▪ a\n☐ b\n·\tc\n\u00a0➢ d\n-2\n😀 e'), ['a', 'b', 'c', 'd', '-2', '😀 e'])
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
  const pasted = (text: string) => readSurvey(text, new Map())

  test('as text: title, four types, optional and moderated', async () => {
    const { title, questions, findings } = await pasted(`
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
    assert.deepEqual(
      findings.map(({ place, outcome }) => [place.line, outcome]),
      [
        [6, 'left_out'],
        [12, 'left_out'],
      ],
    )
    assert.equal(parseQuestions([...questions]).length, 5)
  })

  test('right answers of added questions stay with them, behind those that were there', () => {
    const [one, two] = [{ right: { options: [0] } }, { right: { options: [1, 2] } }]
    const added = [one, null, { ...two, round_of: 0 }]
    assert.deepEqual(appendSettings([], added, 0), added)
    assert.deepEqual(appendSettings([two], added, 2), [two, null, one, null, { ...two, round_of: 2 }])
    assert.deepEqual(appendSettings([two], [], 2), [two])
  })

  test('as JSON, with rules among its own questions', async () => {
    const { title, questions } = await pasted(JSON.stringify({ title: 'Lunch', questions: [COMING, WHY] }))
    assert.equal(title, 'Lunch')
    const joined = appendQuestions([rating('How?') as JsonObject], questions)
    assert.match(JSON.stringify(joined), /"questionIndex":1/)
    assert.equal((await pasted(JSON.stringify([COMING]))).questions.length, 1)
    const { questions: none, findings } = await pasted('["not json')
    assert.deepEqual([none, findings.length], [[], 1])
    assert.deepEqual((await pasted('')).questions, [])
  })

  test('as HTML has its lists, unless there is nothing but text in it', () => {
    assert.equal(linesOfHtml('<p>Come?</p><ul><li>Yes</li><li>No</li></ul>'), 'Come?\n- Yes\n- No')
    assert.deepEqual(['<p>Come?</p>', '<li>Come?</li>'].map(hasStructure), [false, true])
  })

  test('as a file is text in any common encoding', async () => {
    const file = (...bytes: number[]) => textOfBytes(new Uint8Array(bytes))
    assert.equal(await file(0xef, 0xbb, 0xbf, 0x41), 'A')
    assert.equal(await file(0xff, 0xfe, 0x41, 0), 'A')
    assert.equal(await file(0xe4), 'ä')
    assert.equal(await file(0x50, 0x4b, 3, 4), undefined)
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
    opens_at: null,
    created_at: '2026-05-01T12:00:00.000Z',
    response_count: 0,
    last_response_at: null,
    language: null,
    public_url: `http://localhost/s/${id}`,
    ...more,
  })
  const draft: DraftRow = {
    id: 'd',
    title: 'Crème brûlée',
    language: null,
    question_count: 1,
    updated_at: '2026-05-01T12:00:00.000Z',
  }
  const entries = entriesOf(
    [
      survey('a-one'),
      survey('b-two', { status: 'closed' }),
      survey('c-three', { expires_at: '2026-06-01T12:00:00.000Z' }),
      survey('d-four', { archived: true }),
      survey('e-five', { expires_at: '2026-06-01T12:00:00.001Z' }),
      survey('f-six', { opens_at: '2026-06-01T12:00:00.001Z' }),
      survey('g-seven', { opens_at: '2026-06-01T12:00:00.000Z' }),
    ],
    [draft],
    now,
  )

  test('tabs: a survey that has expired or waits for its time is closed, an archived one is on no other tab', () => {
    const on = TABS.map(tab => [tab, entries.filter(entry => isOnTab(entry, tab)).map(idOf)])
    assert.deepEqual(Object.fromEntries(on), {
      all: ['d', 'a-one', 'b-two', 'c-three', 'e-five', 'f-six', 'g-seven'],
      open: ['a-one', 'e-five', 'g-seven'],
      closed: ['b-two', 'c-three', 'f-six'],
      archived: ['d-four'],
      drafts: ['d'],
    })
  })

  test('search finds words of titles and links without regard to capitals and accents', () => {
    const found = (search: string) => entries.filter(entry => isFound(entry, search)).map(idOf)
    assert.deepEqual(found('CREME brulee'), ['d'])
    assert.deepEqual(found('three survey'), ['c-three'])
    assert.deepEqual(found('\u200bthree\u3000  ＳＵＲＶＥＹ '), ['c-three'])
    assert.deepEqual(found(' '), entries.map(idOf))
    assert.deepEqual(found('nothing'), [])
  })
})
