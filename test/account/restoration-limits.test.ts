import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { Restorations } from '../../src/service/moving/restorations.ts'
import { newTestOwner } from '../../src/service/test-context.ts'
import { bodyOf, choice, freeText, optional } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { countVoteRows, storedBytes, storedSurvey } from '../setup/surveys.ts'
import { newBrowser, submitForm } from './browser.ts'
import { begin, items, newSlug, PAST, QUESTIONS, response, surveyFile } from './restoration-steps.ts'

const DAY_MS = 86_400_000

let service: Service
before(async () => {
  service = await startService({ hostname: 'localhost' })
})
after(() => service.close())

/** A survey that is being restored to a new account. */
async function staged(questions: readonly object[] = QUESTIONS) {
  const browser = await newBrowser(service)
  const restoration = await begin(browser)
  const slug = newSlug()
  await restoration.send('/surveys', surveyFile(slug, { questions }))
  const send = (below: string, body: unknown, status?: number) =>
    restoration.send(`/surveys/${slug}${below}`, body, status)
  return { ...restoration, browser, slug, send }
}

describe('a part makes no more than it sends [restore-bounded]', () => {
  test('votes are a number, to which others add theirs', async () => {
    const { send, finish, slug } = await staged()
    const [first, ...others] = items(4, { votes: 100_000 })
    await send('/boards', { index: 1, items: [first, ...others] })
    assert.equal(await countVoteRows(service), 0)
    await finish()
    assert.ok(Number(await storedBytes(service, slug)) < 2_000)
    const voter = randomUUID()
    const vote = async (method: string) => {
      const answer = await call(service, method, `/s/${slug}/board/1/${first?.id}/vote`, { body: { voter } })
      return bodyOf<{ votes: number }>(answer).votes
    }
    assert.deepEqual([await vote('PUT'), await vote('PUT'), await vote('DELETE')], [100_001, 100_001, 100_000])
  })

  test('it has at most 128 responses, fewer with many questions', async () => {
    const { send } = await staged()
    const responses = Array.from({ length: 129 }, () => response('Yes'))
    assert.equal(await send('/responses', { responses, first: 1 }, 400), 'a part has at most 128 responses')
    await send('/responses', { responses: responses.slice(1), first: 1 })
    const large = await staged(Array(1_000).fill(freeText('Why?', optional)))
    const empty = Array.from({ length: 26 }, () => ({ id: randomUUID(), submitted_at: PAST, answers: [] }))
    assert.equal(await large.send('/responses', { responses: empty, first: 1 }, 400), 'a part has at most 25 responses')
    await large.send('/responses', { responses: empty.slice(1), first: 1 })
  })

  test('it has at most 1,000 items of a board, and the board at most 1,000 that are open', async () => {
    const { send } = await staged()
    const part = (list: readonly object[]) => ({ index: 1, items: list })
    assert.equal(await send('/boards', part(items(1_001)), 400), 'a part has at most 1000 items of a board')
    await send('/boards', part(items(1_000, { state: 'answered' })))
    await send('/boards', part(items(999)))
    assert.equal(await send('/boards', part(items(2)), 409), 'this board takes no more questions for now')
    await send('/boards', part(items(1)))
    await send('/boards', part(items(1, { state: 'hidden' })))
  })

  test('an item or a survey that occurs twice is refused', async () => {
    const { send, path, browser, slug } = await staged()
    const [item] = items(1)
    const twice = { index: 1, items: [item, ...items(1), item] }
    assert.equal(await send('/boards', twice, 400), 'board 2, item 1: another item has its id')
    const again = await browser.send('POST', `${path}/surveys`, surveyFile(slug))
    assert.deepEqual([again.status, again.body.error], [400, `${slug} occurs twice`])
  })

  test('one step of a restoration is taken at a time', async () => {
    const { context } = service
    const restorations = new Restorations(context)
    const holder = await newTestOwner(context)
    const id = await restorations.begin(holder)
    const add = () => restorations.addDraft(holder, id, { title: 'Soon', questions: [], theme: null })
    const [first, second] = await Promise.allSettled([add(), add()])
    assert.deepEqual([first.status, second.status], ['fulfilled', 'rejected'])
    assert.equal(second.status === 'rejected' && second.reason.refusal, 'restoration_under_way')
    await add()
  })

  test('projected texts are taken member by member', async () => {
    const { send, finish, slug } = await staged([freeText(), freeText()])
    const hidden = { question: 0, word: 'so', more: 'x'.repeat(1_000) }
    const projected = { words: [0, 0], hidden: [hidden], picks: [], more: 'x'.repeat(1_000) }
    await send('/settings', { settings: { projected_texts: projected } })
    await finish()
    const { projected_texts } = await storedSurvey(service, slug)
    assert.deepEqual(JSON.parse(String(projected_texts)), {
      picks: [],
      words: [0],
      hidden: [{ question: 0, word: 'so' }],
    })
    const other = await staged([freeText()])
    const tooMany = { hidden: Array(201).fill({ question: 0, word: 'so' }) }
    assert.match(await other.send('/settings', { settings: { projected_texts: tooMany } }, 400), /projected_texts must/)
  })

  test('settings of questions are counted, once however often they are sent', async () => {
    const { send, finish, slug } = await staged([freeText()])
    const question_settings = [{ description: 'x'.repeat(500) }]
    for (let sent = 0; sent < 2; sent++) await send('/settings', { settings: { question_settings } })
    await finish()
    const { questions } = await storedSurvey(service, slug)
    const bytes = Buffer.byteLength(questions) + JSON.stringify(question_settings).length
    assert.equal(await storedBytes(service, slug), 150 + bytes)
  })

  test('it is counted before it is stored: for the survey, the account and the disk', async t => {
    const small = await startService({ hostname: 'localhost', surveyStorage: 20_000, accountStorage: 50_000 })
    t.after(() => small.close())
    const browser = await newBrowser(small)
    const restoration = await begin(browser)
    const text = { id: '', submitted_at: PAST, answers: ['x'.repeat(9_000)] }
    const part = (count: number) => {
      return { responses: Array.from({ length: count }, () => ({ ...text, id: randomUUID() })), first: 1 }
    }
    const slugs = [newSlug(), newSlug(), newSlug()]
    for (const slug of slugs)
      await restoration.send('/surveys', surveyFile(slug, { questions: [freeText('Why?', optional)] }))
    const [first, second, third] = slugs
    const full = await restoration.send(`/surveys/${first}/responses`, part(3), 409)
    assert.match(full, /this survey has reached its storage limit/)
    for (const slug of [first, second]) await restoration.send(`/surveys/${slug}/responses`, part(2))
    await restoration.send(`/surveys/${third}/responses`, part(1))
    const refused = await restoration.send(`/surveys/${third}/responses`, part(1), 409)
    assert.match(refused, /this account has reached its storage limit/)
    await restoration.finish()
    assert.ok(Number(await storedBytes(small, String(first))) < 20_000)
  })
})

describe('what holds for others holds for what is restored [restore-same-rules]', () => {
  test('bounds of a survey', async () => {
    const { path, browser } = await staged()
    const options = Array.from({ length: 1_001 }, (_, at) => `Option ${at}`)
    const file = surveyFile(newSlug(), { questions: [choice('Which?', options)] })
    const { status, body } = await browser.send('POST', `${path}/surveys`, file)
    assert.deepEqual([status, body.error], [400, 'question 1: a question can have at most 1,000 options'])
  })

  test('without a subscription a survey expires, whatever its file says and however often', async () => {
    const soon = new Date(service.clock.now() + DAY_MS).toISOString()
    const cases = [
      { expires_at: null, settings: [], isEarlier: false },
      { expires_at: '9999-12-31T23:59:59.999Z', settings: [], isEarlier: false },
      { expires_at: null, settings: [{}, {}], isEarlier: false },
      { expires_at: soon, settings: [{ expiry_automatic: true }, { expiry_automatic: true }], isEarlier: true },
    ]
    for (const { expires_at, settings, isEarlier } of cases) {
      const browser = await newBrowser(service)
      const restoration = await begin(browser)
      const slug = newSlug()
      await restoration.send('/surveys', surveyFile(slug, { expires_at }))
      for (const one of settings) await restoration.send(`/surveys/${slug}/settings`, { settings: one })
      await restoration.finish()
      const row = await storedSurvey(service, slug)
      const expected = isEarlier ? Date.parse(soon) : service.clock.now() + 30 * DAY_MS
      assert.deepEqual([Number(row.expires_at), row.expiry_automatic], [expected, 1])
    }
  })

  test('thirty slugs an hour can be chosen; others are random, taken or not', async () => {
    const browser = await newBrowser(service)
    const restoration = await begin(browser)
    const slugs = Array.from({ length: 32 }, newSlug)
    for (const slug of slugs) await restoration.send('/surveys', surveyFile(slug))
    const { surveys } = await restoration.finish()
    const kept = surveys.filter(({ was, slug }) => was === slug)
    assert.deepEqual(
      kept.map(({ slug }) => slug),
      slugs.slice(0, 30),
    )
    const { id } = bodyOf<{ id: string }>(
      await browser.send('POST', '/drafts', { title: 'x', questions: QUESTIONS, theme: null }),
      201,
    )
    const chosen = await browser.send('POST', `/drafts/${id}/publish`, { slug: newSlug() })
    assert.equal(chosen.status, 429)
  })

  test('a time before the year 2000 is refused by name', async () => {
    const { send, path, browser } = await staged()
    const early = { ...response('Yes'), submitted_at: '0099-05-05T00:00:00.000Z' }
    const sent = { responses: [response('Yes'), early], first: 7 }
    assert.equal(await send('/responses', sent, 400), 'response 8: submitted_at is before the year 2000')
    const file = surveyFile(newSlug(), { created_at: '0000-01-01T00:00:00.000Z' })
    const { status, body } = await browser.send('POST', `${path}/surveys`, file)
    assert.deepEqual([status, body.error], [400, 'created_at is before the year 2000'])
  })

  test('nobody signs up with the address of an account that holds what is being restored', async () => {
    const { path } = await staged()
    const id = path.split('/').at(-1)
    for (const email of [`${id}@restoring.invalid`, 'Ada@Restoring.invalid']) {
      const { status, text } = await submitForm(service, '/sign-up', {
        email,
        name: 'Ada',
        password: 'shaft rug vintage',
      })
      assert.equal(status, 400)
      assert.match(text, /not an e-mail address|e-mail address/i)
    }
  })

  test('nothing is restored while what was abandoned is being deleted', async () => {
    const { browser, path } = await staged()
    assert.equal((await browser.send('DELETE', path)).status, 204)
    const { status, body } = await browser.send('POST', '/restorations')
    assert.deepEqual([status, /is being restored/.test(String(body.error))], [409, true])
  })
})
