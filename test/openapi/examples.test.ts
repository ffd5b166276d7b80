import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { EXAMPLE_ANSWERS, EXAMPLES } from '../../src/api/examples.ts'
import { readDescription } from '../api/described.ts'
import { kept, newApi } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'

const service = await startService()
after(() => service.close())

const { document } = await readDescription(service)
const api = await newApi(service)
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The ids of the items on which an operation is tried. */
const ids: Record<string, string> = { surveys: 'team-lunch' }

for (const [id, { body, answers }] of Object.entries(EXAMPLES)) {
  test(`the examples of ${id} match real requests and responses [openapi-examples]`, async () => {
    const { method, path, operation } = operationWith(id)
    if (id === 'readSurvey') for (const sent of EXAMPLE_ANSWERS) await kept(service, 'team-lunch', sent)
    const described = operation.requestBody?.content['application/json']?.example
    assert.deepEqual(described, body)
    const kind = path.split('/')[3] ?? ''
    for (const [name, answer] of Object.entries(answers)) {
      const target = path.replace('{id}', ids[kind] ?? '') + (name === 'aggregate' ? '?view=aggregate' : '')
      const sent = await call(service, method, target, { token: api.caller.token, body })
      assert.ok(sent.status < 300, sent.text)
      if (id === 'createTemplate') ids.templates = String(sent.body.id)
      assert.deepEqual(comparable(sent.body), comparable(answer))
      const { content } = operation.responses[String(sent.status)] ?? {}
      assert.deepEqual(content?.['application/json']?.examples?.[name]?.value, answer)
    }
  })
}

test('every operation has an example [openapi-examples]', () => {
  const operations = Object.values(document.paths).flatMap(item => Object.values(item) as unknown as Described[])
  assert.deepEqual(operations.map(({ operationId }) => operationId).sort(), Object.keys(EXAMPLES).sort())
})

interface Media {
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

interface Described {
  readonly operationId: string
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
}

function operationWith(id: string): { method: string; path: string; operation: Described } {
  for (const [path, item] of Object.entries(document.paths as unknown as Record<string, Record<string, Described>>))
    for (const [method, operation] of Object.entries(item))
      if (operation.operationId === id) return { method: method.toUpperCase(), path, operation }
  return assert.fail(`no operation ${id}`)
}

/** Random ids and the address of the service differ from run to run. */
function comparable(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer).replace(UUID, 'an-id').replaceAll(service.baseUrl, 'https://soundings.example'),
  )
}
