import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { board, choice, freeText, optional, requiredWhen } from '../api/fixtures.ts'
import { newAdminClient } from '../dashboard/admin-client.ts'
import { call, type Service, startService } from '../harness.ts'
import { GROUPED } from './grouped-survey.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

const DRINKS = choice('Which?', ['Tea', 'Coffee', 'Water', 'Other', 'None of these'])

/** The page of a survey. */
async function pageOf(questions: readonly object[], settings: object): Promise<{ text: string; policy: string }> {
  const admin = await newAdminClient(service, questions)
  const changed = await admin.send('PATCH', '', settings)
  assert.equal(changed.status, 200, changed.text)
  const { text, headers } = await call(service, 'GET', `/s/${admin.id}`)
  return { text, policy: headers.get('content-security-policy') ?? '' }
}

/** The elements that have something shuffled in them, by their classes. */
const marksIn = (text: string) =>
  [...text.matchAll(/<\w+ class="([^"]+)"[^>]* data-shuffled=(\d+)/g)].map(([, name, count]) => [name, Number(count)])
const labelsIn = (text: string) => [...text.matchAll(/value=\d+[^>]*><bdi>([^<]*)/g)].map(([, label]) => label)
const scriptsIn = (text: string) => [...text.matchAll(/<script>(.+?)<\/script>/gs)].map(([, script = '']) => script)

test('options are marked, without those that stay at the end, and are in their order without the script [question-shuffled]', async () => {
  const { text } = await pageOf([DRINKS], { question_settings: [{ shuffled: true }] })
  assert.deepEqual(marksIn(text), [['choices', 3]])
  assert.deepEqual(labelsIn(text), DRINKS.options)
})

test('groups are marked with what is shuffled in them [groups-shuffled]', async () => {
  const groups = GROUPED.groups.map(group => (group.kind === 'other' ? group : { ...group, shuffled: true }))
  const question_settings = [...Array(5).fill(null), { shuffled: true }]
  const { text } = await pageOf(GROUPED.questions, { groups, question_settings })
  assert.deepEqual(marksIn(text), [
    ['section', 2],
    ['choices group check-list', 3],
    ['choices', 2],
    ['section', 2],
    ['choices group grid', 3],
    ['choices group ranking', 3],
  ])
})

test('a text beside the last option keeps it at the end, whatever it is called [question-shuffled, groups-shuffled]', async () => {
  const own = [choice('Which?', ['Tea', 'Coffee', 'My own']), freeText('Namely', requiredWhen('all', [0, 'My own']))]
  const list = [...['Red', 'Blue', 'My own'].map(option => choice('Which colours?', [option], optional))]
  const { text } = await pageOf([...own, ...list, freeText('Namely', requiredWhen('all', [4, 'My own']))], {
    question_settings: [{ shuffled: true }],
    groups: [
      { kind: 'other', from: 0, to: 1 },
      { kind: 'check_list', from: 2, to: 5, shuffled: true },
    ],
  })
  assert.deepEqual(marksIn(text), [
    ['choices', 2],
    ['choices group check-list', 2],
  ])
})

test('a section counts boards, and what is alone is not shuffled [groups-shuffled]', async () => {
  const questions = [choice('Which?', ['Tea']), board('Ask'), choice('When?', ['Now', 'Other'])]
  const section = { kind: 'section', title: 'All', shuffled: true }
  const { text } = await pageOf(questions, {
    question_settings: [{ shuffled: true }, null, { shuffled: true }],
    groups: [{ ...section, from: 0, to: 2 }],
  })
  assert.deepEqual(marksIn(text), [['section', 3]])
})

test('the script is part of pages with something shuffled, allowed by its hash, and of no other [question-shuffled]', async () => {
  const { text, policy } = await pageOf([DRINKS], { question_settings: [{ shuffled: true }] })
  const [script = '', ...others] = scriptsIn(text)
  assert.match(script, /data-shuffled/)
  assert.deepEqual(others, [])
  const hash = createHash('sha256').update(script).digest('base64')
  assert.ok(policy.includes(`script-src 'self' 'sha256-${hash}';`), policy)
  assert.deepEqual(scriptsIn((await pageOf([DRINKS], { question_settings: [] })).text), [])
})

test('at the pace of a presenter everybody has the order of the screen [question-shuffled, groups-shuffled]', async () => {
  const { text, policy } = await pageOf([DRINKS, DRINKS], {
    question_settings: [{ shuffled: true }],
    groups: [{ kind: 'section', title: 'All', from: 0, to: 1, shuffled: true }],
    paced: true,
  })
  assert.deepEqual(scriptsIn(text), [])
  assert.match(policy, /script-src 'self';/)
})
