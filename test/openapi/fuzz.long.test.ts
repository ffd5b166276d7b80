import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { assertDescribed, operationOf, readDescription } from '../api/described.ts'
import { choice, endpoints, freeText, newApi, optional, rating } from '../api/fixtures.ts'
import { type Schema, SchemaValues } from '../api/schema-values.ts'
import { type Answer, call, startService } from '../harness.ts'
import { scaled } from '../scale.ts'

const REQUESTS = scaled({ long: 20_000, release: 100_000 })
/** Below, or nearly below, an account’s hourly limits of calls and custom slugs. */
const REQUESTS_OF_A_TOKEN = 100
/** The latest surveys and templates of an account, which requests refer to. */
const KNOWN_IDS = 20
const seed = Number(process.env.SOUNDINGS_SEED ?? Date.now() % 1_000_000_000)

interface Request {
  readonly method: string
  readonly path: string
  /** Chooses among the known ids; otherwise an id that does not exist. */
  readonly id: number | string
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const service = await startService()
after(() => service.close())
const description = await readDescription(service)
const values = new SchemaValues(description.document.components.schemas)
/** How often each endpoint returned each status. */
const met = new Map<string, number>()

test(`${REQUESTS} requests generated from the description get described responses, and none is 5xx [openapi-true]`, {
  timeout: REQUESTS * 100,
}, async t => {
  let caller = await newCaller()
  let sent = 0
  const property = fc.asyncProperty(fc.oneof(...endpoints.map(requestsTo)), async request => {
    if (sent++ % REQUESTS_OF_A_TOKEN === 0) caller = await newCaller()
    await exchange(caller, request)
  })
  const { failed, errorInstance } = await fc.check(property, { numRuns: REQUESTS, seed })
  assert.ok(!failed, `SOUNDINGS_SEED=${seed}\n${errorInstance}`)
  t.diagnostic(
    [...met]
      .map(([answer, count]) => `${answer}: ${count}`)
      .sort()
      .join(', '),
  )
  for (const { method, path } of endpoints)
    for (const status of ['2', ...(method === 'GET' ? [] : ['4'])])
      assert.ok(
        met.keys().some(answer => answer.startsWith(`${method} ${path} ${status}`)),
        `${method} ${path} never answered ${status}xx`,
      )
})

type Caller = Awaited<ReturnType<typeof newCaller>>

/** An account with a survey that has a response, and with a template. */
async function newCaller() {
  const api = await newApi(service)
  const questions = [choice(), rating('How good?', optional), freeText('Why?', optional)]
  const { id } = await api.create(questions)
  await call(service, 'POST', `/s/${id}/responses`, { body: { answers: ['Yes', 5, 'because'] } })
  const template = await api.saveTemplate(questions)
  return { token: api.caller.token, ids: { survey: [id], template: [template.id] } }
}

function requestsTo({ method, path }: (typeof endpoints)[number]): fc.Arbitrary<Request> {
  const { parameters = [], requestBody } = operationOf(description.document, method, path)
  const valuesIn = (place: string) => {
    const named = parameters.filter(parameter => parameter.in === place)
    return fc.record(Object.fromEntries(named.map(({ name, schema }) => [name, values.of(schema)])), {
      requiredKeys: [],
    })
  }
  const { schema } = (requestBody?.content['application/json'] ?? {}) as { schema?: Schema }
  return fc.record({
    method: fc.constant(method),
    path: fc.constant(path),
    id: fc.oneof({ weight: 10, arbitrary: fc.nat() }, { weight: 1, arbitrary: fc.string({ minLength: 1 }) }),
    query: valuesIn('query'),
    headers: valuesIn('header').map(headers => mapValues(headers, headerText)),
    body: schema === undefined ? fc.constant(undefined) : bodiesOf(values.of(schema)),
  })
}

/** Occasionally no body, or one that is cut off. */
function bodiesOf(bodies: fc.Arbitrary<unknown>): fc.Arbitrary<string | undefined> {
  const texts = bodies.map(body => JSON.stringify(body))
  return fc.oneof(
    { weight: 40, arbitrary: texts },
    { weight: 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.tuple(texts, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1))) },
  )
}

async function exchange({ token, ids }: Caller, { method, path, id, query, headers, body }: Request): Promise<void> {
  const target = path.replace(/\{(.*)\}/, (_, kind: keyof Caller['ids']) => segment(id, ids[kind]))
  const search = new URLSearchParams(mapValues(query, String))
  const answer = await call(service, method, `/api/v1${target}?${search}`, { token, headers, ...(body && { body }) })
  const seen = `${method} ${path} ${answer.status}`
  met.set(seen, (met.get(seen) ?? 0) + 1)
  assert.ok(answer.status < 500, `${method} ${target}?${search} ${JSON.stringify(headers)} ${body}\n${answer.text}`)
  assertDescribed(description, method, path, answer)
  if (answer.status === 201) remember(ids, path, answer)
}

function remember(ids: Caller['ids'], path: string, { body }: Answer): void {
  const isTemplate = path === '/templates' || path.endsWith('/save-as-template')
  const known = isTemplate ? ids.template : ids.survey
  known.unshift(String(body.id))
  known.splice(KNOWN_IDS)
}

function segment(id: number | string, known: readonly string[]): string {
  if (typeof id === 'number') return known[id % known.length] ?? ''
  // A dot is a step in a path, so such a segment would change the path.
  return encodeURIComponent(id.replaceAll('.', '-').toWellFormed())
}

/** A header's value is of visible characters. */
function headerText(value: unknown): string {
  return String(JSON.stringify(value)).replaceAll(/[^ -~]/g, '')
}

function mapValues<Value>(values: object, change: (value: unknown) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
