import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, board, choice, freeText, kept, optional, rating } from '../../api/fixtures.ts'
import { type Service, startService } from '../../harness.ts'
import { newAdminClient } from '../admin-client.ts'
import { readCsv, type Sheet, type SheetCell, sheetsOf } from './tables.ts'

const DAY = 86_400_000
/** Day 1 of Excel, minus two days because it counts from 1 and takes 1900 for a leap year. */
const EPOCH = Date.UTC(1899, 11, 30)
const TIME = 'yyyy-mm-dd hh:mm \\U\\T\\C'
const USE_CSV = 'Use export.csv instead.'

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

test('one row per response, with texts, numbers and times; boards have no column [export-xlsx]', async () => {
  const questions = [choice(), board(), rating('How?', optional), freeText('Why?', optional)]
  const admin = await newAdminClient(service, questions)
  const first = await kept(service, admin.id, ['Yes', null, 10, 'a "b" <c>\r\n & d'])
  service.clock.advance(1_234)
  const second = await kept(service, admin.id, ['No', null, null, ' 12 '])
  const [sheet] = await sheetsOf(service, admin)
  assert.deepEqual(values(sheet), [
    ['id', 'submitted_at', 'Coming?', 'How?', 'Why?'],
    [first.id, dayOf(first.submitted_at), 'Yes', 10, 'a "b" <c>\n & d'],
    [second.id, dayOf(second.submitted_at), 'No', undefined, ' 12 '],
  ])
  const kinds = (row: readonly (SheetCell | undefined)[] = []) => row.map(cell => [cell?.type, cell?.format])
  const text = ['s', undefined]
  assert.deepEqual(kinds(sheet?.rows[1]), [text, [undefined, TIME], text, [undefined, undefined], text])
  assert.deepEqual(
    sheet?.rows.map(row => row.map(cell => cell?.bold)),
    [Array(5).fill(true), Array(5).fill(false), [false, false, false, undefined, false]],
  )
  assert.match(sheet?.xml ?? '', /<pane ySplit="1"[^>]* state="frozen"/)
})

test('answers from before a question was added are empty in its column [export-xlsx]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const { id, submitted_at } = await kept(service, admin.id, ['Yes'])
  await admin.send('PATCH', '', { questions: [choice(), freeText()] })
  const [sheet] = await sheetsOf(service, admin)
  assert.deepEqual(values(sheet), [
    ['id', 'submitted_at', 'Coming?', 'Why?', 'questions_asked'],
    [id, dayOf(submitted_at), 'Yes', undefined, 1],
  ])
})

test('its last sheet counts each option and value, and the texts [export-xlsx]', async () => {
  const admin = await newAdminClient(service, [choice(), board(), rating('How?', optional), freeText('Why?', optional)])
  for (const answers of [['Yes', null, 10, 'x'], ['Yes'], ['Yes', null, 3], ['No']])
    await kept(service, admin.id, answers)
  const summary = (await sheetsOf(service, admin)).at(-1)
  const ratings = Array.from({ length: 10 }, (_, at) => {
    const count = [3, 10].includes(at + 1) ? 1 : 0
    return ['How?', at + 1, count, count / 2, 4]
  })
  assert.deepEqual(values(summary), [
    ['question', 'answer', 'count', 'share', 'asked'],
    ['Coming?', 'Yes', 3, 0.75, 4],
    ['Coming?', 'No', 1, 0.25, 4],
    ...ratings,
    ['Why?', undefined, 1, undefined, 4],
  ])
  assert.equal(summary?.rows[1]?.[3]?.format, '0.0%')
})

test('the sheets have names that are valid whatever the title [export-xlsx]', async () => {
  const admin = await newAdminClient(service, [choice()], { title: `[a]:b*c?/\\d' ${'x'.repeat(100)}` })
  assert.deepEqual(
    (await sheetsOf(service, admin)).map(({ name }) => name),
    ['Responses', 'Summary'],
  )
})

test('a text that is too long for a cell is cut and marked [export-xlsx-text]', async () => {
  const long = `${'x'.repeat(32_766)}\u{1F600}`
  const admin = await newAdminClient(service, [choice(long, ['y'.repeat(32_767), long])])
  await kept(service, admin.id, [long])
  const [sheet] = await sheetsOf(service, admin)
  const cut = `${'x'.repeat(32_766)}…`
  assert.deepEqual([values(sheet)[0]?.[2], values(sheet)[1]?.[2]], [cut, cut])
  const [, summary] = await sheetsOf(service, admin)
  assert.deepEqual(values(summary)[1]?.[1], 'y'.repeat(32_767))
})

test('names of object internals are texts like any other [export-xlsx-text]', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']
  const admin = await newAdminClient(service, [choice('constructor', names)])
  for (const name of names) await kept(service, admin.id, [name])
  const [sheet] = await sheetsOf(service, admin)
  assert.deepEqual(
    values(sheet).map(row => row[2]),
    ['constructor', ...names],
  )
})

for (const [what, question, columns, answer, count] of [
  ['more cells than there is room for', rating(), 999, 7, 1_000],
  ['longer answers than there is room for', freeText(), 9, 'x'.repeat(10_000), 180],
] as const) {
  test(`${what}: 409, and CSV has all [export-xlsx-limits]`, async () => {
    const admin = await newAdminClient(service, Array(columns).fill(question))
    await service.fillResponses(admin.id, count, Array(columns).fill(answer))
    const error = `This survey has too many cells or too much text for an XLSX export. ${USE_CSV}`
    assertRefused(await admin.send('GET', '/export.xlsx'), 409, error, 'too_large')
    assert.equal(readCsv((await admin.send('GET', '/export.csv')).text).length, count + 1)
  })
}

function values(sheet: Sheet | undefined): (string | number | undefined)[][] {
  return (sheet?.rows ?? []).map(row => row.map(cell => cell?.value))
}

/** The minute of a time as Excel stores it: in days. */
function dayOf(time: string): number {
  return (Date.parse(`${time.slice(0, 16)}Z`) - EPOCH) / DAY
}

test('a group has a sheet with its result as one, and columns that are called by its title [export-groups]', async () => {
  const days = (day: string) => choice('Days', [day], optional)
  const rated = (text: string) => choice(text, ['good', 'bad'], optional)
  const ranked = (text: string) => choice(text, ['1', '2'], optional)
  const questions = [days('Monday'), days('Friday'), rated('Food'), rated('Talks'), ranked('Tea'), ranked('Milk')]
  const admin = await newAdminClient(service, questions)
  const grid = { kind: 'grid', from: 2, to: 3, title: 'How was it? [all]: x' }
  const groups = [{ kind: 'check_list', from: 0, to: 1 }, grid, { kind: 'ranking', from: 4, to: 5, title: 'Drinks' }]
  assert.equal((await admin.send('PATCH', '', { groups })).status, 200)
  await kept(service, admin.id, ['Monday', 'Friday', 'good', 'bad', '2', '1'])
  await kept(service, admin.id, ['Monday', null, 'good', null, '2', '1'])
  const [responses, ...others] = await sheetsOf(service, admin)
  const headings = ['id', 'submitted_at', 'Days [Monday]', 'Days [Friday]', 'How was it? [all]: x [Food]']
  assert.deepEqual(values(responses)[0]?.slice(0, 5), headings)
  assert.deepEqual(
    others.map(({ name }) => name),
    ['1 Days', '2 How was it all x', '3 Drinks', 'Summary'],
  )
  assert.deepEqual(others.slice(0, 3).map(values), [
    [
      ['Days', 'count', 'share', 'asked'],
      ['Monday', 2, 1, 2],
      ['Friday', 1, 0.5, 2],
    ],
    [
      ['How was it? [all]: x', 'good', 'bad', 'answered'],
      ['Food', 2, 0, 2],
      ['Talks', 0, 1, 1],
    ],
    [
      ['Drinks', 'mean rank', 'first places', 'ranked'],
      ['Milk', 1, 2, 2],
      ['Tea', 2, 0, 2],
    ],
  ])
  assert.deepEqual(values(others.at(-1))[2], ['Days [Friday]', 'Friday', 1, 0.5, 2], 'of all who were asked')
})
