import { test } from 'node:test'
import { deleteApart, MANY, sendUntil, startWithMany, submit } from '../account-deletion.ts'
import { expectFigure } from '../figure.ts'

test('the deletion of an account with many responses does not block others [account-deletion-online]', {
  timeout: 600_000,
}, async t => {
  const { installed, server, ben } = await startWithMany(t)
  const startedAt = performance.now()
  const deletion = deleteApart(installed.dataDir)
  const sending = sendUntil(deletion, () => submit(server, ben.slug))
  await deletion
  const took = performance.now() - startedAt
  const { statuses, longest } = await sending
  expectFigure(t, {
    subject: `longest submission beside the deletion of ${MANY} responses / the deletion`,
    measured: `${Math.round(longest)} ms of ${statuses.length} / ${Math.round(took)} ms`,
    value: longest / took,
    gate: { sign: '<', limit: 0.5, unit: '×' },
  })
})
