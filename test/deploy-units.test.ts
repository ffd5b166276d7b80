import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { serve, temporaryFolder } from './program.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the units', () => {
  const paths = globSync('deploy/*.{service,timer}', { cwd: root })
  const program = /^ExecStart=.*$/m

  test('exist', () => assert.equal(paths.length, 4))

  for (const path of paths)
    test(`${path} has sections and keys that exist`, () => {
      let section = ''
      for (const line of read(path)
        .split('\n')
        .filter(line => line !== '' && !line.startsWith('#'))) {
        section = /^\[(\w+)\]$/.exec(line)?.[1] ?? section
        if (!line.startsWith('[')) assert.ok(KEYS[section]?.includes(line.split('=')[0] ?? ''), `[${section}] ${line}`)
      }
    })

  test('start programs that exist, as an unprivileged user', () => {
    for (const path of paths.filter(path => path.endsWith('.service'))) {
      const [start = ''] = program.exec(read(path)) ?? []
      assert.match(start, /\/opt\/soundings\/node_modules\/\.bin\/node .*--env-file=\/etc\/soundings\/settings /)
      assert.match(start, /bin\/soundings\.js (serve|backup)\b/)
      assert.match(read(path), /^User=soundings$/m)
    }
  })

  test('start the server as `npm start` does', () => {
    const started = JSON.parse(read('package.json')).scripts.start
    const settingsOf = (text: string) =>
      text.match(/--(?!env-file)[\w-]+(=\w+)?(?=.* (serve|"\$program"))|MALLOC_\w+=\d/g)?.sort()
    for (const name of ['soundings.service', 'soundings@.service'])
      assert.deepEqual(settingsOf(read(`deploy/${name}`)), settingsOf(started), name)
    const image = read('deploy/soundings.sh').replace(/^ .*$/m, '')
    assert.deepEqual(settingsOf(image), settingsOf(started))
  })

  test('a service can write only to its own directory, if to any, and is stopped by SIGTERM', () => {
    const confined = ['ProtectSystem=strict', 'NoNewPrivileges=yes', 'CapabilityBoundingSet=']
    for (const [name, directories] of [
      ['soundings.service', ['StateDirectory=soundings']],
      ['soundings@.service', []],
    ] as const) {
      const lines = read(`deploy/${name}`).split('\n')
      for (const line of confined) assert.ok(lines.includes(line), `${name}: ${line}`)
      assert.deepEqual(
        lines.filter(line => /^(StateDirectory|ReadWritePaths)=/.test(line)),
        directories,
      )
      assert.ok(!lines.some(line => line.startsWith('KillSignal=')), name)
    }
  })

  test('backups are deleted after 14 days, and not before', t => {
    const folder = temporaryFolder(t)
    const [, find = ''] = /^ExecStartPost=(.*)$/m.exec(read('deploy/soundings-backup.service')) ?? []
    for (const hours of [1, 14 * 24 - 1, 14 * 24 + 1, 100 * 24]) {
      const file = join(folder, `${hours}.db`)
      const time = Date.now() / 1_000 - hours * 3_600
      writeFileSync(file, '')
      utimesSync(file, time, time)
    }
    spawnSync('sh', ['-c', find], { env: { PATH: process.env.PATH, STATE_DIRECTORY: folder } })
    assert.deepEqual(readdirSync(folder).sort(), ['1.db', `${14 * 24 - 1}.db`])
  })

  test('a restart waits until the server is ready', async t => {
    const { baseUrl, stop } = await serve(t, [], { dataDir: temporaryFolder(t) })
    const env = { PATH: process.env.PATH, PORT: new URL(baseUrl).port }
    const program = join(root, 'deploy/wait-until-ready.js')
    const wait = (pid: number) =>
      spawnSync(process.execPath, [program, '60'], {
        env: { ...env, MAINPID: String(pid) },
        timeout: 2_000,
        encoding: 'utf8',
      })
    assert.equal(wait(process.pid).status, 0)
    await stop()
    assert.equal(wait(process.pid).status, null, 'it was still waiting')
    const full = await serve(t, [], {
      dataDir: temporaryFolder(t),
      env: { PORT: env.PORT, FREE_DISK: '1000000000' },
    })
    assert.equal(wait(process.pid).status, 0, 'reads are answered on a disk that is nearly full')
    await full.stop()
    const { pid: ended = 0 } = spawnSync(process.execPath, ['--version'])
    const { status, stderr } = wait(ended)
    const says = 'the server has ended before it was ready; its own last line says why\n'
    assert.deepEqual([status, stderr], [1, says], 'of a server that has ended nothing is to be expected')
  })

  test('a restart waits for a migration as long as it takes, and for a server that listens a minute', async t => {
    for (const name of ['soundings.service', 'soundings@.service']) {
      assert.match(read(`deploy/${name}`), /^ExecStartPost=.* \/opt\/soundings\/deploy\/wait-until-ready\.js 60$/m)
      assert.match(read(`deploy/${name}`), /^TimeoutStartSec=infinity$/m)
    }
    const port = await freePort()
    const program = join(root, 'deploy/wait-until-ready.js')
    const env = { PATH: process.env.PATH, PORT: String(port), MAINPID: String(process.pid) }
    const waiting = spawn(process.execPath, [program, '0.2'], { env })
    t.after(() => waiting.kill())
    const stderr = text(waiting.stderr)
    const ended = once(waiting, 'exit')
    await delay(1_000)
    assert.equal(waiting.exitCode, null, 'before it listens there is no limit')
    const server = createServer((_, response) => response.writeHead(503).end()).listen(port, '127.0.0.1')
    t.after(() => server.close())
    assert.deepEqual(await ended, [1, null])
    assert.equal(await stderr, 'the server listens but is not ready; its log says why\n')
  })
})

const KEYS: Readonly<Record<string, readonly string[]>> = {
  Unit: ['Description', 'Documentation', 'Wants', 'After', 'StartLimitIntervalSec'],
  Install: ['WantedBy'],
  Timer: ['OnCalendar', 'RandomizedDelaySec', 'Persistent'],
  Service: [
    ...['Type', 'User', 'Group', 'WorkingDirectory', 'StateDirectory', 'StateDirectoryMode', 'Environment'],
    ...[
      'ExecStart',
      'ExecStartPost',
      'Restart',
      'RestartSec',
      'KillMode',
      'TimeoutStartSec',
      'TimeoutStopSec',
      'UMask',
      'Nice',
    ],
    ...['LimitNOFILE', 'LimitCORE', 'IOSchedulingClass', 'NoNewPrivileges', 'CapabilityBoundingSet'],
    ...['AmbientCapabilities', 'ProtectSystem', 'ProtectHome', 'ProtectProc', 'PrivateTmp', 'PrivateDevices'],
    ...['PrivateUsers', 'PrivateNetwork', 'ProtectClock', 'ProtectHostname', 'ProtectKernelLogs'],
    ...['ProtectKernelModules', 'ProtectKernelTunables', 'ProtectControlGroups', 'RestrictAddressFamilies'],
    ...['RestrictNamespaces', 'RestrictRealtime', 'RestrictSUIDSGID', 'LockPersonality', 'RemoveIPC'],
    ...['SystemCallArchitectures', 'SystemCallFilter', 'SystemCallErrorNumber', 'ReadWritePaths'],
  ],
}
