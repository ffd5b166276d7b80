import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Soundings } from '../../clients/typescript/src/client.ts'
import { ResponseScanner } from '../../clients/typescript/src/response-scanner.ts'
import { startService } from '../harness.ts'
import { startProxy } from './failing-proxy.ts'

const item = (text: string) => ({ id: text, answers: [text, 3, null, { deep: ['}', { responses: [1] }] }] })
const hostile = ['"responses":[{"id":"forged"}]', '\\', '\\"}]', '\u2028\ud83d\ude00', '}],"responses":[{', '']
const responses = hostile.map(item)

/** Full reads, with the responses at different positions. */
const documents = {
  'in the middle': {
    title: 'responses',
    questions: [{ responses: [{ id: 'no' }] }],
    responses,
    theme: { responses: [{}] },
  },
  first: { responses, title: '"responses":[' },
  'empty, after a member of the same kind': { id: 'responses', other: [{ a: 1 }], responses: [] },
}

describe('responses are extracted from a full read', () => {
  for (const [name, document] of Object.entries(documents)) {
    test(`${name}, wherever it is split`, () => {
      const text = JSON.stringify(document, null, name === 'first' ? 1 : 0)
      for (let at = 0; at <= text.length; at++) {
        const scanner = new ResponseScanner()
        const found = [text.slice(0, at), text.slice(at)].flatMap(piece => [...scanner.push(piece)])
        assert.deepEqual(
          found.map(one => JSON.parse(one)),
          document.responses,
          `split at ${at}`,
        )
        assert.equal(scanner.isComplete, true)
      }
      const single = new ResponseScanner()
      assert.equal([...text].flatMap(piece => [...single.push(piece)]).length, document.responses.length)
    })
  }

  test('a document that ends early is not complete', () => {
    const text = JSON.stringify(documents.first)
    for (let length = 0; length < text.length; length++) {
      const scanner = new ResponseScanner()
      for (const _ of scanner.push(text.slice(0, length)));
      assert.equal(scanner.isComplete, false, `${length} characters`)
    }
  })
})

const service = await startService()
after(() => service.close())
const { token } = await service.newCaller()

describe('responses that are read from a service', () => {
  test('that end early throw an InterruptedError after those that arrived', async t => {
    const proxy = await startProxy(t, service.baseUrl)
    const client = new Soundings({ server: proxy.server, token, retries: 0 })
    const { id } = await client.createSurvey({ title: 'Retro', questions: [{ type: 'rating', text: 'How?' }] })
    proxy.fail('broken body', { status: 200, body: '{"responses":[{"id":"1"}' })
    for (const cause of ['a broken connection', 'a document that ends early']) {
      const read: unknown[] = []
      const reading = (async () => {
        for await (const response of client.responses(id)) read.push(response)
      })()
      await assert.rejects(reading, { kind: 'interrupted' }, cause)
      assert.deepEqual(read, [{ id: '1' }])
    }
  })

  test('in a body that is not from the service throw an UnexpectedResponseError with its status', async t => {
    const proxy = await startProxy(t, service.baseUrl)
    const client = new Soundings({ server: proxy.server, token, retries: 0 })
    const foreign = [
      '<html><style>a { color: red }</style></html>',
      '<script>var page = {"responses":[{"id":"1"}]}</script>',
      '{"status":"ok","responses":{"a":[{}]}}',
      '{"responses":[{"id":1x}]}',
      '{"responses":[]}{}',
      '[{"responses":[]}]',
    ]
    for (const [index, body] of foreign.entries()) {
      const status = index % 2 === 0 ? 200 : 203
      proxy.fail({ status, body })
      await assert.rejects(Array.fromAsync(client.responses('any')), { kind: 'unexpected_response', status }, body)
    }
  })

  test('are refused like every other call', async () => {
    const reading = Array.fromAsync(new Soundings({ server: service.baseUrl, token }).responses('none-such'))
    await assert.rejects(reading, { kind: 'refusal', status: 404, message: 'not found' })
  })
})
