import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { board, bodyOf, choice, freeText, kept, newApi, optional, rating } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { elements, type Fields, fieldsOf, get, insides, post, radiosOf } from './page.ts'

const service = await startService()
after(() => service.close())
const api = await newApi(service)

const DRINKS = [choice('Drink?', ['Tea', 'Coffee']), rating('How hungry?'), freeText('Why?', optional)]

const load = async (id: string) => fieldsOf((await get(service, `/s/${id}`)).text)
const edit = async (id: string, questions: readonly object[]) =>
  bodyOf(await api.patch(`/surveys/${id}`, { questions }))
const answersOf = async (id: string) => (await api.read(id)).responses.map(({ answers }) => answers)

/** A form opened before an edit and sent after it. */
async function sendOutdated(id: string, questions: readonly object[], typed: Fields) {
  const fields = { ...(await load(id)), ...typed }
  await edit(id, questions)
  const before = await answersOf(id)
  const { status, text: page } = await post(service, `/s/${id}`, fields)
  assert.deepEqual([status, await answersOf(id)], [409, before], 'nothing is stored')
  assert.match(page, /role="alert"[^>]*><p>This survey has changed since you opened it\./)
  assert.deepEqual(elements(page, 'form').length, 1)
  assert.match(insides(page, 'title').join(), /^Not sent yet: /)
  const { questions: _, key, ...back } = fieldsOf(page)
  assert.equal(key, fields.key)
  return { page, back }
}

describe('a form that was made before an edit [form-outdated]', () => {
  test('never turns into another answer if options have moved, and keeps what is certain', async () => {
    const { id } = await api.create(DRINKS)
    await kept(service, id, ['Coffee', 5])
    const turned = [choice('Drink?', ['Coffee', 'Tea']), ...DRINKS.slice(1)]
    const { page, back } = await sendOutdated(id, turned, { q0: '0', q1: '7', q2: 'Cold\nfeet' })
    assert.deepEqual(back, { q1: '7', q2: 'Cold\nfeet' })
    const q0 = String(radiosOf(page, 'q0').Tea)
    assert.equal((await post(service, `/s/${id}`, { ...fieldsOf(page), q0 })).status, 303)
    assert.deepEqual((await answersOf(id))[1], ['Tea', 7, 'Cold\nfeet'])
  })

  test('never answers another question, and follows texts to where their question is now', async () => {
    const { id } = await api.create([freeText('Best?'), freeText('Worst?'), rating('How good?')])
    const swapped = [freeText('Worst?'), freeText('Best?'), choice('Which?', ['A', 'B', 'C', 'D'])]
    const { back } = await sendOutdated(id, swapped, { q0: 'The food', q1: 'The queue', q2: '3' })
    assert.deepEqual(back, { q0: 'The queue', q1: 'The food' })
  })

  test('keeps the order of texts to questions that say the same', async () => {
    const { id } = await api.create([freeText('Why?', optional), freeText('Why?', optional)])
    const more = [freeText('Who?', optional), freeText('Why?', optional), freeText('Why?', optional)]
    const { back } = await sendOutdated(id, more, { q0: 'first', q1: 'second' })
    assert.deepEqual(back, { q0: '', q1: 'first', q2: 'second' })
  })

  test('does not turn a choice into a text, nor asks on another board', async () => {
    const { id } = await api.create([choice(), board('Ours')])
    const { back } = await sendOutdated(id, [freeText('Why?'), board('Theirs')], { q0: '1', ask1: 'When?' })
    assert.deepEqual(back, { q0: '', ask1: 'When?' })
    const { items } = bodyOf<{ items: unknown[] }>(await call(service, 'GET', `/s/${id}/board/1`))
    assert.deepEqual(items, [])
  })

  test('with more questions than there are now stores nothing', async () => {
    const { id } = await api.create([freeText(), freeText('And?')])
    await sendOutdated(id, [freeText()], { q0: 'Because', q1: 'Yes' })
  })

  test('is accepted as usual if questions were added at the end, a blank was corrected, or something else has changed', async () => {
    const { id } = await api.create(DRINKS)
    const fields = { ...(await load(id)), q0: '1', q1: '7' }
    const [drink, ...others] = [...DRINKS, freeText('Anything else?', optional)]
    await edit(id, [{ ...drink, text: 'Drink? ' }, ...others])
    for (const change of [{ theme: 'rose' }, { status: 'closed' }, { status: 'open' }])
      bodyOf(await api.patch(`/surveys/${id}`, change))
    assert.equal((await post(service, `/s/${id}`, fields)).status, 303)
    await edit(id, [...DRINKS, freeText('Anything else?')])
    const { status, text: page } = await post(service, `/s/${id}`, { ...fields, q2: 'Thirst' })
    assert.equal(status, 400, 'an answer is missing')
    assert.deepEqual({ ...fieldsOf(page), questions: '' }, { ...fields, questions: '', q2: 'Thirst', q3: '' })
    assert.deepEqual(await answersOf(id), [['Coffee', 7, null, null]])
  })
})
