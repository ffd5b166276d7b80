import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import {
  type Api,
  assertInvalid,
  assertRefused,
  board,
  bodyOf,
  choice,
  HOUR,
  kept,
  newApi,
  optional,
  rating,
  UUID_V4,
} from '../api/fixtures.ts'
import { type Answer, call, startService } from '../harness.ts'
import { setItemState } from '../setup/surveys.ts'

interface Item {
  readonly id: string
  readonly text: string
  readonly votes: number
  readonly answered: boolean
  readonly sequence: number
}

const service = await startService()
after(() => service.close())
const api = await newApi(service)

/** A survey with a board at 1 and a moderated one at 2. */
async function newSurvey(): Promise<string> {
  const questions = [choice('Coming?', ['Yes', 'No'], optional), board(), board('Held', { moderated: true })]
  return (await api.create(questions)).id
}

const get = (id: string, index: unknown = 1) => call(service, 'GET', `/s/${id}/board/${index}`)
const post = (id: string, body?: unknown, index: unknown = 1) =>
  call(service, 'POST', `/s/${id}/board/${index}`, { body })
const vote = (method: 'PUT' | 'DELETE', id: string, item: string, body?: unknown, index: unknown = 1) =>
  call(service, method, `/s/${id}/board/${index}/${item}/vote`, { body })
const put = (id: string, item: string, voter: string = randomUUID()) => vote('PUT', id, item, { voter })
const take = (id: string, item: string, voter: string) => vote('DELETE', id, item, { voter })

const itemsOf = async (id: string, index?: number) => bodyOf<{ items: Item[] }>(await get(id, index)).items
/** All pages of the list of the board at 1. */
async function allItemsOf(id: string): Promise<Item[]> {
  const items: Item[] = []
  for (let page: number | undefined = 1; page !== undefined; ) {
    const part: { items: Item[]; next?: number } = bodyOf(await get(id, `1?page=${page}`))
    items.push(...part.items)
    page = part.next
  }
  return items
}

const votesOf = (answer: Answer) => bodyOf<{ votes: number }>(answer).votes
const ask = async (id: string, text: string, index?: number) =>
  bodyOf<{ id: string; state: string }>(await post(id, { text }, index), 201).id

async function asked(...texts: string[]): Promise<{ id: string; items: string[] }> {
  const id = await newSurvey()
  const items: string[] = []
  for (const text of texts) items.push(await ask(id, text))
  return { id, items }
}

function atOnce<Made>(times: number, make: (at: number) => Promise<Made>): Promise<Made[]> {
  return Promise.all(Array.from({ length: times }, (_, at) => make(at)))
}

describe('asking a question on a board', () => {
  test('returns id and state, and the list has it at once [board-ask, board-list]', async () => {
    const id = await newSurvey()
    assert.deepEqual(bodyOf(await get(id)), { items: [] })
    const answer = await post(id, { text: 'Why?' })
    const { id: item, ...rest } = bodyOf<{ id: string }>(answer, 201)
    assert.match(item, UUID_V4)
    assert.deepEqual(rest, { state: 'shown' })
    const list = await get(id)
    assert.deepEqual(bodyOf(list), { items: [{ id: item, text: 'Why?', votes: 0, answered: false, sequence: 1 }] })
    for (const { headers } of [answer, list])
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(list.headers.get('cache-control'), 'no-store')
    assert.deepEqual(await itemsOf(id, 2), [])
  })

  test('on a moderated board is held, and visible once shown [board-ask, board-unpublished-items]', async () => {
    const id = await newSurvey()
    const { id: item, state } = bodyOf<{ id: string; state: string }>(await post(id, { text: 'Why?' }, 2), 201)
    assert.equal(state, 'held')
    assert.deepEqual(await itemsOf(id, 2), [])
    assertRefused(await vote('PUT', id, item, { voter: randomUUID() }, 2), 404, 'not found')
    await setItemState(service, item, 'shown')
    assert.deepEqual(await itemsOf(id, 2), [{ id: item, text: 'Why?', votes: 0, answered: false, sequence: 1 }])
  })

  test('with a voter it has its asker’s vote, once, also while it is held [board-own-vote]', async () => {
    const id = await newSurvey()
    const [voter, key] = [randomUUID(), randomUUID()]
    const body = { text: 'Why?', key, voter }
    const [shown, again] = [await post(id, body), await post(id, body)]
    const { id: item } = bodyOf<{ id: string }>(shown, 201)
    assert.deepEqual(bodyOf(again, 201), bodyOf(shown, 201))
    assert.equal((await itemsOf(id))[0]?.votes, 1)
    assert.equal(votesOf(await put(id, item, voter)), 1)
    assert.equal(votesOf(await put(id, item)), 2)
    assert.equal(votesOf(await take(id, item, voter)), 1)
    const held = bodyOf<{ id: string }>(await post(id, { text: 'Why?', voter }, 2), 201)
    await setItemState(service, held.id, 'shown')
    assert.equal((await itemsOf(id, 2))[0]?.votes, 1)
    assertRefused(await post(id, { text: 'Why?', voter: 'me' }), 400, 'voter must be a UUID')
    assert.equal((await itemsOf(id)).length, 1)
  })

  const texts = [
    'a',
    ' a\r\nb\t',
    '<script>alert(1)</script>',
    '"\'&amp;\\',
    '🙂'.repeat(500),
    '👩‍👩‍👧‍👦',
    '\u202eabc',
    '__proto__',
    'x'.repeat(500),
  ]
  test('returns every text unchanged, even the same text twice [board-text]', async () => {
    const { id } = await asked(...texts, ...texts)
    assert.deepEqual((await itemsOf(id)).map(({ text }) => text).toSorted(), [...texts, ...texts].toSorted())
  })

  test('stores a lone surrogate as U+FFFD [board-text, text-surrogate-replaced]', async () => {
    const { id } = await asked()
    bodyOf(await post(id, '{"text":"a\\ud83d"}'), 201)
    assert.equal((await itemsOf(id))[0]?.text, 'a\ufffd')
  })

  test('with a key is one question however often it is sent, even after it was hidden [board-ask-once]', async () => {
    const id = await newSurvey()
    const [key, other] = [randomUUID(), randomUUID()]
    const sends = await atOnce(4, () => post(id, { text: 'Why?', key }))
    const [first, ...again] = sends.map(answer => bodyOf<{ id: string; state: string }>(answer, 201))
    for (const one of again) assert.deepEqual(one, first)
    await setItemState(service, first?.id ?? '', 'hidden')
    assert.deepEqual(bodyOf(await post(id, { text: 'Why?', key: key.toUpperCase() }), 201), first)
    assert.deepEqual(await itemsOf(id), [])
    for (const body of [
      { text: 'How?', key },
      { text: 'Why?', key: other },
    ])
      bodyOf(await post(id, body), 201)
    bodyOf(await post(id, { text: 'Why?', key }, 2), 201)
    assert.deepEqual((await itemsOf(id)).map(({ text }) => text).toSorted(), ['How?', 'Why?'])
    assertInvalid(await post(id, { text: 'Why?', key: 'none' }), /^key must be a UUID$/)
    bodyOf(await api.patch(`/surveys/${id}`, { status: 'closed' }))
    assert.deepEqual(bodyOf(await post(id, { text: 'Why?', key }), 201), first)
    assert.equal((await post(id, { text: 'Why not?', key })).status, 409)
    const written = await service.database.written()
    for (const one of [key, other]) assert.equal(written.includes(one), false, 'the key is kept nowhere')
  })

  for (const [state, moderated] of [
    ['held', true],
    ['shown', false],
  ] as const)
    test(`a repeat of a ${state} question reports that state, however the board is moderated now [board-ask-once]`, async () => {
      const { id } = await api.create([board('Ask', { moderated })])
      const asked = { text: 'Why?', key: randomUUID() }
      const first = bodyOf<{ id: string; state: string }>(await post(id, asked, 0), 201)
      assert.equal(first.state, state)
      bodyOf(await api.patch(`/surveys/${id}`, { questions: [board('Ask', { moderated: !moderated })] }))
      assert.deepEqual(bodyOf(await post(id, asked, 0), 201), first)
      assert.equal((await itemsOf(id, 0)).length, moderated ? 0 : 1)
    })

  const invalid: [what: string, body: unknown, reason: RegExp][] = [
    ['no text', {}, /^text is required$/],
    ['a text of another type', { text: ['a'] }, /^text is required$/],
    ['a blank text', { text: ' \n\u3000' }, /^text is required$/],
    ['no object', '5', /^text is required$/],
    ['501 characters', { text: '🙂'.repeat(501) }, /^text must have at most 500 characters$/],
    ['a million characters', { text: 'x'.repeat(1_000_000) }, /^text must have at most 500 characters$/],
    ['a NUL', { text: 'a\0b' }, /NUL/],
    ['no JSON', 'text=a', /^invalid JSON$/],
    ['no body', undefined, /^invalid JSON$/],
  ]
  for (const [what, body, reason] of invalid) {
    test(`with ${what} is 400 [board-text, text-nul-refused]`, async () => {
      const { id } = await asked()
      assertInvalid(await post(id, body), reason)
      assert.deepEqual(await itemsOf(id), [])
    })
  }

  test('with more than 1 MiB is 413 [body-size-limit]', async () => {
    const { id } = await asked()
    assertRefused(await post(id, JSON.stringify({ text: 'a' }).padEnd(1_048_577)), 413, 'request body too large')
  })

  test('accepts 1,000, even of more in parallel, and more after some were answered or hidden [board-full]', async () => {
    const full = ['this board takes no more questions for now', 'board_full'] as const
    const id = await newSurvey()
    const answers: Answer[] = []
    for (let round = 0; round < 21; round++)
      answers.push(...(await atOnce(50, at => post(id, { text: `${round} ${at}` }))))
    const refused = answers.filter(({ status }) => status !== 201)
    assert.equal(refused.length, 50)
    for (const answer of refused) assertRefused(answer, 409, ...full)
    const items = await allItemsOf(id)
    assert.equal(new Set(items.map(item => item.id)).size, 1_000)
    assertRefused(await post(id, { text: 'more' }), 409, ...full)
    assertInvalid(await post(id, { text: '' }))
    await ask(id, 'on the other board', 2)
    await setItemState(service, items[0]?.id ?? '', 'hidden')
    await ask(id, 'more')
    assertRefused(await post(id, { text: 'more' }), 409, ...full)
    await setItemState(service, items[1]?.id ?? '', 'answered')
    await ask(id, 'more')
  })
})

describe('voting on a board', () => {
  test('a vote and its withdrawal count once, and return exactly votes [vote-once]', async () => {
    const { id, items } = await asked('a')
    const [item = ''] = items
    const [one, two] = [randomUUID(), randomUUID()]
    const steps: [act: typeof take, voter: string, votes: number][] = [
      [put, one, 1],
      [put, one, 1],
      [put, one.toUpperCase(), 1],
      [take, two, 1],
      [put, two, 2],
      [take, one, 1],
      [take, one, 1],
      [put, one, 2],
      [take, two, 1],
      [take, one, 0],
      [take, one, 0],
    ]
    for (const [act, voter, votes] of steps) {
      assert.deepEqual(bodyOf(await act(id, item, voter)), { votes })
      assert.deepEqual((await itemsOf(id))[0]?.votes, votes)
    }
  })

  test('50 parallel votes of one voter count once, those of 50 voters 50 times [vote-once]', async () => {
    const { id, items } = await asked('one', 'many')
    const [one = '', many = ''] = items
    const voter = randomUUID()
    const same = await atOnce(50, () => put(id, one, voter))
    assert.deepEqual(new Set(same.map(votesOf)), new Set([1]))
    const counted = await atOnce(50, () => put(id, many))
    const upTo50 = Array.from({ length: 50 }, (_, at) => at + 1)
    assert.deepEqual(
      counted.map(votesOf).toSorted((a, b) => a - b),
      upTo50,
    )
    assert.deepEqual(
      (await itemsOf(id)).map(({ votes }) => votes),
      [50, 1],
    )
    const back = await atOnce(50, () => take(id, one, voter))
    assert.deepEqual(new Set(back.map(votesOf)), new Set([0]))
  })

  test('parallel votes and withdrawals end as one vote or none per voter [vote-once]', async () => {
    const { id, items } = await asked('a')
    const [item = ''] = items
    const voters = Array.from({ length: 10 }, () => randomUUID())
    await Promise.all(voters.flatMap(voter => [put, take, put, take, put].map(act => act(id, item, voter))))
    const [between] = await itemsOf(id)
    assert.ok(between && between.votes >= 0 && between.votes <= 10, `${between?.votes} votes`)
    // Whatever state each ended in, it is withdrawn once and no more.
    await Promise.all(voters.flatMap(voter => [take(id, item, voter), take(id, item, voter)]))
    assert.equal((await itemsOf(id))[0]?.votes, 0)
    for (const voter of voters) await put(id, item, voter)
    assert.equal((await itemsOf(id))[0]?.votes, 10)
  })

  test('sorts by votes, and equal ones of a group by id [board-list, board-ties]', async () => {
    const { id, items } = await asked('?', '?', '?', '?')
    const [a = '', b = '', c = '', d = ''] = items.toSorted()
    const order = async () => (await itemsOf(id)).map(item => `${'abcd'[[a, b, c, d].indexOf(item.id)]}${item.votes}`)
    const voter = randomUUID()
    await put(id, d, voter)
    assert.deepEqual(await order(), ['d1', 'a0', 'b0', 'c0'])
    await put(id, c, voter)
    assert.deepEqual(await order(), ['c1', 'd1', 'a0', 'b0'])
    await put(id, b)
    await put(id, b)
    assert.deepEqual(await order(), ['b2', 'c1', 'd1', 'a0'])
    await take(id, c, voter)
    assert.deepEqual(await order(), ['b2', 'd1', 'a0', 'c0'])
  })

  const voters = [undefined, null, '', 'me', 5, ['x'], randomUUID().slice(1), `${randomUUID()}\0`, '💥']
  for (const voter of voters) {
    test(`as voter ${JSON.stringify(voter)} is 400 [voter-uuid]`, async () => {
      const { id, items } = await asked('a')
      for (const method of ['PUT', 'DELETE'] as const)
        assertRefused(await vote(method, id, items[0] ?? '', { voter }), 400, 'voter must be a UUID')
      assert.equal((await itemsOf(id))[0]?.votes, 0)
    })
  }

  test('without a body or with no object is 400 [voter-uuid, error-invalid-json]', async () => {
    const { id, items } = await asked('a')
    for (const method of ['PUT', 'DELETE'] as const) {
      assertRefused(await vote(method, id, items[0] ?? ''), 400, 'invalid JSON')
      assertRefused(await vote(method, id, items[0] ?? '', '[]'), 400, 'voter must be a UUID')
    }
  })
})

describe('what respondents can see', () => {
  const states = [
    ['held', false],
    ['hidden', false],
    ['answered', true],
    ['shown', true],
  ] as const
  for (const [state, seen] of states) {
    test(`a question that is ${state} is ${seen ? 'visible' : 'missing'} [board-unpublished-items, board-list, aggregate-board-counts]`, async () => {
      const { id, items } = await asked('a', 'b')
      const [a = '', b = ''] = items
      const voter = randomUUID()
      await put(id, a, voter)
      await put(id, b)
      await setItemState(service, a, state)
      const ids = (await itemsOf(id)).map(item => [item.id, item.answered])
      const all = [...(seen ? [[a, state === 'answered'] as const] : []), [b, false] as const]
      assert.deepEqual(
        ids,
        all.toSorted(([one], [other]) => (one < other ? -1 : 1)),
      )
      const { text: page } = await call(service, 'GET', `/s/${id}`)
      assert.equal(/<span class="muted" data-answered>/.test(page), state === 'answered')
      const { results } = await api.aggregate(id)
      const shown = { items: seen ? 2 : 1, votes: seen ? 2 : 1 }
      assert.deepEqual(results[1], {
        index: 1,
        type: 'upvoted_question',
        text: 'Your questions',
        answered: 0,
        board: shown,
      })
      assert.deepEqual(results[2]?.board, { items: 0, votes: 0 })
      for (const answer of [await put(id, a), await take(id, a, voter)]) {
        if (seen) bodyOf(answer)
        else assertRefused(answer, 404, 'not found')
      }
      // Missing is reported before malformed: malformed requests learn nothing.
      if (!seen) assertRefused(await vote('PUT', id, a, { voter: 5 }), 404, 'not found')
    })
  }
})

describe('a path that is not a board', () => {
  const places = ['0', '3', '-1', '01', '1.0', '1e0', '999999999999', 'x', '%00', '%F0%9F%98%80', '1'.padEnd(5000, '1')]
  test('is 404, whatever is sent [board-missing, impossible-id-404]', async () => {
    const { id, items } = await asked('a')
    const [item = ''] = items
    const boards: [slug: string, index: string][] = [
      ...places.map((index): [string, string] => [id, index]),
      ['none-such-here', '1'],
      ['No%00ne', '1'],
      [await newSurvey().then(other => `${other}x`), '1'],
    ]
    for (const [slug, index] of boards) {
      for (const body of [{ text: 'a' }, { text: '' }]) assertRefused(await post(slug, body, index), 404, 'not found')
      assertRefused(await get(slug, index), 404, 'not found')
      for (const voter of [randomUUID(), 'x'])
        assertRefused(await vote('PUT', slug, item, { voter }, index), 404, 'not found')
    }
  })

  test('a question is found only on its own board [board-missing]', async () => {
    const { id, items } = await asked('a')
    const [item = ''] = items
    const other = await newSurvey()
    const body = { voter: randomUUID() }
    const lost = [vote('PUT', id, item, body, 2), vote('PUT', other, item, body), vote('DELETE', other, item, body)]
    for (const missing of [randomUUID(), 'x', '%00', item.toUpperCase().padEnd(40, '0')])
      lost.push(vote('PUT', id, missing, body), vote('DELETE', id, missing, body))
    for (const answer of await Promise.all(lost)) assertRefused(answer, 404, 'not found')
    assert.equal((await itemsOf(id))[0]?.votes, 0)
  })

  test('another method is 405 [wrong-method]', async () => {
    const { id, items } = await asked('a')
    const list = await call(service, 'PUT', `/s/${id}/board/1`)
    assertRefused(list, 405, 'method not allowed')
    assert.equal(list.headers.get('allow'), 'GET, HEAD, POST')
    const item = await call(service, 'GET', `/s/${id}/board/1/${items[0]}/vote`)
    assertRefused(item, 405, 'method not allowed')
    assert.equal(item.headers.get('allow'), 'PUT, DELETE')
  })
})

const shut: [code: string, error: string, shut: (api: Api, id: string) => Promise<unknown>][] = [
  ['survey_closed', 'this survey is closed', (api, id) => api.patch(`/surveys/${id}`, { status: 'closed' })],
  ['survey_expired', 'this survey has expired', (_, id) => service.setExpiry(id, service.clock.now() - HOUR)],
]
for (const [code, error, act] of shut) {
  test(`${code}: questions and votes are refused, after missing and invalid ones; reading still works [board-closed]`, async () => {
    const { id, items } = await asked('a')
    const [item = ''] = items
    const voter = randomUUID()
    await put(id, item, voter)
    await act(api, id)
    const refused = [post(id, { text: 'b' }), put(id, item), take(id, item, voter), put(id, item, voter)]
    for (const answer of await Promise.all(refused)) assertRefused(answer, 409, error, code)
    assert.deepEqual(await itemsOf(id), [{ id: item, text: 'a', votes: 1, answered: false, sequence: 1 }])
    assertInvalid(await post(id, { text: '' }), /^text is required$/)
    assertRefused(await vote('PUT', id, item, {}), 400, 'voter must be a UUID')
    assertRefused(await put(id, randomUUID()), 404, 'not found')
    assertRefused(await post(id, { text: 'b' }, 0), 404, 'not found')
  })
}

describe('a board with questions and no responses', () => {
  const at = (index: number, question: object) => ({ ...question, index })
  const list = [choice(), board(), rating()]
  const edits: [what: string, sent: object[], error?: string][] = [
    ['reworded', [choice(), board('Ask us')]],
    [
      'less the board',
      [at(0, choice()), at(2, rating())],
      'cannot remove a question from a survey that already has responses',
    ],
    ['shorter', [choice()], 'cannot remove a question from a survey that already has responses'],
    ['moved', [at(1, board()), at(0, choice())], 'cannot reorder the questions of a survey that already has responses'],
    ['retyped', [choice(), rating()], 'cannot change the type of a question in a survey that already has responses'],
  ]
  for (const [what, questions, error] of edits) {
    test(`${what} is ${error ?? 'accepted'}; without questions on the board it always is accepted [edit-board-counts-as-answered]`, async () => {
      const { id } = await api.create(list)
      const item = await ask(id, 'Why?')
      await setItemState(service, item, 'hidden')
      const answer = await api.patch(`/surveys/${id}`, { questions })
      if (error === undefined) bodyOf(answer)
      else assertRefused(answer, 400, error)
      await setItemState(service, item, 'shown')
      assert.equal((await itemsOf(id))[0]?.id, item)
      bodyOf(await api.patch(`/surveys/${(await api.create(list)).id}`, { questions }))
    })
  }

  test('a question asked while the list is edited ends up on a board [edit-board-counts-as-answered, edit-atomic]', async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = await api.create([board()])
      const [asked, edited] = await Promise.all([
        post(id, { text: 'a' }, 0),
        api.patch(`/surveys/${id}`, { questions: [rating()] }),
      ])
      assert.deepEqual([asked.status, edited.status].toSorted(), asked.status === 201 ? [201, 400] : [200, 404])
    }
  })

  test('with responses, the rules of all answered questions apply [edit-board-counts-as-answered]', async () => {
    const { id } = await api.create([
      choice('Coming?', ['Yes', 'No'], optional),
      board(),
      rating('How good?', optional),
    ])
    await ask(id, 'Why?')
    await kept(service, id, [])
    const questions = [choice(), board()]
    assertRefused(
      await api.patch(`/surveys/${id}`, { questions }),
      400,
      'cannot remove a question from a survey that already has responses',
    )
  })
})

test('unknown properties and the voter are not stored anywhere [board-unknown-dropped, vote-unlinkable, respondent-no-cookie]', async t => {
  const own = await startService()
  t.after(() => own.close())
  const { id } = await (await newApi(own)).create([board(), board()])
  const canary = 'canary-7f3a'
  const voter = randomUUID()
  const headers = { cookie: `who=${canary}`, 'user-agent': canary, referer: canary, 'x-forwarded-for': canary }
  const send = (method: string, path: string, body: object) =>
    call(own, method, `/s/${id}/board/${path}?who=${canary}`, {
      headers,
      body: { ...body, id: canary, state: 'answered', votes: 7, name: canary },
    })
  const answers: Answer[] = []
  for (const index of [0, 1]) {
    const asked = await send('POST', `${index}`, { text: 'Why?' })
    answers.push(asked, await send('PUT', `${index}/${asked.body.id}/vote`, { voter }))
    const shown = { id: asked.body.id, text: 'Why?', votes: 1, answered: false, sequence: 1 }
    assert.deepEqual(bodyOf(await call(own, 'GET', `/s/${id}/board/${index}`, { headers })), { items: [shown] })
  }
  assert.deepEqual(
    answers.map(({ headers }) => headers.get('set-cookie')),
    [null, null, null, null],
  )
  const written = await own.database.written()
  assert.ok(written.includes('Why?'))
  for (const trace of [canary, voter, voter.replaceAll('-', '')]) assert.ok(!written.includes(trace), trace)
})
