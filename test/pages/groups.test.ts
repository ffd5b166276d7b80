import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { LANGUAGES } from '../../src/pages/language.ts'
import { choice, freeText, optional, requiredWhen } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { GROUPED, type GroupedSurvey, groupedPage, newGrouped } from './grouped-survey.ts'
import { assertNamed, elements } from './page.ts'

/** The compressed page of a grid of ten rows and five columns, without its head. */
const GRID_BYTES = 8_000

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

const formOf = (text: string) => text.slice(text.indexOf('<form'), text.indexOf('</form>'))
/** The text of the only element with a class or an id. */
const textOf = (text: string, mark: string) =>
  new RegExp(`<(\\w+)[^>]* (?:class|id)="${mark}"[^>]*>(.*?)</\\1>`, 's').exec(text)?.[2]

async function shown(survey: GroupedSurvey, fields: Record<string, string> = {}): Promise<string> {
  const { text } = await groupedPage(service, survey, { fields })
  assertNamed(text)
  return text
}

const list = (numbers: object = {}, options = ['Red', 'Green', 'Blue']): GroupedSurvey => ({
  questions: options.map(option => choice('Which colours?', [option], optional)),
  groups: [{ kind: 'check_list', from: 0, to: options.length - 1, ...numbers }],
})
const talks = (numbers: object = {}): GroupedSurvey => ({
  questions: ['A', 'B'].map(item => choice(item, ['1', '2'], optional)),
  groups: [{ kind: 'ranking', title: 'Which first?', from: 0, to: 1, ...numbers }],
})

test('each group is one fieldset with one legend, and no question is left outside of its group', async () => {
  const text = formOf(await shown(GROUPED))
  assert.equal(elements(text, 'fieldset').length, 4)
  assert.deepEqual(
    [...text.matchAll(/<legend[^>]*>([^<]*)</g)].map(([, legend]) => legend),
    ['On which days were you there?', 'How did you come?', 'How was it?', 'What did you like best?'],
  )
  const indexes = [...text.matchAll(/data-index="(\d+)"/g)].map(([, index]) => Number(index))
  assert.deepEqual(
    indexes.sort((a, b) => a - b),
    GROUPED.questions.map((_, index) => index),
  )
  const description = elements(await shown(GROUPED), 'meta').find(({ attributes }) => attributes.name === 'description')
  assert.equal(description?.attributes.content, '4 questions. Nothing about you is stored.')
})

test('a check-list sends what its single questions would, and says how many can be chosen', async () => {
  const boxes = elements(await shown(list()), 'input').filter(({ attributes }) => attributes.type === 'checkbox')
  assert.deepEqual(
    boxes.map(({ attributes: { name, value } }) => [name, value]),
    [
      ['q0', '0'],
      ['q1', '0'],
      ['q2', '0'],
    ],
  )
  const helps: [numbers: object, help: string][] = [
    [{}, 'Optional · You can choose several.'],
    [{ max: 2 }, 'Optional · Choose at most 2.'],
    [{ min: 2 }, 'Choose at least 2.'],
    [{ min: 2, max: 2 }, 'Choose exactly 2.'],
    [{ min: 1, max: 2 }, 'Choose 1 or 2.'],
    [{ min: 1, max: 3 }, 'Choose 1 to 3.'],
  ]
  for (const [numbers, help] of helps) assert.equal(textOf(await shown(list(numbers)), 'help'), help)
})

test('the text of “Other” is inside its option, and named after both', async () => {
  const text = await shown(GROUPED)
  const options = [...text.matchAll(/<div class="option">.*?<\/textarea>/gs)].map(([option]) => option)
  assert.deepEqual(
    options.map(option => [
      /<bdi>([^<]*)/.exec(option)?.[1],
      elements(option, 'textarea')[0]?.attributes['aria-labelledby'],
      elements(option, 'label').map(({ attributes }) => attributes.id),
    ]),
    [
      ['Other', 'q3-option q4-label', ['q3-option', 'q4-label']],
      ['Other', 'q5-option q6-label', ['q5-option', 'q6-label']],
    ],
  )
})

test('an option that is not the last one has its text, too', async () => {
  const text = await shown({
    questions: [choice('Which?', ['Mine', 'Yours']), freeText('Namely?', requiredWhen('all', [0, 'Mine']))],
    groups: [{ kind: 'other', from: 0, to: 1 }],
  })
  assert.ok(text.indexOf('<textarea') < text.indexOf('<bdi>Yours'))
})

test('a text that is called as its option is not named twice', async () => {
  for (const [name, labels] of [
    ['Other:', 'q0-option'],
    ['Other what', 'q0-option q1-label'],
  ] as const) {
    const text = await shown({
      questions: [choice('Which?', ['Mine', 'Other']), freeText(name, requiredWhen('all', [0, 'Other']))],
      groups: [{ kind: 'other', from: 0, to: 1 }],
    })
    assert.equal(elements(text, 'textarea')[0]?.attributes['aria-labelledby'], labels)
    const label = elements(text, 'label').find(({ attributes }) => attributes.id === 'q1-label')
    assert.equal(label?.attributes.class, labels === 'q0-option' ? 'visually-hidden' : undefined)
  }
})

test('each cell of a grid is named after its row and its column', async () => {
  const text = await shown(GROUPED)
  const cells = elements(text, 'input').filter(({ attributes: { name } }) => name === 'q8')
  assert.deepEqual(
    cells.flatMap(({ attributes: { value, ...others } }) => [[value, others['aria-labelledby']]]),
    [0, 1, 2, 3].map(place => [`${place}`, `q8-row g7-${place}`]),
  )
  assert.match(text, /<th scope="row" id="q8-row"><bdi dir="auto">Rooms<\/bdi>/)
  assert.match(text, /<th scope="col" id="g7-3" dir="auto">Poor<\/th>/)
})

test('what is required of all rows is said once, and of some at each row', async () => {
  const grid = (...more: object[]): GroupedSurvey => ({
    questions: more.map((one, at) => choice(`Row ${at}`, ['Yes', 'No'], one)),
    groups: [{ kind: 'grid', title: 'Rows', from: 0, to: more.length - 1 }],
  })
  const helpsOf = async (survey: GroupedSurvey) =>
    [...(await shown(survey)).matchAll(/<p class="help" id="\w+-help">([^<]*)/g)].map(([, help]) => help)
  assert.deepEqual(await helpsOf(grid({}, {})), ['Required', '', ''])
  assert.deepEqual(await helpsOf(grid(optional, optional)), ['Optional', '', ''])
  assert.deepEqual(await helpsOf(grid({}, optional)), ['', 'Required', 'Optional'])
})

test('columns of long words are never beside one another', async () => {
  const grid = (columns: readonly string[]): GroupedSurvey => ({
    questions: ['A', 'B'].map(row => choice(row, columns)),
    groups: [{ kind: 'grid', title: 'Rows', from: 0, to: 1 }],
  })
  const words = Array.from({ length: 5 }, (_, at) => `${at}`.padEnd(20, 'x'))
  assert.match(await shown(grid(words)), /<fieldset class="choices group grid stacked"/)
  assert.match(await shown(grid(['Very good', 'Good', 'Fair'])), /<fieldset class="choices group grid"/)
})

test('what all items of a ranking require is said once', async () => {
  const [lake, coast] = [choice('Lake', ['1', '2']), choice('Coast', ['1', '2'])]
  const groups = [{ kind: 'ranking', title: 'Which first?', from: 0, to: 1 }]
  assert.equal(
    textOf(await shown({ questions: [lake, coast], groups }), 'help'),
    'Required · Give 1 to your first choice.',
  )
  const text = await shown({ questions: [{ ...lake, requirement: { mode: 'optional' } }, coast], groups })
  assert.equal(textOf(text, 'help'), 'Give 1 to your first choice.')
  assert.equal(text.match(/>Required</g)?.length, 1)
})

test('each item of a ranking has its ranks', async () => {
  const text = await shown(talks({ min: 1 }), { q0: '1' })
  const selects = [...text.matchAll(/<select [^>]*name="(\w+)"[^>]*>(.*?)<\/select>/gs)]
  assert.deepEqual(
    selects.map(([, name, options]) => [name, options]),
    [
      ['q0', '<option value="">–</option><option value=0>1</option><option value=1 selected>2</option>'],
      ['q1', '<option value="">–</option><option value=0>1</option><option value=1>2</option>'],
    ],
  )
  assert.match(text, />Rank at least 1\. Give 1 to your first choice\.</)
})

test('a section has a heading, and its text a link', async () => {
  assert.equal(
    textOf(await shown(GROUPED), 'section'),
    '<h2 dir="auto">Coming and going</h2>\n<p class="about" dir="auto">Two questions.\nSee <a href="https://example.org/map" target="_blank" rel="noopener noreferrer nofollow">https://example.org/map</a></p>',
  )
})

describe('without a script, errors of a group are at its head and in the summary [group-rules-checked]', () => {
  const table: [survey: GroupedSurvey, fields: Record<string, string>, error: string][] = [
    [list({ min: 2 }), { q1: '0' }, 'Which colours?: Choose at least 2.'],
    [list({ max: 1 }), { q0: '0', q1: '0' }, 'Which colours?: Choose at most 1.'],
    [talks(), { q0: '0', q1: '0' }, 'Which first?: Give each rank only once.'],
    [talks(), { q0: '1' }, 'Which first?: Start with rank 1 and leave none out.'],
    [talks({ min: 2 }), { q0: '0' }, 'Which first?: Rank at least 2.'],
  ]
  for (const [survey, fields, error] of table)
    test(error, async () => {
      const text = await shown(survey, fields)
      const listed = [...text.matchAll(/<li>(<a href="#q0">.*?)<\/li>/g)].map(([, one = '']) =>
        one.replace(/<[^>]*>/g, ''),
      )
      assert.deepEqual(listed, [error])
      const [fieldset] = elements(text, 'fieldset')
      assert.match(`${fieldset?.attributes['aria-describedby']}`, /^(q0-about )?g0-help q0-error$/)
      assert.ok(text.indexOf('id="q0-error"') < text.indexOf('data-index='), 'above all options')
    })
})

test('what was chosen is chosen again on a page with errors', async () => {
  const text = await shown(GROUPED, { q1: '0', q7: '2', q11: '0' })
  const checked = elements(text, 'input').filter(({ attributes }) => attributes.checked !== undefined)
  assert.deepEqual(
    checked.map(({ attributes: { name, value } }) => [name, value]).filter(([, value]) => value !== ''),
    [
      ['q1', '0'],
      ['q7', '2'],
    ],
  )
})

test('a page that is open learns of other groups by its version', async () => {
  const admin = await newGrouped(service, GROUPED)
  const versionOf = async () => {
    const { text } = await call(service, 'GET', `/s/${admin.id}`)
    return elements(text, 'form').find(({ attributes }) => attributes['data-version'])?.attributes['data-version']
  }
  const before = await versionOf()
  const [first, ...others] = GROUPED.groups
  await admin.send('PATCH', '', { groups: [{ ...first, title: 'Another' }, ...others] })
  const renamed = await versionOf()
  await admin.send('PATCH', '', { groups: [] })
  assert.equal(new Set([before, renamed, await versionOf()]).size, 3)
  await admin.send('PATCH', '', { groups: GROUPED.groups })
  assert.equal(await versionOf(), before)
})

test('the script of groups is part of pages that need it, and of no other', async () => {
  const inline = /<script type="module">/
  for (const [survey, scripts] of [
    [list(), 1],
    // One more puts rankings in order.
    [talks(), 2],
  ] as const) {
    const { text, headers } = await groupedPage(service, survey)
    assert.match(text, inline)
    assert.equal(text.match(/<script>/g)?.length ?? 0, scripts - 1)
    const [, hashes = ''] =
      /script-src 'self'((?: 'sha256-[^']+')*);/.exec(headers.get('content-security-policy') ?? '') ?? []
    assert.equal(hashes.trim().split(' ').length, scripts)
  }
  const grid = { questions: ['A', 'B'].map(row => choice(row, ['Yes', 'No'])), groups: [] }
  for (const groups of [[], [{ kind: 'grid', title: 'Rows', from: 0, to: 1 }]]) {
    const { text, headers } = await groupedPage(service, { ...grid, groups })
    assert.doesNotMatch(text, inline)
    assert.match(headers.get('content-security-policy') ?? '', /script-src 'self';/)
  }
})

test('a page with a grid of ten rows and five columns has 8 kB in every language', async t => {
  const columns = ['Strongly agree', 'Agree', 'Neither', 'Disagree', 'Strongly disagree']
  const rows = [
    'The aims of the course were clear',
    'What was taught built on what I knew',
    'The exercises helped me to understand',
    'There was enough time for questions',
    'The pace was right for me',
    'The room and the equipment were good',
    'Feedback on my work came in time',
    'The reading was worth the time',
    'The examination was fair',
    'I would recommend the course to others',
  ]
  const survey = {
    title: 'Course feedback',
    questions: rows.map(row => choice(row, columns, optional)),
    groups: [{ kind: 'grid', title: 'How far do you agree?', from: 0, to: 9 }],
  }
  for (const language of LANGUAGES) {
    const bytes = gzipSync((await groupedPage(service, survey, { language })).text).length
    t.diagnostic(`${language}: ${bytes} bytes`)
    assert.ok(bytes <= GRID_BYTES, `${language}: ${bytes}`)
  }
})

test('answers to a group that are sent by a program are refused as others are, and kept by position if they fit [group-rules-checked]', async () => {
  const { id } = await newGrouped(service, list({ min: 1, max: 2 }))
  const send = (answers: readonly unknown[]) => call(service, 'POST', `/s/${id}/responses`, { body: { answers } })
  const { status, body } = await send(['Red', 'Green', 'Blue'])
  assert.deepEqual([status, body.code], [400, 'invalid_answers'])
  assert.deepEqual(body.questions, [{ index: 0, error: 'more of these options are chosen than the survey allows' }])
  assert.equal((await send([])).status, 400)
  assert.equal((await send([null, 'Green'])).status, 201)
})
