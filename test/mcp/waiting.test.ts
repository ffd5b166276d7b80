import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { after, before, test } from 'node:test'
import fastify from 'fastify'
import { Refusal } from '../../src/domain/refusal.ts'
import { mcp } from '../../src/mcp/mcp.ts'
import { wait, waitForResponses } from '../../src/mcp/waiting.ts'
import { Authentication } from '../../src/service/authentication.ts'
import type { Context } from '../../src/service/context.ts'
import { Live } from '../../src/service/live.ts'
import { Responses } from '../../src/service/responses.ts'
import { Surveys } from '../../src/service/surveys.ts'
import { Templates } from '../../src/service/templates.ts'
import { contextOn } from '../../src/service/test-context.ts'
import { Store } from '../../src/store/store.ts'
import { newDatabase } from '../database.ts'
import { newCaller } from '../harness.ts'
import { log } from '../log.ts'

const database = await newDatabase()
let context: Context
before(async () => {
  context = contextOn(new Store(await database.open(), { submissionsPerCommit: 1 }), () => 0)
})
after(async () => {
  await context.store.close()
  await database.drop()
})

/** Longer than any test runs. */
const waitMs = 600_000
const timeout = 20_000

async function newSurvey() {
  const { token } = await newCaller(context)
  const caller = await new Authentication(context).apiCaller(token, 'either')
  const surveys = new Surveys(context)
  const { slug } = await surveys.create(caller, { title: 'T', questions: [{ type: 'free_text', text: 'Why?' }] })
  return { token, surveys, owned: caller.survey(slug) }
}

const FIRST = { count: 1, time: Number.POSITIVE_INFINITY, cursor: undefined }

test('[mcp-wait] a response that comes in while the survey is read for the first time ends the wait', {
  timeout,
}, async () => {
  const { surveys, owned } = await newSurvey()
  let reads = 0
  const read: Surveys['read'] = async editor => {
    const survey = await surveys.read(editor)
    if (++reads === 1) await new Responses(context).submit(owned.slug, { answers: ['because'] })
    return survey
  }
  const parts = { surveys: { read }, live: new Live(context.store), clock: context.clock, waitMs }
  const { survey, since } = await wait(parts, owned, FIRST, new AbortController().signal)
  assert.deepEqual([survey.responseCount, since], [1, 0])
})

test('[mcp-wait] a client that goes before it is known who it is leaves nothing waiting', { timeout }, async t => {
  const { token, surveys, owned } = await newSurvey()
  const [admitted, left, stopped] = [1, 2, 3].map(() => Promise.withResolvers<void>()) as Three
  const live = new Live(context.store)
  const app = fastify()
  const parts = { surveys, templates: new Templates(context), clock: context.clock, log, waitMs }
  const apiCaller: Authentication['apiCaller'] = async (...credentials) => {
    admitted.resolve()
    await left.promise
    return new Authentication(context).apiCaller(...credentials)
  }
  const watch: Live['watch'] = (slug, watcher) => {
    const stop = live.watch(slug, watcher)
    return () => stopped.resolve(stop())
  }
  await app.register(mcp({ ...parts, authentication: { apiCaller }, live: { watch }, baseUrl: 'http://localhost' }))
  app.addHook('onRequest', async (_, reply) => void reply.raw.once('close', () => left.resolve()))
  t.after(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const params = { name: 'wait_for_responses', arguments: { id: owned.slug } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const names = { Host: 'localhost', Authorization: `Bearer ${token}`, Accept: 'application/json, text/event-stream' }
  const headers = { ...names, 'Content-Type': 'application/json', 'Content-Length': body.length }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
  await admitted.promise
  socket.destroy()
  await stopped.promise
})

test('[mcp-waits-limited] a thousand calls can wait in a process, ten of each account', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  const parts = { live: new Live(context.store), clock: context.clock, waitMs }
  const tool = waitForResponses({ ...parts, surveys: { read: () => promise } })
  const authentication = new Authentication(context)
  const newApiCaller = async () => authentication.apiCaller((await newCaller(context)).token, 'either')
  const run = (caller: Awaited<ReturnType<typeof newApiCaller>>) =>
    tool.run({ caller, args: { id: 'a-survey' }, signal: AbortSignal.abort() })
  const waiting: Promise<unknown>[] = []
  for (let accounts = 0; accounts < 100; accounts++) {
    const caller = await newApiCaller()
    for (let calls = 0; calls < 10; calls++) waiting.push(run(caller))
  }
  await assert.rejects(run(await newApiCaller()), { refusal: 'unavailable' })
  reject(new Refusal('not_found'))
  const outcomes = await Promise.allSettled(waiting)
  assert.ok(outcomes.every(({ status }) => status === 'rejected'))
  await assert.rejects(run(await newApiCaller()), { refusal: 'not_found' })
})

type Deferred = PromiseWithResolvers<void>
type Three = [Deferred, Deferred, Deferred]
