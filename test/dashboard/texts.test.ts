import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { choice, freeText, kept, optional, type Row } from '../api/fixtures.ts'
import { startService } from '../harness.ts'
import { newAdminClient } from './admin-client.ts'

const service = await startService()
after(() => service.close())

test('the newest five answers to each free-text question, ignoring people who skipped it [dashboard-newest-texts]', async () => {
  const questions = [
    choice('Coming?', ['Yes', 'No'], optional),
    freeText('Why?', optional),
    freeText('Else?', optional),
  ]
  const admin = await newAdminClient(service, questions)
  assert.deepEqual(await admin.get('/texts'), { questions: [textsOf(1, []), textsOf(2, [])] })
  const rows: Row[] = []
  for (let n = 0; n < 8; n++) rows.push(await kept(service, admin.id, ['Yes', `why ${n}`, n === 2 ? 'else' : null]))
  await kept(service, admin.id, ['No'])
  await admin.send('DELETE', `/responses/${rows[6]?.id}`)
  const newest = [7, 5, 4, 3, 2].map(n => ({ id: rows[n]?.id, text: `why ${n}` }))
  const other = [{ id: rows[2]?.id, text: 'else' }]
  assert.deepEqual(await admin.get('/texts'), { questions: [textsOf(1, newest), textsOf(2, other)] })
})

function textsOf(index: number, texts: readonly object[]) {
  return { index, texts }
}
