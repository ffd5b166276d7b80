import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { choice, freeText, optional, rating } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade, WINDOWS } from '../look.ts'
import { openDashboard } from './dashboard.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const AGREEMENT = ['Strongly agree', 'Agree', 'Neutral', 'Disagree', 'Strongly disagree']
const days = (day: string) => choice('On which days could you come?', [day], optional)
const rated = (text: string) => choice(text, AGREEMENT, optional)
const ranked = (text: string) => choice(text, ['1', '2', '3'], optional)
const QUESTIONS = [
  days('Monday'),
  days('Wednesday'),
  days('Another day'),
  freeText('Which one?', {
    requirement: {
      mode: 'conditional',
      when: { op: 'all', conditions: [{ questionIndex: 2, values: ['Another day'] }] },
    },
  }),
  rating('How was it?', optional),
  rated('The food was good'),
  rated('The talks were worth the journey'),
  rated('I would come again'),
  ranked('Tea'),
  ranked('Milk'),
  ranked('Orange juice'),
]
const GROUPS = [
  { kind: 'section', from: 0, to: 3, title: 'The next lunch', text: 'It takes place once a month.' },
  { kind: 'check_list', from: 0, to: 3 },
  { kind: 'grid', from: 5, to: 7, title: 'What do you think of it?' },
  { kind: 'ranking', from: 8, to: 10, title: 'What would you like to drink?' },
]
const [MON, WED, OTHER] = ['Monday', 'Wednesday', 'Another day']
const RESPONSES = [
  [MON, WED, null, null, 8, AGREEMENT[0], AGREEMENT[1], AGREEMENT[0], '1', '3', '2'],
  [MON, null, null, null, 9, AGREEMENT[0], AGREEMENT[3], AGREEMENT[1], '2', '3', '1'],
  [MON, WED, null, null, 5, AGREEMENT[1], AGREEMENT[4], AGREEMENT[1], '1', '2', '3'],
  [null, null, OTHER, 'Sunday', 7, AGREEMENT[2], AGREEMENT[2], null, '1', null, null],
]

inBrowser('the results of groups', open => {
  for (const [what, options] of WINDOWS)
    test(`are shown as one: bars of all people, stacked rows, and mean ranks, ${what} [groups-beside]`, async () => {
      const admin = await newAdminClient(service, QUESTIONS)
      assert.equal((await admin.send('PATCH', '', { groups: GROUPS })).status, 200)
      for (const answers of RESPONSES)
        assert.equal((await call(service, 'POST', `/s/${admin.id}/responses`, { body: { answers } })).status, 201)
      const { page } = await open(options)
      await openDashboard(page, service, admin)
      const rowsOf = (name: string) =>
        page
          .getByRole('table', { name })
          .locator('tbody tr')
          .evaluateAll(rows => rows.map(row => [...row.children].map(cell => cell.textContent)))
      await page.getByText('Of 4 people').first().waitFor()
      await page.getByRole('row', { name: 'Another day 1 25%' }).waitFor()
      assert.deepEqual(await rowsOf('On which days could you come?'), [
        ['Monday', '3', '75%'],
        ['Wednesday', '2', '50%'],
        ['Another day', '1', '25%'],
      ])
      assert.deepEqual((await rowsOf('What do you think of it?'))[0], [
        'The food was good 4 answers',
        '50%',
        '25%',
        '25%',
        '0%',
        '0%',
      ])
      assert.deepEqual(await rowsOf('What would you like to drink?'), [
        ['Tea', '1.25', '3'],
        ['Orange juice', '2.00', '1'],
        ['Milk', '2.67', '0'],
      ])
      await page.getByText('Sunday').waitFor()
      const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
      assert.deepEqual(headings.slice(-6), [
        'The next lunch',
        'On which days could you come?',
        'Which one?',
        'How was it?',
        'What do you think of it?',
        'What would you like to drink?',
      ])
      await assertWellMade(page, `results of groups, ${what}`)
    })
})
