import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { LANGUAGES } from '../../src/pages/language.ts'
import { wordsIn } from '../../src/pages/words-by-language.ts'
import { assertRefused, board, bodyOf, choice, freeText, rating } from '../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../dashboard/admin-client.ts'
import { call, type Service, startService } from '../harness.ts'
import { listen, stepOf } from './event-stream.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

const ONE = 'the presenter sets the pace of this survey: send the answer to one question'

async function newPaced(): Promise<AdminClient> {
  const admin = await newAdminClient(service, [choice(), rating(), freeText(), board()])
  assert.equal((await admin.send('PATCH', '', { paced: true })).status, 200)
  return admin
}

const send = (admin: AdminClient, answers: unknown, key?: string) =>
  call(service, 'POST', `/s/${admin.id}/responses`, { body: { answers, key } })

const step = async (admin: AdminClient, body: object) =>
  assert.equal((await admin.send('PATCH', '/presentation', body)).status, 200)

describe('each answered question of a paced survey is a response [paced-one-answer]', () => {
  test('with null elsewhere', async () => {
    const admin = await newPaced()
    await step(admin, { screen: '1' })
    await step(admin, { screen: '2' })
    for (const answers of [['Yes'], [null, 7], [null, 7]]) assert.equal((await send(admin, answers)).status, 201)
    const { responses } = await admin.get<{ responses: { answers: unknown[] }[] }>('/responses?order=oldest')
    assert.deepEqual(
      responses.map(({ answers }) => answers),
      [
        ['Yes', null, null, null],
        [null, 7, null, null],
        [null, 7, null, null],
      ],
    )
  })

  test('exactly once for each key and question, whatever is sent again [paced-once]', async () => {
    const admin = await newPaced()
    await step(admin, { screen: '1' })
    await step(admin, { screen: '2' })
    const key = randomUUID()
    const first = bodyOf(await send(admin, ['Yes'], key), 201)
    for (const answers of [['Yes'], ['No'], ['Yes', null, null]])
      assert.deepEqual(bodyOf(await send(admin, answers, key), 201), first)
    assert.equal((await send(admin, [null, 7], key)).status, 201)
    assert.equal((await admin.get<{ response_count: number }>()).response_count, 2)
    await admin.send('PATCH', '', { status: 'closed' })
    assert.deepEqual(bodyOf(await send(admin, ['No'], key), 201), first)
  })

  test('and several answers, or none, are refused', async () => {
    const admin = await newPaced()
    await step(admin, { screen: '1' })
    for (const answers of [['Yes', 7, 'Because'], [null], []])
      assertRefused(await send(admin, answers), 400, ONE, 'invalid_answers')
  })
})

describe('answers to a paced survey [paced-answers-in-time]', () => {
  test('are refused before their question is asked', async () => {
    const admin = await newPaced()
    const refused = async (answers: unknown) =>
      assertRefused(await send(admin, answers), 409, 'this question has not been asked yet', 'not_asked_yet')
    await refused(['Yes'])
    await step(admin, { screen: '' })
    await refused(['Yes'])
    await step(admin, { screen: '1' })
    await refused([null, 7])
    assert.equal((await send(admin, ['Yes'])).status, 201)
  })

  test('are taken two seconds after a countdown, and later if they repeat', async () => {
    const admin = await newPaced()
    await step(admin, { screen: '1', countdown: 10 })
    const key = randomUUID()
    service.clock.advance(12_000)
    assert.equal((await send(admin, ['Yes'], key)).status, 201)
    service.clock.advance(1)
    assertRefused(await send(admin, ['Yes']), 409, 'the time for this question is up', 'time_is_up')
    assert.equal((await send(admin, ['Yes'], key)).status, 201)
    await step(admin, { screen: '1', countdown: 0 })
    assert.equal((await send(admin, ['Yes'])).status, 201)
  })

  test('are taken after the end of the session, until the survey is closed', async () => {
    const admin = await newPaced()
    await step(admin, { screen: '1' })
    assert.equal((await admin.send('DELETE', '/presentation')).status, 204)
    assert.equal((await send(admin, ['Yes'])).status, 201)
    // Another session begins.
    await step(admin, { screen: '2' })
    assert.equal((await send(admin, ['Yes'])).status, 201)
    await admin.send('PATCH', '', { status: 'closed' })
    assertRefused(await send(admin, ['Yes']), 409, 'this survey is closed', 'survey_closed')
  })
})

describe('the page of a paced survey [paced-page]', () => {
  test('has one question that is not hidden, in each language and after each step', async () => {
    const admin = await newPaced()
    for (const [screen, shown, state] of [
      [undefined, [], 'before'],
      ['', [], 'next'],
      ['2', [1], undefined],
      ['3', [2], undefined],
      ['2', [1], undefined],
    ] as const) {
      if (screen !== undefined) await step(admin, { screen })
      for (const lang of [...LANGUAGES, ...LANGUAGES]) {
        const page = await pageOf(admin, lang)
        assert.deepEqual(shownIn(page), shown)
        if (state !== undefined) assert.ok(page.includes(`>${wordsIn(lang).paced[state]}</p>`), `${lang} ${state}`)
      }
    }
    await admin.send('DELETE', '/presentation')
    for (const lang of LANGUAGES) {
      const page = await pageOf(admin, lang)
      assert.deepEqual(shownIn(page), [])
      assert.ok(page.includes(`>${wordsIn(lang).paced.over}</p>`), lang)
    }
  })

  test('says of no question that it is required, and leads to the next one without a script', async () => {
    const admin = await newPaced()
    await step(admin, { screen: '1' })
    const page = await pageOf(admin)
    assert.doesNotMatch(page, />Required</)
    assert.match(page, new RegExp(`<a class="button quiet" href="/s/${admin.id}\\?lang=en">Next question</a>`))
    assert.match(page, /paced\.js/)
  })
})

describe('the form of a paced survey, sent without a script [paced-page]', () => {
  const sendForm = (admin: AdminClient, fields: Record<string, string>) =>
    fetch(`${service.baseUrl}/s/${admin.id}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })

  test('stores the one answer, also to a question before that on the screen', async () => {
    const admin = await newPaced()
    await step(admin, { screen: '1' })
    await step(admin, { screen: '2' })
    const reply = await sendForm(admin, { q0: '0', q1: '', q2: '', key: randomUUID() })
    assert.deepEqual([reply.status, reply.headers.get('location')], [303, `/s/${admin.id}/thanks?lang=en`])
    const thanks = await (await fetch(service.baseUrl + reply.headers.get('location'))).text()
    assert.match(thanks, /<h1>Sent\. Look up\.<\/h1>/)
    assert.match(thanks, />Next question<\/a>/)
    assert.equal((await admin.get<{ response_count: number }>()).response_count, 1)
  })

  test('is shown again without an answer, with the question on the screen', async () => {
    const admin = await newPaced()
    await step(admin, { screen: '2' })
    const reply = await sendForm(admin, { q0: '', q1: '', q2: '' })
    const page = await reply.text()
    assert.equal(reply.status, 400)
    assert.deepEqual(shownIn(page), [1])
    assert.match(page, /data-error="required"/)
    await admin.send('DELETE', '/presentation')
    assert.equal((await sendForm(admin, { q0: '', q1: '', q2: '' })).status, 200)
  })

  test('is shown again with an answer that comes too late', async () => {
    const admin = await newPaced()
    await step(admin, { screen: '3', countdown: 10 })
    await step(admin, { screen: '2' })
    service.clock.advance(12_001)
    const reply = await sendForm(admin, { q0: '', q1: '', q2: 'Because' })
    const page = await reply.text()
    assert.equal(reply.status, 409)
    assert.deepEqual(shownIn(page), [2])
    assert.ok(page.includes('Time is up for this question.'))
    assert.ok(page.includes('Because</textarea>'))
  })

  test('is shown again before its question is asked, with what it waits for', async () => {
    const admin = await newPaced()
    const reply = await sendForm(admin, { q0: '0', q1: '', q2: '' })
    assert.equal(reply.status, 409)
    assert.match(await reply.text(), /role="alert"[^>]*><p>The next question appears here by itself\./)
  })

  test('asks a board without an answer', async () => {
    const admin = await newPaced()
    await step(admin, { screen: '1' })
    const reply = await sendForm(admin, { q0: '', q1: '', q2: '', ask3: 'And the air?' })
    assert.equal(reply.status, 200)
    assert.match(await reply.text(), /And the air\?/)
    assert.equal((await admin.get<{ response_count: number }>()).response_count, 0)
  })
})

describe('the events of a paced survey [paced-events]', () => {
  test('begin with the step, and tell each one with the time left', async () => {
    const admin = await newPaced()
    await step(admin, { screen: '1', countdown: 30 })
    service.clock.advance(10_000)
    const stream = await listen(service, admin.id)
    assert.deepEqual(await stepOf(stream), { state: 'live', index: 0, ends_in: 20_000 })
    await step(admin, { screen: '2' })
    assert.deepEqual(await stepOf(stream), { state: 'live', index: 1, ends_in: null })
    await step(admin, { screen: '' })
    assert.deepEqual(await stepOf(stream), { state: 'live', index: null, ends_in: null })
    await admin.send('DELETE', '/presentation')
    assert.deepEqual(await stepOf(stream), { state: 'over', index: null, ends_in: null })
    await stream.end()
  })

  test('also for a page that shows the current boards, and for one that comes back', async () => {
    const admin = await newPaced()
    const first = await listen(service, admin.id)
    await first.next()
    const lastEventId = first.lastId()
    assert.deepEqual(await stepOf(first), { state: 'before', index: null, ends_in: null })
    await step(admin, { screen: '1' })
    assert.equal((await stepOf(first)).index, 0)
    const again = await listen(service, admin.id, { lastEventId })
    assert.equal((await stepOf(again)).index, 0)
    await first.end()
    await again.end()
  })
})

describe('the result of the question on the screen [paced-results]', () => {
  const answer = async (admin: AdminClient, answers: readonly unknown[]) => {
    for (const one of answers) assert.equal((await send(admin, [one])).status, 201)
  }
  /** What a phone that comes now is told of it. */
  const resultOf = async (admin: AdminClient) => {
    const stream = await listen(service, admin.id)
    const { result } = await stepOf(stream)
    await stream.end()
    return result
  }
  const begin = async (change: object) => {
    const admin = await newPaced()
    assert.equal((await admin.send('PATCH', '', change)).status, 200)
    await step(admin, { screen: '1' })
    return admin
  }
  const FIVE = ['Yes', 'Yes', 'No', 'Yes', 'Yes']

  test('is shown while it is revealed, from five answers on and in steps of five', async () => {
    const admin = await begin({ share_results: 'when_revealed' })
    await answer(admin, FIVE.slice(1))
    assert.equal(await resultOf(admin), undefined)
    await step(admin, { screen: '1', revealed: true })
    assert.equal(await resultOf(admin), null)
    await answer(admin, ['Yes'])
    assert.deepEqual(await resultOf(admin), { counts: [4, 1] })
    await answer(admin, ['No', 'No', 'No', 'No'])
    assert.deepEqual(await resultOf(admin), { counts: [4, 1] })
    await answer(admin, ['No'])
    assert.deepEqual(await resultOf(admin), { counts: [4, 6] })
    await step(admin, { screen: '1', revealed: false })
    assert.equal(await resultOf(admin), undefined)
  })

  test('has all answers at the reveal, and takes nothing with it of other questions', async () => {
    const admin = await begin({ share_results: 'when_revealed' })
    await answer(admin, [...FIVE, 'No', 'No'])
    await step(admin, { screen: '2', revealed: true })
    for (const points of [3, 3, 4, 4, 6]) assert.equal((await send(admin, [null, points])).status, 201)
    assert.deepEqual(await resultOf(admin), { counts: [0, 0, 2, 2, 0, 1, 0, 0, 0, 0], mean: 4 })
    await answer(admin, ['No'])
    await step(admin, { screen: '1', revealed: true })
    assert.deepEqual(await resultOf(admin), { counts: [4, 4] })
  })

  test('arrives with the reveal, and with each step of its counts', async () => {
    const admin = await begin({ share_results: 'when_revealed' })
    const stream = await listen(service, admin.id)
    await answer(admin, FIVE)
    assert.equal((await stepOf(stream)).result, undefined)
    await step(admin, { screen: '1', revealed: true })
    assert.deepEqual((await stepOf(stream)).result, { counts: [4, 1] })
    await answer(admin, FIVE)
    assert.deepEqual((await stepOf(stream)).result, { counts: [8, 2] })
    await stream.end()
  })

  test('is shown as the survey shares results: after answering without a reveal, otherwise never', async () => {
    for (const [change, expected] of [
      [{ share_results: 'after_answering' }, { counts: [4, 1] }],
      [{ share_results: 'when_revealed', results_revealed: true }, { counts: [4, 1] }],
      [{ share_results: 'never' }, undefined],
    ] as const) {
      const admin = await begin(change)
      await answer(admin, FIVE)
      assert.deepEqual(await resultOf(admin), expected)
    }
  })

  test('has the right answer beside it from the reveal on, however few have answered [right-answers-phones]', async () => {
    const right = { options: [0] }
    const rightOf = async (admin: AdminClient) => {
      const stream = await listen(service, admin.id)
      const { right } = await stepOf(stream)
      await stream.end()
      return right
    }
    for (const [change, expected] of [
      [{ share_results: 'when_revealed' }, right],
      [{ share_results: 'after_answering' }, right],
      [{ share_results: 'never' }, undefined],
    ] as const) {
      const admin = await begin({ ...change, question_settings: [{ right }] })
      assert.equal(await rightOf(admin), undefined)
      await step(admin, { screen: '1', revealed: true })
      assert.deepEqual(await rightOf(admin), expected)
      await step(admin, { screen: '2' })
      assert.equal(await rightOf(admin), undefined)
    }
  })

  test('does not exist for texts and boards', async () => {
    const admin = await begin({ share_results: 'after_answering' })
    for (const screen of ['3', '4', '']) {
      await step(admin, { screen })
      assert.equal(await resultOf(admin), undefined)
    }
  })
})

/** The next step of a stream, whatever else comes before it. */
async function pageOf(admin: AdminClient, lang = 'en'): Promise<string> {
  return (await fetch(`${service.baseUrl}/s/${admin.id}?lang=${lang}`)).text()
}

/** The indexes of the questions that a page shows. */
function shownIn(page: string): number[] {
  const fields = [...page.matchAll(/<(?:fieldset class="choices"|div class="question")[^>]*>/g)]
  return fields.flatMap(({ 0: tag }, index) => (/ hidden>/.test(tag) ? [] : [index]))
}
