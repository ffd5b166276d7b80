import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { Store } from '../store/store.ts'
import { operatorOf } from './authentication.ts'
import type { Context } from './context.ts'
import { Keys } from './keys.ts'
import { SLUG_WORDS } from './slug-words.ts'
import { Surveys } from './surveys.ts'

const ACCOUNT = 'an-account'
let context: Context
let drawn: number[] = []

before(async () => {
  const engine = await openSqlite({
    folder: mkdtempSync(join(tmpdir(), 'soundings-')),
    exclusive: false,
    log: pino({ level: 'silent' }),
  })
  const random = { uuid: randomUUID, integer: () => drawn.shift() ?? 0 }
  const store = new Store(engine, { submissionsPerCommit: 1 })
  context = {
    store,
    keys: new Keys('a secret for this test and no other'),
    clock: () => 0,
    random,
    log: pino({ level: 'silent' }),
  }
  const account = {
    id: ACCOUNT,
    email: 'a@example.org',
    name: null,
    entitledUntil: null,
    createdAt: '',
    passwordHash: null,
  }
  await store.accounts.add(account)
})
after(() => context.store.close())

test('[slug-drawn-again] a random slug that is taken is drawn again until one is free', async () => {
  const surveys = new Surveys(context)
  const holder = operatorOf(context).actAs({ id: ACCOUNT, entitledUntil: null })
  const create = () => surveys.create(holder, { title: 'T', questions: [{ type: 'free_text', text: 'Why?' }] })
  drawn = [1, 2, 3]
  const first = await create()
  drawn = [1, 2, 3, 1, 2, 3, 4, 5, 6]
  const second = await create()
  assert.equal(first.slug, [1, 2, 3].map(at => SLUG_WORDS[at]).join('-'))
  assert.equal(second.slug, [4, 5, 6].map(at => SLUG_WORDS[at]).join('-'))
  assert.deepEqual(drawn, [])
})
