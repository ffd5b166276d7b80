import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, submitForm } from '../account/browser.ts'
import { startMailServer } from '../account/mail-server.ts'
import { assertRefused } from '../installation.ts'
import { run, serve, temporaryFolder } from '../program.ts'
import { until } from '../until.ts'

interface ListedJob {
  readonly id: number
  readonly kind: string
  readonly email: string
  readonly reason: string
  readonly recipient_refused: boolean
}

test('a recipient refused by a mail server is listed, does not fail doctor, and can be retried or cleared [cli-doctor]', async t => {
  const mails = await startMailServer()
  t.after(() => mails.close())
  const env = { SMTP_URL: mails.url, MAIL_FROM: 'soundings@example.org' }
  const place = { dataDir: temporaryFolder(t), env }
  const command = async (...words: string[]) => JSON.parse((await run([...words, '--json'], place)).stdout)
  const server = await serve(t, [], place)
  mails.recipientReply = '550 5.1.1 no such user'
  await submitForm(server, '/sign-up', { email: 'nobody@example.org', name: 'Nobody', password: PASSWORD })
  const listed = async (): Promise<ListedJob[]> => command('jobs', 'list')
  await until(async () => (await listed()).length === 1)
  const [job] = await listed()
  assert.deepEqual([job?.email, job?.recipient_refused], ['nobody@example.org', true])
  assert.match(String(job?.reason), /550/)
  const jobs = async () => (await command('doctor')).find(({ check }: { check: string }) => check === 'jobs')
  const { ok, found } = await jobs()
  assert.deepEqual([ok, /recipients refused by mail servers: 1/.test(found)], [true, true])

  mails.recipientReply = '250 ok'
  assert.deepEqual(await command('jobs', 'retry', String(job?.id)), { retried: 1 })
  assert.ok((await mails.next('nobody@example.org')).subject)
  assert.deepEqual(await listed(), [])

  mails.recipientReply = '550 5.1.1 no such user'
  await submitForm(server, '/sign-up', { email: 'nobody@example.net', name: 'Nobody', password: PASSWORD })
  await until(async () => (await listed()).length === 1)
  assert.deepEqual(await command('jobs', 'clear', '--all'), { cleared: 1 })
  assert.deepEqual(await listed(), [])
  assertRefused(await run(['jobs', 'clear', '--json'], place), 1, 'give the number of one job, or --all')
})
