import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { startMailServer } from '../account/mail-server.ts'
import { freePort } from '../free-port.ts'
import { installation } from '../installation.ts'
import { run } from '../program.ts'

interface CheckResult {
  readonly check: string
  readonly ok: boolean
  readonly found: string
  readonly remedy: string | null
}

const PASSWORD = 'hunter2/@canary'
const FROM = { MAIL_FROM: 'soundings@example.org' }

describe('what doctor finds about the mail server', { concurrency: 4 }, () => {
  test('one that answers passes, and without SMTP_URL none is asked [cli-doctor]', async t => {
    const server = await startMailServer()
    t.after(() => server.close())
    const { host } = new URL(server.url)
    assert.deepEqual(await checkMail(t, server.url), {
      check: 'mail',
      ok: true,
      found: `${host} answers`,
      remedy: null,
    })
    assert.deepEqual(server.mails, [])
    assert.equal(await checkMail(t, undefined), undefined)
  })

  test('one that refuses the password is reported without it [cli-doctor]', async t => {
    const host = await startRefusing(t)
    const found = await checkMail(t, `smtp://ada:${encodeURIComponent(PASSWORD)}@${host}`)
    assert.deepEqual([found?.ok, found?.found], [false, `${host} refuses user and password: 535`])
    assert.match(found?.remedy ?? '', /^check user and password in SMTP_URL/)
  })

  test('an unreachable one is reported with its host and the reason [cli-doctor]', async t => {
    const host = `127.0.0.1:${await freePort()}`
    const found = await checkMail(t, `smtp://ada:${encodeURIComponent(PASSWORD)}@${host}`)
    assert.deepEqual([found?.ok, found?.found], [false, `${host}: connect ECONNREFUSED ${host}`])
    assert.match(found?.remedy ?? '', /^check SMTP_URL .*reach it$/)
  })

  test('an unresponsive one times out [cli-doctor]', async t => {
    const host = await startListener(t, () => undefined)
    const found = await checkMail(t, `smtp://${host}`)
    assert.deepEqual([found?.ok, found?.found], [false, `${host}: Greeting never received`])
  })
})

/** @returns what doctor says about the mail server; its output never has the password in it */
async function checkMail(t: TestContext, url: string | undefined): Promise<CheckResult | undefined> {
  const { dataDir, json } = installation(t)
  await json('account', 'list')
  const env = url === undefined ? {} : { SMTP_URL: url, ...FROM }
  const { status, stdout, stderr } = await run(['doctor', '--json'], { dataDir, env })
  for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), btoa(PASSWORD)])
    assert.equal((stdout + stderr).includes(secret), false)
  const results: CheckResult[] = JSON.parse(stdout)
  assert.deepEqual(
    results.filter(({ ok, check }) => !ok && check !== 'mail'),
    [],
  )
  const found = results.find(({ check }) => check === 'mail')
  assert.equal(status, found?.ok === false ? 1 : 0)
  return found
}

/** A mail server that repeats what it refuses. */
function startRefusing(t: TestContext): Promise<string> {
  return startListener(t, socket => {
    socket.write('220 mail.example.org\r\n')
    socket.setEncoding('utf8').on('data', (line: string) => {
      if (line.startsWith('EHLO')) socket.write('250-mail.example.org\r\n250 AUTH PLAIN\r\n')
      else socket.write(line.startsWith('AUTH') ? `535 5.7.8 no ${PASSWORD} ${line.trimEnd()}\r\n` : '221 bye\r\n')
    })
  })
}

/** @returns its host and port */
async function startListener(t: TestContext, accept: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = []
  const listener = createServer(socket => {
    sockets.push(socket.on('error', () => undefined))
    accept(socket)
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    listener.close()
  })
  return `127.0.0.1:${(listener.address() as AddressInfo).port}`
}
