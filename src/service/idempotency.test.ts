import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { CUSTOM_SLUGS_PER_WINDOW } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import { type AccountHolder, operatorOf } from './authentication.ts'
import type { Context } from './context.ts'
import { Drafts } from './drafts.ts'
import { consumeCustomSlug } from './hourly-limits.ts'
import { Surveys } from './surveys.ts'
import { Templates } from './templates.ts'
import { newTestContext } from './test-context.ts'
import { Turns } from './turns.ts'

/** Processes share a store and know nothing of each other's turns: here two of each verb's objects do. */
let context: Context

before(async () => {
  context = await newTestContext()
})
after(() => context.store.close())

const questions = [{ type: 'free_text', text: 'Why?' }]
const request = { key: 'a key', hash: 'of a request' }

test('[idempotency-parallel, idempotency-replay-no-slug-attempt] parallel requests to two processes make one survey and count as one attempt', async () => {
  const owner = await newOwner()
  const processes = [new Surveys(context), new Surveys(context)]
  const body = { title: 'Survey', questions, slug: 'made-once' }
  const [first, ...rest] = await Promise.all(
    Array.from({ length: 20 }, (_, at) => processes[at % 2]?.create(owner, body, request)),
  )
  for (const made of rest) assert.deepEqual(shown(made), shown(first))
  assert.equal((await context.store.surveys.list(owner.accountId, false)).length, 1)
  assert.equal(await attemptsLeft(owner), CUSTOM_SLUGS_PER_WINDOW - 1)
})

test('[idempotency-key-reused, idempotency-replay-no-slug-attempt] of two different requests under one key at two processes one is refused and counts as no attempt', async () => {
  const owner = await newOwner()
  const sends = ['of one', 'of another'].map(hash =>
    new Surveys(context).create(owner, { title: hash, questions, slug: hash.replace(' ', '-') }, { ...request, hash }),
  )
  const outcomes = await Promise.allSettled(sends)
  const refused = outcomes.filter(outcome => outcome.status === 'rejected').map(({ reason }) => reason)
  assert.deepEqual(
    refused.map(reason => reason instanceof Refusal && reason.refusal),
    ['idempotency_key_reused'],
  )
  assert.equal(await attemptsLeft(owner), CUSTOM_SLUGS_PER_WINDOW - 1)
})

test('[publish-once, idempotency-replay-no-slug-attempt] a draft that another process publishes in the same moment is answered with its survey, and counts as one attempt', async t => {
  const owner = await newOwner()
  const { id } = await new Drafts(context).create(owner, { title: 'Draft', questions, theme: null })
  const publish = () => new Surveys(context).publish(owner, id, { slug: 'published-once' })
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

test('[idempotency-parallel] parallel requests to two processes make one template', async () => {
  const owner = await newOwner()
  const turns = new Turns()
  const processes = [new Templates(context, turns), new Templates(context, turns)]
  const [first, ...rest] = await Promise.all(
    Array.from({ length: 20 }, (_, at) => processes[at % 2]?.create(owner, { name: 'Template', questions }, request)),
  )
  for (const made of rest) assert.deepEqual({ ...made }, { ...first })
  assert.equal((await Array.fromAsync(context.store.templates.pages(owner.accountId, 2))).flat().length, 1)
})

test('[idempotency-replay-no-slug-attempt] parallel requests to one process count as one attempt', async () => {
  const owner = await newOwner()
  for (let spent = 1; spent < CUSTOM_SLUGS_PER_WINDOW; spent++) await consumeCustomSlug(context, owner.accountId)
  const surveys = new Surveys(context)
  const send = () => surveys.create(owner, { title: 'Survey', questions, slug: 'with-the-last-one' }, request)
  const [first, ...rest] = await Promise.all(Array.from({ length: 20 }, send))
  for (const made of rest) assert.deepEqual(shown(made), shown(first))
})

test('[idempotency-refusals-not-stored] one refused request does not affect parallel ones', async () => {
  const owner = await newOwner()
  const surveys = new Surveys(context)
  const sends = ['', 'Survey', '', 'Survey'].map(title =>
    surveys.create(owner, { title, questions }, { ...request, hash: `of ${title}` }).then(
      () => 'made',
      ({ refusal }: Refusal) => refusal,
    ),
  )
  assert.deepEqual(await Promise.all(sends), ['title_required', 'made', 'idempotency_key_reused', 'made'])
})

async function newOwner(): Promise<AccountHolder> {
  const id = randomUUID()
  const account = { id, email: `${id}@example.org`, name: null, entitledUntil: null, createdAt: '', passwordHash: null }
  await context.store.accounts.add(account)
  return operatorOf(context).actAs(account)
}

/** What an answer shows. */
function shown(made: Awaited<ReturnType<Surveys['create']>> | undefined) {
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
