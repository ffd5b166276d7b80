import { test } from 'node:test'
import { Memory } from '../../bench/memory.ts'
import { PARALLEL_PASSWORDS } from '../../src/domain/accounts/limits.ts'
import { PASSWORD_COST } from '../../src/service/accounts/password-hash.ts'
import { Passwords } from '../../src/service/accounts/passwords.ts'
import { expectFigure } from '../figure.ts'

const MIB = 1_048_576
const HASH_MIB = PASSWORD_COST.memory / 1_024
/** What else grows meanwhile, such as the heap of V8. It is less than the memory of another hash. */
const OTHER_MIB = 15
const SIGN_INS = 20

test('signing in takes the memory of as many hashes as run in parallel, also one after the other [password-queue]', async t => {
  const passwords = new Passwords(PASSWORD_COST)
  const memory = new Memory(process.pid)
  await memory.watch(async () => {
    for (let signIn = 0; signIn < SIGN_INS; signIn++) await passwords.verify(undefined, 'not the right one')
  })
  expectFigure(t, {
    subject: `growth of memory after ${SIGN_INS} passwords, one after the other`,
    measured: `${HASH_MIB} MiB for each hash`,
    value: memory.growth / MIB,
    gate: { sign: '≤', limit: PARALLEL_PASSWORDS * HASH_MIB + OTHER_MIB, unit: 'MiB' },
  })
})
