import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { median } from '../../bench/rounds.ts'
import { freeText, kept } from '../api/fixtures.ts'
import { expectFigure } from '../figure.ts'
import { startService } from '../harness.ts'
import { type AdminClient, newAdminClient } from './admin-client.ts'

const [FEW, MANY] = [1_000, 100_000]
/** Texts with different words, sent repeatedly. */
const TEXTS = Array.from({ length: 50 }, (_, text) =>
  Array.from({ length: 12 }, (_, word) => `w${text}x${word}`).join(' '),
)
const ROUNDS = 41

const service = await startService({ now: Date.now() })
after(() => service.close())

test('once words have been counted, one more answer costs as much after 100,000 as after 1,000 [words-counted]', async t => {
  const [few, many] = [await answered(FEW), await answered(MANY)]
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    times[0].push(await timeOfOneMore(few))
    times[1].push(await timeOfOneMore(many))
  }
  const [ofFew, ofMany] = times.map(median) as [number, number]
  expectFigure(t, {
    subject: `words of one more answer after ${MANY} / after ${FEW}`,
    measured: `${ofMany.toFixed(2)} ms / ${ofFew.toFixed(2)} ms`,
    value: ofMany / ofFew,
    gate: { sign: '≤', limit: 2, unit: '×' },
  })
})

async function answered(count: number): Promise<AdminClient> {
  const admin = await newAdminClient(service, [freeText('Why?')])
  for (const text of TEXTS) await service.fillResponses(admin.id, count / TEXTS.length, [text])
  await listed(admin)
  return admin
}

/** Milliseconds for the list of words after another answer, without storing the answer. */
async function timeOfOneMore(admin: AdminClient): Promise<number> {
  await kept(service, admin.id, ['something else'])
  const since = performance.now()
  await listed(admin)
  return performance.now() - since
}

async function listed(admin: AdminClient): Promise<void> {
  const { words } = await admin.get<{ words: unknown[] }>('/words/0')
  assert.ok(words.length >= 50)
}
