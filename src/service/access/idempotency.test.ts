import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Refusal } from '../../domain/values/refusal.ts'
import type { Context } from '../context.ts'
import { RoundRobin } from '../round-robin.ts'
import { Drafts } from '../surveys/drafts.ts'
import { SurveyCreation } from '../surveys/survey-creation.ts'
import { Templates } from '../surveys/templates.ts'
import { newTestContext, newTestOwner } from '../test-context.ts'
import type { AccountHolder } from './authentication.ts'
import { CUSTOM_SLUGS_PER_WINDOW, consumeCustomSlug } from './hourly-limits.ts'

/**
 * Processes share a store and know nothing of each other's turns: here, two sets of services stand in for two
 * processes.
 */
let context: Context

before(async () => {
  context = await newTestContext()
})
after(() => context.store.close())

const questions = [{ type: 'free_text', text: 'Why?' }]
const request = { key: 'a key', hash: 'of a request' }

test('parallel requests to two processes create one survey and count as one attempt [idempotency-parallel, idempotency-replay-no-slug-attempt]', async () => {
  const owner = await newTestOwner(context)
  const processes = [new SurveyCreation(context), new SurveyCreation(context)]
  const body = { title: 'Survey', questions, slug: 'made-once' }
  const [first, ...rest] = await Promise.all(
    Array.from({ length: 20 }, (_, at) => processes[at % 2]?.create(owner, body, request)),
  )
  for (const made of rest) assert.deepEqual(shown(made), shown(first))
  assert.equal((await context.store.surveys.list(owner.accountId, false)).length, 1)
  assert.equal(await attemptsLeft(owner), CUSTOM_SLUGS_PER_WINDOW - 1)
})

test('of two different requests with one key to two processes, one is refused and not counted as an attempt [idempotency-key-reused, idempotency-replay-no-slug-attempt]', async () => {
  const owner = await newTestOwner(context)
  const sends = ['of one', 'of another'].map(hash =>
    new SurveyCreation(context).create(
      owner,
      { title: hash, questions, slug: hash.replace(' ', '-') },
      { ...request, hash },
    ),
  )
  const outcomes = await Promise.allSettled(sends)
  const refused = outcomes.filter(outcome => outcome.status === 'rejected').map(({ reason }) => reason)
  assert.deepEqual(
    refused.map(reason => reason instanceof Refusal && reason.refusal),
    ['idempotency_key_reused'],
  )
  assert.equal(await attemptsLeft(owner), CUSTOM_SLUGS_PER_WINDOW - 1)
})

test('publishing a draft in two processes at the same moment returns the same survey, and counts as one attempt [publish-once, idempotency-replay-no-slug-attempt]', async t => {
  const owner = await newTestOwner(context)
  const { id } = await new Drafts(context).create(owner, { title: 'Draft', questions, theme: null })
  const publish = () => new SurveyCreation(context).publish(owner, id, { slug: 'published-once' })
  const { promise: hasLooked, resolve: look } = Promise.withResolvers<void>()
  const { promise: isPublished, resolve: goOn } = Promise.withResolvers<void>()
  const find = context.store.idempotency.find.bind(context.store.idempotency)
  const late = t.mock.method(context.store.idempotency, 'find', async (...request: Parameters<typeof find>) => {
    const match = await find(...request)
    look()
    await isPublished
    return match
  })
  const second = publish()
  await hasLooked
  late.mock.restore()
  const first = await publish()
  goOn()
  assert.deepEqual(shown(await second), shown(first))
  assert.equal(await attemptsLeft(owner), CUSTOM_SLUGS_PER_WINDOW - 1)
})

test('parallel requests to two processes create one template [idempotency-parallel]', async () => {
  const owner = await newTestOwner(context)
  const turns = new RoundRobin()
  const processes = [new Templates(context, turns), new Templates(context, turns)]
  const [first, ...rest] = await Promise.all(
    Array.from({ length: 20 }, (_, at) => processes[at % 2]?.create(owner, { name: 'Template', questions }, request)),
  )
  for (const made of rest) assert.deepEqual({ ...made }, { ...first })
  assert.equal((await Array.fromAsync(context.store.templates.pages(owner.accountId, 2))).flat().length, 1)
})

test('parallel requests to one process count as one attempt [idempotency-replay-no-slug-attempt]', async () => {
  const owner = await newTestOwner(context)
  for (let spent = 1; spent < CUSTOM_SLUGS_PER_WINDOW; spent++) await consumeCustomSlug(context, owner.accountId)
  const surveys = new SurveyCreation(context)
  const send = () => surveys.create(owner, { title: 'Survey', questions, slug: 'with-the-last-one' }, request)
  const [first, ...rest] = await Promise.all(Array.from({ length: 20 }, send))
  for (const made of rest) assert.deepEqual(shown(made), shown(first))
})

test('one refused request does not affect parallel ones [idempotency-refusals-not-stored]', async () => {
  const owner = await newTestOwner(context)
  const surveys = new SurveyCreation(context)
  const sends = ['', 'Survey', '', 'Survey'].map(title =>
    surveys.create(owner, { title, questions }, { ...request, hash: `of ${title}` }).then(
      () => 'made',
      ({ refusal }: Refusal) => refusal,
    ),
  )
  assert.deepEqual(await Promise.all(sends), ['title_required', 'made', 'idempotency_key_reused', 'made'])
})

/** The parts of a result that identify it. */
function shown(made: Awaited<ReturnType<SurveyCreation['create']>> | undefined) {
  assert.ok(made)
  const { slug, title, createdAt, adminToken, theme } = made
  return { slug, title, createdAt, adminToken, theme }
}

async function attemptsLeft({ accountId }: AccountHolder): Promise<number> {
  for (let spent = 0; ; spent++) {
    try {
      await consumeCustomSlug(context, accountId)
    } catch {
      return spent
    }
  }
}
