import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ADA, BEN, deleteApart, MANY, made, sendUntil, startWithMany, submit } from '../account-deletion.ts'
import { call } from '../harness.ts'
import { installation, rows } from '../installation.ts'
import { run, serve } from '../program.ts'

describe('account delete', { concurrency: 2 }, () => {
  test('everything is deleted, and its link is never reused [account-deletion]', async t => {
    const installed = installation(t)
    const { json, refused, dataDir } = installed
    const server = await serve(t, [], { dataDir })
    const ada = await made(installed, server, ADA)
    const ben = await made(installed, server, BEN)
    await submit(server, ada.slug)
    const outcome = await run(['account', 'delete', ADA, '--yes', '--json'], { dataDir })
    assert.deepEqual([outcome.status, outcome.stderr], [0, ''])
    const summary = { account_id: ada.account_id, email: ADA, deleted: true, surveys: 1, responses: 1 }
    assert.deepEqual(JSON.parse(outcome.stdout), summary)
    for (const table of ['token', 'survey'])
      assert.deepEqual(rows(dataDir, `select 1 from ${table} where account_id = ?`, String(ada.account_id)), [], table)
    assert.deepEqual(rows(dataDir, 'select 1 from response'), [])
    assert.equal((await call(server, 'GET', '/api/v1/me', { token: ada.token })).status, 401)
    assert.equal((await submit(server, ada.slug)).status, 404)
    const again = { title: 'Mine now', questions: [{ type: 'rating', text: 'How?' }], slug: ada.slug }
    const { status, body } = await call(server, 'POST', '/api/v1/surveys', { token: ben.token, body: again })
    assert.deepEqual([status, body.code], [409, 'slug_taken'])
    assert.equal((await submit(server, ben.slug)).status, 201)
    assert.deepEqual(
      (await json('account', 'list')).map(({ email }) => email),
      [BEN],
    )
    await refused(1, 'no account has this e-mail address', 'account', 'delete', ADA, '--yes')
  })

  test('on a terminal it asks for the e-mail address and accepts nothing else', async t => {
    const { json, dataDir } = installation(t)
    await json('account', 'create', ADA)
    const ask = (input: string) => run(['account', 'delete', ADA, '--json'], { dataDir, input, isTerminal: true })
    const no = await ask('yes\n')
    assert.deepEqual([no.status, no.stdout], [1, ''])
    assert.match(
      no.stderr,
      /^This permanently deletes the account ada@example\.org .*\n.*soundings: the address does not match; nothing /,
    )
    assert.equal((await json('account', 'list')).length, 1)
    const yes = await ask(' Ada@example.org \n')
    assert.equal(yes.status, 0, yes.stderr)
    assert.deepEqual(await json('account', 'list'), [])
  })

  test('with many responses it reports its progress and does not block others [account-deletion-online]', {
    timeout: 600_000,
  }, async t => {
    const { installed, server, ben } = await startWithMany(t)
    const deletion = deleteApart(installed.dataDir)
    const sending = sendUntil(deletion, () => submit(server, ben.slug))
    const { status, stdout, stderr } = await deletion
    assert.deepEqual([status, JSON.parse(stdout).responses], [0, MANY])
    assert.match(stderr, new RegExp(`^(deleted \\d+ of ${MANY} responses\n)+$`))
    const { statuses } = await sending
    assert.deepEqual([...new Set(statuses)], [201])
    assert.deepEqual(rows(installed.dataDir, 'select count(*) as left from response')[0]?.left, statuses.length)
  })
})
