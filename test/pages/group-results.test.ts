import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { choice, optional } from '../api/fixtures.ts'
import type { AdminClient } from '../dashboard/admin-client.ts'
import { call, type Service, startService } from '../harness.ts'
import { GROUPED, newGrouped } from './grouped-survey.ts'
import { insides, textOf } from './page.ts'

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

const ANSWERS = [
  ['Monday', 'Wednesday', null, null, null],
  ['By train', null],
  ['Very good', 'Good', null],
  ['2', '1', null],
].flat()

async function newShared(more: object = {}): Promise<AdminClient> {
  const admin = await newGrouped(service, GROUPED)
  const settings = { share_results: 'after_answering', share_record: true, ...more }
  assert.equal((await admin.send('PATCH', '', settings)).status, 200)
  return admin
}

async function answer({ id }: AdminClient, count: number, answers: readonly unknown[] = ANSWERS): Promise<void> {
  for (let n = 0; n < count; n++)
    assert.equal((await call(service, 'POST', `/s/${id}/responses`, { body: { answers } })).status, 201)
  service.clock.advance(1_000)
}

async function pageOf({ id }: AdminClient, path: string, language = 'en'): Promise<string> {
  const { status, text } = await call(service, 'GET', `/s/${id}/${path}?lang=${language}`)
  assert.equal(status, 200)
  return text
}

/** The cells of each table, row by row. */
const tablesOf = (page: string) =>
  insides(page, 'table').map(table =>
    insides(table, 'tr').map(row =>
      [...row.matchAll(/<t[hd]\b[^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => textOf(cell).trim()),
    ),
  )
const headingsOf = (page: string) => insides(page, 'h3').map(textOf)

test('results of a check-list, a grid and a ranking are one each, below the titles of sections [share-results-groups]', async () => {
  const admin = await newShared()
  await answer(admin, 6)
  await answer(admin, 4, ANSWERS.with(1, null).with(10, '1').with(11, '2'))
  const page = await pageOf(admin, 'thanks')
  assert.deepEqual(headingsOf(page), [
    'Coming and going',
    'On which days were you there?',
    'How did you come?',
    'Looking back',
    'How was it?',
    'What did you like best?',
  ])
  const [days, , grid, ranks] = tablesOf(page)
  assert.deepEqual(days, [
    ['Option', 'Answers', 'Share'],
    ['Monday', '10', '100%'],
    ['Wednesday', '6', '60%'],
    ['Friday', '< 5', ''],
    ['Other', '< 5', ''],
  ])
  assert.deepEqual(grid, [
    ['', 'Very good', 'Good', 'Fair', 'Poor'],
    ['Food Answers: 10', '100%', '0%', '0%', '0%'],
    ['Rooms Answers: 10', '0%', '100%', '0%', '0%'],
    ['Talks about things that take a while to explain Fewer than five answers so far', '', '', '', ''],
  ])
  assert.deepEqual(ranks, [
    ['', 'Mean rank', 'First places'],
    ['Workshops', '1.40', '6'],
    ['Keynote', '1.60', '4'],
    ['Evening', '< 5', ''],
  ])
  assert.match(page, /<p class="note muted">Of 10 people<\/p>/)
})

test('below five responses nothing tells how many there are, nor in which order they rank [share-results-groups]', async () => {
  const admin = await newShared()
  const unanswered = await pageOf(admin, 'thanks')
  await answer(admin, 4)
  assert.equal(await pageOf(admin, 'thanks'), unanswered)
})

test('of a group that was added later, it is not said how many were asked [share-results-groups]', async () => {
  const admin = await newShared()
  await answer(admin, 5)
  const later = ['Quick', 'Slow'].map(name => choice('How was the desk?', [name], optional))
  const groups = [...GROUPED.groups, { kind: 'check_list', from: 13, to: 14 }]
  const changed = await admin.send('PATCH', '', { questions: [...GROUPED.questions, ...later], groups })
  assert.equal(changed.status, 200, changed.text)
  await answer(admin, 5, [...ANSWERS, 'Quick', null])
  const tables = tablesOf(await pageOf(admin, 'thanks'))
  assert.deepEqual(tables.at(-1), [
    ['Option', 'Answers', 'Share'],
    ['Quick', '5', ''],
    ['Slow', '< 5', ''],
  ])
})

test('at a presenter’s pace each question but those of a check-list has a result of its own [share-results-groups]', async () => {
  const admin = await newShared({ paced: true })
  assert.equal(tablesOf(await pageOf(admin, 'thanks')).length, 8)
})

test('a shared record has each as one, with the names of what too few have answered [shared-record-groups]', async () => {
  const admin = await newShared()
  await answer(admin, 6)
  await answer(admin, 4, ANSWERS.with(1, null).with(10, '1').with(11, '2'))
  const page = await pageOf(admin, 'record')
  assert.deepEqual(insides(page, 'h2').map(textOf), [
    'Coming and going',
    '1 On which days were you there?',
    '2 Which other day?',
    '3 How did you come?',
    '4 How else?',
    'Looking back',
    '5 How was it?',
    '6 What did you like best?',
  ])
  const [days, , grid, ranks] = tablesOf(page)
  assert.deepEqual(days?.slice(2), [
    ['Wednesday', '6', '60%'],
    ['Friday', '< 5', ''],
    ['Other', '< 5', ''],
  ])
  assert.equal(grid?.[1]?.[0], 'Food Answers: 10')
  assert.deepEqual(ranks?.slice(1), [
    ['Workshops', '1.40', '6'],
    ['Keynote', '1.60', '4'],
    ['Evening', '< 5', ''],
  ])
})

test('the record of the dashboard has groups, and a table for each as Markdown [record-groups]', async () => {
  const admin = await newShared()
  await answer(admin, 2)
  const { groups, questions } = await admin.get<{ groups: unknown; questions: { asked?: number }[] }>('/record')
  assert.deepEqual(groups, GROUPED.groups)
  assert.deepEqual([questions[0]?.asked, questions[4]?.asked], [2, undefined])
  const headers = { accept: 'text/markdown' }
  const { text } = await admin.bare('GET', '/record', { token: admin.adminToken, headers })
  for (const part of [
    '**Coming and going**\n\n## 1. On which days were you there?\n\nOf 2 people.\n\n| Option | Answers | Share |\n| --- | ---: | ---: |\n| Monday | 2 | 100% |\n',
    '## 2. Which other day?',
    '## 5. How was it?\n\nOf 2 people.\n\n| Row | Very good | Good | Fair | Poor | Answers |\n| --- | ---: | ---: | ---: | ---: | ---: |\n| Food | 2 | 0 | 0 | 0 | 2 |\n',
    '| Item | Mean rank | First places | Ranked |\n| --- | ---: | ---: | ---: |\n| Workshops | 1.00 | 2 | 2 |\n',
  ])
    assert.ok(text.includes(part), `${part}\n\nis not in\n\n${text}`)
  await admin.send('PATCH', '', { groups: [] })
  assert.equal((await admin.get<{ groups?: unknown }>('/record')).groups, undefined)
})
