import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sendWith, submitForm } from '../account/browser.ts'
import { startMailServer } from '../account/mail-server.ts'
import { freePort } from '../free-port.ts'
import { call, type Service } from '../harness.ts'
import { cookieIn } from '../http.ts'
import { run, serve, temporaryFolder } from '../program.ts'

const EMAIL = 'canary-holder@example.org'
const PASSWORDS = ['canary password one', 'canary password two', 'canary wrong password', 'canary not mine']

test('no password, session, link or token is in the database, the log or the metrics [account-secrets-hidden, account-session-stored]', async t => {
  const mails = await startMailServer()
  t.after(() => mails.close())
  const dataDir = temporaryFolder(t)
  const metricsPort = await freePort()
  const mail = { SMTP_URL: mails.url, MAIL_FROM: 'soundings@example.org' }
  const env = { METRICS_PORT: String(metricsPort), LOG_LEVEL: 'trace', ...mail }
  const server = await serve(t, [], { dataDir, env })
  const service = server as unknown as Service
  const secrets: string[] = [...PASSWORDS]
  const cookieOf = (headers: Headers) => {
    const cookie = cookieIn(headers)
    secrets.push(cookie.split('=')[1] ?? '')
    return cookie
  }
  const pathIn = ({ text }: { text: string }) => {
    const path = /^http\S+?(\/[a-z-]+\/\S+)$/m.exec(text)?.[1] ?? assert.fail(text)
    secrets.push(path.split('/').at(-1) ?? '')
    return path
  }

  await submitForm(service, '/sign-up', { email: EMAIL })
  const path = pathIn(await mails.next(EMAIL))
  await call(service, 'GET', path)
  await submitForm(service, path, { password: PASSWORDS[3] ?? '', name: 'x'.repeat(300) })
  const made = await submitForm(service, path, { password: PASSWORDS[0] ?? '' })
  assert.equal(made.status, 303)
  const cookie = cookieOf(made.headers)
  await submitForm(service, '/sign-in', { email: EMAIL, password: PASSWORDS[2] ?? '' })
  const { headers } = await submitForm(service, '/sign-in', { email: EMAIL, password: PASSWORDS[0] ?? '' })
  await submitForm(service, '/sign-out', {}, { cookie: cookieOf(headers) })
  mails.status = 550
  await submitForm(service, '/forgot-password', { email: EMAIL })
  await run(['subscription', 'set', EMAIL, 'active'], { dataDir })
  const send = sendWith(service, cookie)
  const { token } = (await send('POST', '/tokens', {})).body as never as { token: string }
  secrets.push(token)
  assert.equal((await send('POST', '/verify', { password: PASSWORDS[2] })).status, 400)
  mails.status = 250
  await submitForm(service, '/forgot-password', { email: EMAIL })
  const reset = pathIn(await mails.next(EMAIL))
  assert.equal((await submitForm(service, reset, { password: PASSWORDS[1] ?? '' })).status, 303)
  await call(service, 'GET', `/reset-password/${secrets.at(-1)}`)

  const metrics = await call({ baseUrl: `http://127.0.0.1:${metricsPort}` }, 'GET', '/metrics')
  const whileRunning = filesIn(dataDir)
  const { stdout, stderr } = await server.stop()
  assert.match(stdout, /"route":"\/reset-password\/:token"/)
  assert.ok(whileRunning.includes(EMAIL))
  assert.equal(secrets.length, 9)
  for (const [name, text] of Object.entries({
    files: whileRunning + filesIn(dataDir),
    stdout,
    stderr,
    metrics: metrics.text,
  })) {
    for (const secret of secrets) assert.equal(text.includes(secret), false, `${secret} in ${name}`)
    // Only the database may know who has an account.
    if (name !== 'files') assert.doesNotMatch(text, /canary/, name)
  }
})

function filesIn(folder: string): string {
  return readdirSync(folder)
    .map(name => readFileSync(join(folder, name), 'latin1'))
    .join('\n')
}
