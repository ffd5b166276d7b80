import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { board, bodyOf, choice, freeText, newApi, optional } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { assertNamed, elements, errorsOf, type Fields, fieldsOf, get, insides, post } from './page.ts'

const service = await startService()
after(() => service.close())
const api = await newApi(service)

const MIXED = [choice('Coming?', ['Yes', 'No']), freeText('Why?', optional), board('Ask us'), board('Ask them')]

const load = async (id: string) => fieldsOf((await get(service, `/s/${id}`)).text)
const askedOn = async (id: string, index: number) => {
  const { items } = bodyOf<{ items: { text: string }[] }>(await call(service, 'GET', `/s/${id}/board/${index}`))
  return items.map(({ text }) => text)
}
const countOf = async (id: string) => (await api.read(id)).response_count
const firstButton = (page: string) => insides(page.slice(page.indexOf('<form')), 'button')[0]
const outcomes = (page: string) =>
  [...page.matchAll(/<p class="outcome ?(\w*)"[^>]*>([^<]*)<\/p>/g)].map(([, kind, text]) => [kind, text])

describe('a question for a board in a form without the script', () => {
  test('a survey of boards alone has no Send, and a button to ask on each [board-alone-no-send]', async () => {
    const { id } = await api.create([board('One'), board('Two')])
    const { text: page } = await get(service, `/s/${id}`)
    assert.equal(firstButton(page), 'Ask')
    assert.equal(insides(page, 'button').includes('Send'), false)
    assertNamed(page)
    const mixed = await api.create(MIXED)
    const { text } = await get(service, `/s/${mixed.id}`)
    assert.equal(firstButton(text), 'Send', 'Enter in a field presses the first button')
  })

  test('an empty response to a survey of boards alone is stored as usual [board-alone-no-send]', async () => {
    const { id } = await api.create([board()])
    bodyOf(await call(service, 'POST', `/s/${id}/responses`, { body: { answers: [] } }), 201)
    assert.equal(await countOf(id), 1)
  })

  test('the button of a board asks there and stores no response; everything else stays typed [form-asks]', async () => {
    const { id } = await api.create(MIXED)
    const typed = { ...(await load(id)), q0: '1', q1: 'Typed', ask2: 'Why\nnow?', ask3: 'Not yet', ask: '2' }
    for (const _ of ['once', 'and sent again']) {
      const { status, text: page } = await post(service, `/s/${id}`, typed)
      assert.equal(status, 200)
      const { ask2, ask, ...rest } = typed
      assert.deepEqual(fieldsOf(page), { ...rest, ask2: '' })
      assert.deepEqual(outcomes(page), [
        ['success', 'Your question has been posted.'],
        ['', ''],
      ])
      assertNamed(page)
      assert.match(page, />Why\nnow\?</, 'is in the list')
    }
    assert.deepEqual([await askedOn(id, 2), await askedOn(id, 3), await countOf(id)], [['Why\nnow?'], [], 0])
  })

  test('Send asks what was typed too, once, and the thanks page says so [form-asks]', async () => {
    const { id } = await api.create([...MIXED, board('Held', { moderated: true })])
    const typed = { ...(await load(id)), q0: '0', ask2: 'Why?', ask3: ' ' }
    for (const _ of ['once', 'and sent again']) {
      const { status, headers } = await post(service, `/s/${id}`, typed)
      const location = headers.get('location') ?? ''
      assert.deepEqual([status, location], [303, `/s/${id}/thanks?lang=en&asked=shown`])
      assert.match((await get(service, location)).text, /class="success"[^>]*>Your question has been posted\./)
    }
    assert.deepEqual([await askedOn(id, 2), await askedOn(id, 3), await countOf(id)], [['Why?'], [], 1])
    const { headers } = await post(service, `/s/${id}`, { ...(await load(id)), q0: '0', ask4: 'How?' })
    const { text: thanks } = await get(service, headers.get('location') ?? '')
    assert.match(thanks, /class="success"[^>]*>Your question has been sent\. It will appear once it is approved\./)
  })

  test('nothing is asked while an answer is missing, and the question stays typed [form-asks]', async () => {
    const { id } = await api.create(MIXED)
    const { status, text: page } = await post(service, `/s/${id}`, { ...(await load(id)), ask2: 'Why?' })
    assert.deepEqual([status, errorsOf(page)], [400, { 'q0-error': 'An answer is required.' }])
    assert.deepEqual([fieldsOf(page).ask2, await askedOn(id, 2), await countOf(id)], ['Why?', [], 0])
  })

  const refused: [what: string, fields: Fields][] = [
    ['a blank one by its button', { ask2: ' ', ask: '2' }],
    ['one that is too long by its button', { ask2: 'x'.repeat(501), ask: '2' }],
    ['one that is too long with Send', { ask2: 'x'.repeat(501), q0: '0' }],
  ]
  for (const [what, fields] of refused)
    test(`${what} comes back with its reason, and nothing is stored [form-asks]`, async () => {
      const { id } = await api.create(MIXED)
      const { status, text: page } = await post(service, `/s/${id}`, { ...(await load(id)), ...fields })
      assert.equal(status, 400)
      assert.deepEqual(outcomes(page)[0], ['failure', 'A question must have 1 to 500 characters.'])
      assert.match(insides(page, 'title')[0] ?? '', /^Not sent yet: /)
      const [area] = elements(page, 'textarea').filter(({ attributes }) => attributes.name === 'ask2')
      assert.equal(area?.attributes['aria-invalid'], 'true')
      assert.deepEqual([fieldsOf(page).ask2, await askedOn(id, 2), await countOf(id)], [fields.ask2, [], 0])
    })

  test('a full board says so, and a closed survey has its page [form-asks]', async () => {
    const { id } = await api.create([board()])
    await Promise.all(
      Array.from({ length: 1_000 }, (_, at) => call(service, 'POST', `/s/${id}/board/0`, { body: { text: `${at}?` } })),
    )
    const { status, text: page } = await post(service, `/s/${id}`, { ...(await load(id)), ask0: 'Why?', ask: '0' })
    assert.deepEqual(
      [status, outcomes(page)],
      [400, [['failure', 'No more questions can be asked here for now. You can still vote.']]],
    )
    const fields = await load(id)
    bodyOf(await api.patch(`/surveys/${id}`, { status: 'closed' }))
    const closed = await post(service, `/s/${id}`, { ...fields, ask0: 'Why?', ask: '0' })
    assert.equal(closed.status, 409)
    assert.match(closed.text, /This survey is closed/)
  })

  test('each further question of a form counts as a request of its own [form-asks]', async t => {
    const limited = await startService({ respondentLimit: 5 })
    t.after(() => limited.close())
    const { id } = await (await newApi(limited)).create(Array.from({ length: 8 }, () => board()))
    const fields = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`ask${at}`, 'Why?']))
    const { status, text: page } = await post(limited, `/s/${id}`, fields)
    assert.equal(status, 429)
    assert.equal(Object.values(fieldsOf(page)).filter(text => text === 'Why?').length, 3, 'the rest is still typed')
  })
})
