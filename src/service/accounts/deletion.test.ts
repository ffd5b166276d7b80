import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorOf } from '../access/authentication.ts'
import { newTestContext } from '../test-context.ts'
import { deleteAccount, deletionHandler, deletionJob } from './deletion.ts'

test('an account can be deleted by the operator and by its job at the same time [account-deletion]', async t => {
  const context = await newTestContext()
  t.after(() => context.store.close())
  const account = { id: 'an-account', email: 'ada@example.org', name: null, createdAt: '', entitledUntil: null }
  await context.store.accounts.add({ ...account, passwordHash: null })
  const steps = deleteAccount(context, operatorOf(context), account)
  await steps.next()
  const [deleteByJob] = Object.values(deletionHandler(context))
  const job = { ...deletionJob(context, account), id: 1, attempts: 1 }
  const { signal } = new AbortController()
  await deleteByJob?.(job, signal)
  assert.deepEqual(await context.store.accounts.list(), [])
  assert.equal((await Array.fromAsync(steps)).length, 0)
  await deleteByJob?.(job, signal)
})
