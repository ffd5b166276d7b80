import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { assertRefused, board, bodyOf, choice } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { type AdminClient, newAdminClient } from './admin-client.ts'

const STATE = 'state must be "shown", "held", "hidden" or "answered"'

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

test('all questions, by votes and then by id [dashboard-board]', async () => {
  const admin = await newAdminClient(service, [choice(), board('Ask', { moderated: true })])
  assert.deepEqual(await admin.get('/board/1'), { items: [] })
  const [first, second, third] = [await ask(admin, 'First?'), await ask(admin, 'Second?'), await ask(admin, 'Third?')]
  await moderate(admin, second, 'shown')
  await moderate(admin, third, 'hidden')
  await call(service, 'PUT', `/s/${admin.id}/board/1/${second}/vote`, { body: { voter: randomUUID() } })
  const others = [
    { id: first, text: 'First?', votes: 0, state: 'held' },
    { id: third, text: 'Third?', votes: 0, state: 'hidden' },
  ]
  assert.deepEqual(await admin.get('/board/1'), {
    items: [
      { id: second, text: 'Second?', votes: 1, state: 'shown' },
      ...others.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ],
  })
  for (const index of ['0', '2', '01', 'x']) assertRefused(await admin.send('GET', `/board/${index}`), 404, 'not found')
})

test('respondents see what is shown and answered, and the aggregate counts it [dashboard-board-state]', async () => {
  const admin = await newAdminClient(service, [choice(), board()])
  const id = await ask(admin, 'Why?')
  const seen = async () => (await call(service, 'GET', `/s/${admin.id}/board/1`)).body.items
  for (const [state, items] of [
    ['held', []],
    ['shown', [{ id, text: 'Why?', votes: 0, answered: false, sequence: 1 }]],
    ['answered', [{ id, text: 'Why?', votes: 0, answered: true, sequence: 1 }]],
    ['hidden', []],
    ['shown', [{ id, text: 'Why?', votes: 0, answered: false, sequence: 1 }]],
    ['shown', [{ id, text: 'Why?', votes: 0, answered: false, sequence: 1 }]],
  ] as const) {
    assert.deepEqual(bodyOf(await moderate(admin, id, state)), { id, text: 'Why?', votes: 0, state })
    assert.deepEqual(await seen(), items)
    assert.equal((await admin.get()).results?.[1]?.board?.items, items.length)
  }
  await admin.send('PATCH', '', { status: 'closed' })
  assert.equal((await moderate(admin, id, 'hidden')).status, 200)
})

test('marking a held or hidden question as answered does not publish it [dashboard-board-answered]', async () => {
  const admin = await newAdminClient(service, [choice(), board('Ask', { moderated: true })])
  const id = await ask(admin, 'Why?')
  for (const state of ['held', 'hidden']) {
    assert.equal((await moderate(admin, id, state)).status, 200)
    assertRefused(await moderate(admin, id, 'answered'), 400, 'only a shown question can be marked as answered')
    assert.deepEqual(bodyOf(await call(service, 'GET', `/s/${admin.id}/board/1`)), { items: [] })
  }
  for (const state of ['shown', 'answered', 'answered']) assert.equal((await moderate(admin, id, state)).status, 200)
})

test('an unknown state, an unknown question and another survey’s are refused [dashboard-board-state]', async () => {
  const admin = await newAdminClient(service, [choice(), board(), board()])
  const other = await newAdminClient(service, [choice(), board()])
  const id = await ask(admin, 'Why?')
  for (const state of ['deleted', null, ['shown'], undefined])
    assertRefused(await admin.send('PATCH', `/board/1/${id}`, { state }), 400, STATE)
  for (const path of [`/board/0/${id}`, `/board/2/${id}`, '/board/1/no-uuid', `/board/1/${randomUUID()}`])
    assertRefused(await admin.send('PATCH', path, { state: 'hidden' }), 404, 'not found')
  assertRefused(await other.send('PATCH', `/board/1/${id}`, { state: 'hidden' }), 404, 'not found')
  assert.equal((await admin.get('/board/1')).items?.[0]?.state, 'shown')
})

test('on a full board no question can be shown again [dashboard-board-full]', async () => {
  const admin = await newAdminClient(service, [choice(), board()])
  const id = await ask(admin, 'Dealt with?')
  await moderate(admin, id, 'answered')
  await Promise.all(Array.from({ length: 1_000 }, (_, n) => ask(admin, `${n}?`)))
  const full = 'this board takes no more questions for now'
  for (const state of ['shown', 'held']) assertRefused(await moderate(admin, id, state), 409, full, 'board_full')
  assert.equal((await moderate(admin, id, 'hidden')).status, 200)
})

async function ask({ id }: AdminClient, text: string): Promise<string> {
  return bodyOf<{ id: string }>(await call(service, 'POST', `/s/${id}/board/1`, { body: { text } }), 201).id
}

function moderate(admin: AdminClient, item: string, state: string) {
  return admin.send('PATCH', `/board/1/${item}`, { state })
}
