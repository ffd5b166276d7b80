import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import { freePort } from '../free-port.ts'
import { assertRefused } from '../installation.ts'
import { type Run, run, serve, temporaryFolder } from '../program.ts'
import { until } from '../until.ts'

describe('soundings ready', { concurrency: 4 }, () => {
  test('asks the server of these settings whether it can write', async t => {
    const { baseUrl, stop } = await serve(t, [], { dataDir: temporaryFolder(t) })
    const options = withPort(t, new URL(baseUrl).port)
    const ready = await run(['ready'], options)
    assert.deepEqual([ready.status, ready.stdout], [0, 'The server is ready.\n'])
    await stop()
    assertRefused(await run(['ready'], options), 1, `no server listens at http://127.0.0.1:${options.env.PORT}`)
  })

  test('says why a server that listens is not ready', async t => {
    const options = await unready(t, { error: 'the database cannot be reached' })
    assertRefused(await run(['ready'], options), 1, 'the server is not ready: the database cannot be reached')
  })

  test('waits for a migration as long as it takes, and for a server that listens as long as it is told', async t => {
    const port = await freePort()
    const options = withPort(t, String(port))
    const asks = t.mock.method(globalThis, 'fetch')
    const asked = () => asks.mock.calls.filter(({ arguments: [url] }) => String(url).includes(`:${port}/`)).length
    const waiting = run(['ready', '--wait', '0.2'], options)
    // It pauses for a tenth of a second after each, so more than 0.2 s have passed.
    await Promise.race([waiting, until(() => asked() > 5)])
    await unready(t, { error: 'not yet' }, port)
    assertRefused(await waiting, 1, 'the server listens but is not ready: not yet')
  })

  test('does not wait for room on a disk, because reads are answered', async t => {
    const options = await unready(t, { error: 'the disk is nearly full' })
    assert.equal((await run(['ready', '--wait', '60'], options)).status, 0)
    assert.equal((await run(['ready'], options)).status, 1)
  })

  test('does not wait for a server that has ended, as systemd knows it', async t => {
    const { pid = 0 } = spawnSync(process.execPath, ['--version'])
    const { dataDir, env } = withPort(t, String(await freePort()))
    const outcome = await run(['ready', '--wait', '60'], { dataDir, env: { ...env, MAINPID: String(pid) } })
    assertRefused(outcome, 1, 'the server exited before it was ready; the last line of its log says why')
  })

  test('refuses a time that is none', async t => {
    for (const wait of ['soon', '-1', ''])
      assertRefused(
        await run(['ready', `--wait=${wait}`], withPort(t, '3000')),
        1,
        `--wait must be a number of seconds, not "${wait}"`,
      )
  })
})

function withPort(t: TestContext, port: string): Run & { readonly env: { readonly PORT: string } } {
  return { dataDir: temporaryFolder(t), env: { PORT: port } }
}

/** A server whose storage is away. */
async function unready(t: TestContext, body: { readonly error: string }, port?: number) {
  const listening = port ?? (await freePort())
  const server = createServer((_, response) => response.writeHead(503).end(JSON.stringify(body)))
  t.after(() => server.close())
  await new Promise<void>(resolve => server.listen(listening, '127.0.0.1', resolve))
  return withPort(t, String(listening))
}
