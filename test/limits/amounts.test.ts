import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { encodeQuestions, parseQuestionList } from '../../src/domain/surveys/question.ts'
import { alreadyStored } from '../../src/domain/surveys/question-amounts.ts'
import type { Json } from '../../src/domain/values/json.ts'
import { operatorOf } from '../../src/service/access/authentication.ts'
import { Restorations } from '../../src/service/moving/restorations.ts'
import { newTestOwner } from '../../src/service/test-context.ts'
import { newBrowser } from '../account/browser.ts'
import { begin, newSlug, surveyFile } from '../account/restoration-steps.ts'
import { apiOf, bodyOf, choice, rating, requiredWhen } from '../api/fixtures.ts'
import { type Answer, call, startService } from '../harness.ts'
import { connect, use } from '../mcp/client.ts'
import { setQuestions } from '../setup/surveys.ts'

const options = (count: number) => Array.from({ length: count }, (_, at) => `${at}`)
const times = (count: number, question: object) => Array<object>(count).fill(question)
const all = choice('Which?', options(1_000))
const dependent = (values: number) => choice('And?', ['a'], requiredWhen('any', [0, ...options(values)]))
/** A question whose options have that many letters, with three bytes for most of them. */
const wide = (length: number) =>
  choice(
    'Which?',
    options(1_000).map(option => option.padStart(length, '选')),
  )
const long = rating('x'.repeat(10_000))

/** Each bound of a survey: the most that it allows, and one more. */
const BOUNDS: readonly [reason: string, most: readonly object[], more: readonly object[]][] = [
  ['question 1: a question can have at most 1,000 options', [all], [choice('Which?', options(1_001))]],
  ['a survey can have at most 20,000 options', times(20, all), [...times(20, all), choice('And?', ['a'])]],
  [
    'a survey can have at most 20,000 values in its conditions',
    [all, ...times(20, dependent(1_000))],
    [all, ...times(20, dependent(1_000)), dependent(1)],
  ],
  [
    'the texts and options of a survey can have at most 300,000 characters together',
    times(30, long),
    [...times(30, long), rating('x')],
  ],
  [
    'the page of a survey can have at most 2 MB: leave out options or questions, or shorten their texts',
    times(20, wide(11)),
    times(20, wide(12)),
  ],
]

const service = await startService({ hostname: 'localhost' })
after(() => service.close())
const browser = await newBrowser(service, { subscribed: true })
const caller = await service.newCaller({ accountId: browser.accountId })
const api = apiOf(service, caller)
const client = await connect(service, caller.token)

/** What became of a list: undefined if it was taken, otherwise why it was not. */
type Outcome = string | undefined

function outcomeOf({ status, body, text }: Answer): Outcome {
  assert.ok([200, 201, 204, 400].includes(status), text)
  return status === 400 ? String(body.error) : undefined
}

const small = [choice()]

/** Every way in which a list of questions arrives. */
const ENTRIES: Readonly<Record<string, (questions: readonly object[]) => Promise<Outcome>>> = {
  'POST /surveys': async questions => outcomeOf(await api.post('/surveys', { title: 'x', questions })),
  'PATCH /surveys/{id}': async questions =>
    outcomeOf(await api.patch(`/surveys/${(await api.create(small)).id}`, { questions })),
  'POST /templates, and its launch': async questions => {
    const answer = await api.post('/templates', { name: 'x', questions })
    if (answer.status === 201) bodyOf(await api.post(`/templates/${answer.body.id}/launch`, {}), 201)
    return outcomeOf(answer)
  },
  'the tool create_survey': async questions => {
    const { isError, text } = await use(client, 'create_survey', { title: 'x', questions })
    return isError ? text.replace('. Correct the arguments and call again.', '') : undefined
  },
  'the tool change_survey': async questions => {
    const { id } = await api.create(small)
    const { isError, text } = await use(client, 'change_survey', { id, questions })
    return isError ? text.replace('. Correct the arguments and call again.', '') : undefined
  },
  'the dashboard': async questions => {
    const { id, admin_token: token } = await api.create(small)
    return outcomeOf(await call(service, 'PATCH', `/admin/api/${id}`, { token, body: { questions } }))
  },
  'a draft, when it is published': async questions =>
    outcomeOf(await browser.send('POST', `/drafts/${await draftOf(questions)}/publish`, {})),
  'a draft, when it is shown': async questions => {
    const headers = { cookie: browser.cookie, accept: 'text/html' }
    const { status, text } = await call(service, 'GET', `/app/drafts/${await draftOf(questions)}/preview`, { headers })
    assert.equal(status, 200)
    return /role="alert">This draft cannot be shown or published: (.+)\.</.exec(text)?.[1]
  },
  'a template in the browser': async questions =>
    outcomeOf(await browser.send('POST', '/templates', { name: 'x', questions, theme: null })),
  'an edit of a template': async questions => {
    const made = { name: 'x', questions: small, theme: null }
    const { id } = bodyOf<{ id: string }>(await browser.send('POST', '/templates', made), 201)
    return outcomeOf(await browser.send('PUT', `/templates/${id}`, { ...made, questions, revision: 1 }))
  },
  'a survey of an archive': async questions => {
    const owner = await newBrowser(service)
    const { path } = await begin(owner)
    return outcomeOf(await owner.send('POST', `${path}/surveys`, surveyFile(newSlug(), { questions })))
  },
  'a template of an archive': async questions => {
    const owner = await newBrowser(service)
    const { path } = await begin(owner)
    return outcomeOf(await owner.send('POST', `${path}/templates`, { name: 'x', questions }))
  },
}

async function draftOf(questions: readonly object[]): Promise<string> {
  return bodyOf<{ id: string }>(await browser.send('POST', '/drafts', { title: 'x', questions, theme: null }), 201).id
}

for (const [entry, send] of Object.entries(ENTRIES))
  describe(`${entry} takes as much as a survey can have [questions-amounts]`, () => {
    for (const [reason, most, more] of BOUNDS)
      test(reason, async () => {
        assert.equal(await send(most), undefined)
        assert.equal(await send(more), reason)
      })
  })

describe('a survey that was stored under looser limits keeps what it has, but gets no more [questions-amounts]', () => {
  const [[reason, , more]] = BOUNDS as [(typeof BOUNDS)[number]]

  test('when it is edited or cloned, and in its template', async () => {
    const { id } = await api.create(small)
    await setQuestions(service, id, encodeQuestions(alreadyStored(parseQuestionList(more as Json[]))))
    const edited = more.map(question => ({ ...question, text: 'Which one?' }))
    assert.equal(outcomeOf(await api.patch(`/surveys/${id}`, { questions: edited })), undefined)
    const larger = [choice('Which one?', options(1_002))]
    assert.equal(outcomeOf(await api.patch(`/surveys/${id}`, { questions: larger })), reason)
    bodyOf(await api.post(`/surveys/${id}/clone`, {}), 201)
    const template = bodyOf<{ id: string }>(await api.post(`/surveys/${id}/save-as-template`, {}), 201)
    bodyOf(await api.post(`/templates/${template.id}/launch`, {}), 201)
  })

  test('when the operator restores it', async () => {
    const { context } = service
    const restorations = new Restorations(context)
    const by = { kind: 'operator', operator: operatorOf(context), holder: await newTestOwner(context) } as const
    const id = await restorations.begin(by)
    await restorations.addSurvey(by, id, surveyFile(newSlug(), { questions: more }))
  })
})
