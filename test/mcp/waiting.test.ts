import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import type { Tool } from '../../src/mcp/tool.ts'
import { TOOL_WAITS, TOOL_WAITS_PER_ACCOUNT, waitForResponses } from '../../src/mcp/waiting.ts'
import { type ApiCaller, Authentication } from '../../src/service/access/authentication.ts'
import { ChangeFeed } from '../../src/service/change-feed.ts'
import type { Context } from '../../src/service/context.ts'
import { Responses } from '../../src/service/responses/responses.ts'
import { SurveyCreation } from '../../src/service/surveys/survey-creation.ts'
import { Surveys } from '../../src/service/surveys/surveys.ts'
import { contextOn } from '../../src/service/test-context.ts'
import { Store } from '../../src/store/store.ts'
import { freeText, kept, newApi } from '../api/fixtures.ts'
import { newDatabase } from '../database.ts'
import { newCaller, startService } from '../harness.ts'
import { until } from '../until.ts'
import { connect as connectClient, use } from './client.ts'

/** Longer than any test, so that only the test’s actions end a wait. */
const toolWaitMs = 600_000
const timeout = 60_000
const service = await startService({ toolWaitMs })
after(() => service.close())

test('clients that disconnect leave nothing waiting, however early they do [mcp-wait]', { timeout }, async () => {
  const api = await newApi(service)
  const { id } = await api.create([freeText()])
  await kept(service, id, ['because'])
  const client = await connectClient(service, api.caller.token)
  const canWait = async () => !(await use(client, 'wait_for_responses', { id, until_count: 1 })).isError
  for (let clients = 0; clients < 4 * TOOL_WAITS_PER_ACCOUNT; clients++) {
    await leave(api.caller.token, { id, until_count: 9 }, clients / 4)
    await until(canWait)
  }
})

test('a server that stops answers all waiting calls, as if their time were over [mcp-wait-shutdown]', {
  timeout,
}, async () => {
  const stopping = await startService({ toolWaitMs })
  const api = await newApi(stopping)
  const { id } = await api.create([freeText()])
  const client = await connectClient(stopping, api.caller.token)
  const wait = (until: object) => use(client, 'wait_for_responses', { id, ...until })
  const waits = Array.from({ length: TOOL_WAITS_PER_ACCOUNT }, () => wait({ until_count: 1 }))
  const past = new Date(stopping.clock.now()).toISOString()
  await until(async () => (await wait({ until_time: past })).isError)
  await stopping.close()
  const answers = await Promise.all(waits)
  assert.deepEqual(new Set(answers.map(({ data }) => data.is_final)), new Set([false]))
})

/** Asks to wait, and closes the connection so many milliseconds after the request is sent. */
async function leave(token: string, args: object, milliseconds: number): Promise<void> {
  const params = { name: 'wait_for_responses', arguments: args }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const { port, hostname, host } = new URL(service.baseUrl)
  const names = { host, authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' }
  const headers = { ...names, 'content-type': 'application/json', 'content-length': body.length }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(Number(port), hostname)
  await new Promise(resolve => socket.write(`POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`, resolve))
  if (milliseconds > 0) await sleep(milliseconds)
  socket.destroy()
}

const nothing = () => Promise.resolve()

/** Everything that a call needs, on a new database. @param onRead runs after each read, before its rows are returned */
async function withTool(test: (parts: ToolParts) => Promise<void>, onRead = nothing): Promise<void> {
  const database = await newDatabase()
  const engine = await database.open()
  const late: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => onRead().then(() => result),
  }
  const reader = engine.reader.withPlugin(late)
  const context = contextOn(
    new Store(Object.assign(Object.create(engine), { reader }), { submissionsPerCommit: 1 }),
    () => 0,
  )
  const [surveys, authentication] = [new Surveys(context), new Authentication(context)]
  const stopping = new AbortController().signal
  let watched: () => readonly string[] = () => []
  const changeFeed = new ChangeFeed({
    listen(listener, slugs = watched) {
      watched = slugs
      context.store.listen(listener, slugs)
    },
  })
  const parts = { surveys, changeFeed, clock: context.clock, waitMs: toolWaitMs }
  const newAccount = async () => {
    const caller = await authentication.apiCaller((await newCaller(context)).token, 'either')
    const { slug } = await new SurveyCreation(context).create(caller, { title: 'T', questions: [freeText()] })
    return { caller, slug }
  }
  try {
    await test({ context, newAccount, tool: waitForResponses(parts, stopping) })
    assert.deepEqual(watched(), [])
  } finally {
    await context.store.close()
    await database.drop()
  }
}

interface ToolParts {
  readonly context: Context
  readonly tool: Tool
  newAccount(): Promise<{ readonly caller: ApiCaller; readonly slug: string }>
}

test('a response that arrives during the first read of the survey ends the wait [mcp-wait]', {
  timeout,
}, async () => {
  let onRead = nothing
  await withTool(
    async ({ context, tool, newAccount }) => {
      const { caller, slug } = await newAccount()
      const submit = async () => {
        onRead = nothing
        await new Responses(context).submit(slug, { answers: ['because'] })
      }
      // Before the call waits, it finds the survey that the id names.
      onRead = async () => {
        onRead = submit
      }
      const { data } = await tool.run({
        caller,
        args: { id: slug, until_count: 1 },
        showsPages: false,
        signal: new AbortController().signal,
      })
      assert.deepEqual([(data as Waited).response_count, (data as Waited).new_responses], [1, 1])
    },
    () => onRead(),
  )
})

test('a thousand calls can wait in a process, ten per account [mcp-waits-limited]', { timeout }, () =>
  withTool(async ({ tool, newAccount }) => {
    const [gone, first] = [new AbortController(), new AbortController()]
    const newWait = async () => {
      const { caller, slug } = await newAccount()
      return ({ signal } = gone) => tool.run({ caller, args: { id: slug }, showsPages: false, signal })
    }
    const waitOnce = await newWait()
    const ended = waitOnce(first)
    const calls: Promise<unknown>[] = Array.from({ length: TOOL_WAITS_PER_ACCOUNT - 1 }, () => waitOnce())
    first.abort()
    await ended
    calls.push(waitOnce())
    await assert.rejects(waitOnce(), { refusal: 'too_many_waits' })
    while (calls.length < TOOL_WAITS) {
      const wait = await newWait()
      for (let call = 0; call < TOOL_WAITS_PER_ACCOUNT; call++) calls.push(wait())
    }
    const wait = await newWait()
    await assert.rejects(wait(), { refusal: 'unavailable' })
    gone.abort()
    await Promise.all(calls)
    await wait()
  }),
)

interface Waited {
  readonly response_count: number
  readonly new_responses: number
}
