import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProviderFailure } from '../domain/billing.ts'
import { CallLimit } from './call-limit.ts'

const failure = (text: string) => (error: unknown) => error instanceof ProviderFailure && error.message === text

test('a call is refused if too many others are waiting', async () => {
  const calls = new CallLimit({ parallel: 1, waiting: 1, milliseconds: 60_000 })
  const end = Promise.withResolvers<void>()
  const accepted = [calls.run(() => end.promise), calls.run(() => end.promise)]
  await assert.rejects(
    calls.run(() => end.promise),
    failure('too many calls wait'),
  )
  end.resolve()
  await Promise.all(accepted)
})

test('no call waits longer than the limit, and one whose turn comes later is not started', async () => {
  const calls = new CallLimit({ parallel: 1, waiting: 9, milliseconds: 20 })
  const end = Promise.withResolvers<void>()
  let isBegun = false
  const late = async () => {
    isBegun = true
  }
  await Promise.all(
    [calls.run(() => end.promise), calls.run(late)].map(call => assert.rejects(call, failure('no answer in time'))),
  )
  end.resolve()
  await new Promise(setImmediate)
  assert.equal(isBegun, false)
  assert.equal(await calls.run(async () => 1), 1)
})
