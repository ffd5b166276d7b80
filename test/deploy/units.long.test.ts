import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { newPostgres } from '../database.ts'
import { reportMissing } from '../missing-program.ts'
import { run, temporaryFolder } from '../program.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the units', () => {
  const paths = globSync('deploy/*.{service,timer}', { cwd: root })
  const program = /^ExecStart=.*$/m

  test('exist', () => assert.equal(paths.length, 5))

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

  test('start the single executable or a script of this folder, as an unprivileged user', () => {
    for (const path of paths.filter(path => path.endsWith('.service'))) {
      const [start = ''] = program.exec(read(path)) ?? []
      assert.match(
        start,
        /=(\/opt\/soundings\/soundings serve|\/opt\/soundings\/soundings-backup \/var\/lib\/soundings-backups|\/etc\/soundings\/alarm %i)$/,
      )
      assert.match(read(path), /^User=soundings$/m)
    }
    assert.ok((statSync(join(root, 'deploy/soundings-backup')).mode & 0o111) !== 0)
  })

  test('restart a server whatever ends it, except with invalid settings, and report units that failed for good', () => {
    for (const name of ['soundings.service', 'soundings@.service'])
      for (const line of ['Restart=always', 'StartLimitIntervalSec=0', 'RestartPreventExitStatus=78'])
        assert.ok(read(`deploy/${name}`).split('\n').includes(line), `${name}: ${line}`)
    for (const name of ['soundings.service', 'soundings@.service', 'soundings-backup.service'])
      assert.ok(read(`deploy/${name}`).split('\n').includes('OnFailure=soundings-alarm@%N.service'), name)
  })

  test('wait until a server is ready, and for a migration as long as it takes', () => {
    for (const name of ['soundings.service', 'soundings@.service'])
      for (const line of ['ExecStartPost=/opt/soundings/soundings ready --wait 60', 'TimeoutStartSec=infinity'])
        assert.ok(read(`deploy/${name}`).split('\n').includes(line), `${name}: ${line}`)
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
})

describe('deploy/soundings-backup', () => {
  test('makes a backup that can be restored, and copies it', async t => {
    const { dataDir, folder, backUp } = await installationWithBackups(t)
    const elsewhere = temporaryFolder(t)
    const { status, stderr } = backUp({ BACKUP_COPY: `cp --archive . '${elsewhere}'` })
    assert.equal(status, 0, stderr)
    assert.deepEqual(readdirSync(elsewhere), readdirSync(folder))
    const [name = ''] = readdirSync(elsewhere)
    assert.match(name, /^\d{4}-\d\d-\d\dT\d{6}Z\.db$/)
    assert.equal(statSync(join(folder, name)).mode & 0o077, 0, 'only its owner can read it')
    const restored = temporaryFolder(t)
    cpSync(join(dataDir, 'secret'), join(restored, 'secret'))
    assert.equal((await run(['restore', join(elsewhere, name)], { dataDir: restored })).status, 0)
    const { stdout } = await run(['account', 'list', '--json'], { dataDir: restored })
    assert.equal(JSON.parse(stdout)[0].email, 'ada@example.org')
  })

  test('deletes backups after 14 days and not before, and nothing else', async t => {
    const { folder, backUp } = await installationWithBackups(t)
    for (const hours of [1, 14 * 24 - 1, 14 * 24 + 1, 100 * 24])
      for (const extension of ['db', 'dump', 'txt']) {
        const file = join(folder, `${hours}.${extension}`)
        const time = Date.now() / 1_000 - hours * 3_600
        writeFileSync(file, '')
        utimesSync(file, time, time)
      }
    assert.equal(backUp({}).status, 0)
    const left = readdirSync(folder).filter(name => /^\d+\.(db|dump)$/.test(name))
    assert.deepEqual(left.sort(), ['1.db', '1.dump', `${14 * 24 - 1}.db`, `${14 * 24 - 1}.dump`])
    assert.ok(existsSync(join(folder, `${100 * 24}.txt`)))
  })

  test('fails and deletes nothing if the backup or its copy fails', async t => {
    const { dataDir, folder, backUp } = await installationWithBackups(t)
    const old = join(folder, 'old.db')
    writeFileSync(old, '')
    utimesSync(old, 1, 1)
    assert.notEqual(backUp({ BACKUP_COPY: 'false' }).status, 0)
    assert.ok(existsSync(old))
    for (const name of readdirSync(folder)) if (join(folder, name) !== old) rmSync(join(folder, name))
    rmSync(join(dataDir, 'soundings.db'))
    const { status, stderr } = backUp({})
    assert.notEqual(status, 0)
    assert.match(stderr, /there is no database in/)
    assert.ok(existsSync(old))
  })

  for (const program of ['soundings', 'psql']) {
    if (program === 'psql' && spawnSync('psql', ['--version']).status !== 0) {
      reportMissing('recording a backup with psql', 'Install postgresql-client.')
      continue
    }
    test(`with PostgreSQL, it records a backup with ${program} once it has been copied`, async t => {
      const database = await newPostgres()
      t.after(() => database.drop())
      const { backUp } = await installationWithBackups(t, program === 'soundings')
      const lastBackup = async () => (await database.query('select last_backup_at as at from installation'))[0]?.at
      const service = { DATABASE_URL: database.url, SECRET: 'a secret of more than 32 characters' }
      const env = { ...service, ...clientSettings(database.url), BACKUP_COPY: 'false' }
      assert.notEqual(backUp(env).status, 0)
      assert.equal(await lastBackup(), null)
      const { status, stderr } = backUp({ ...env, BACKUP_COPY: 'true' })
      assert.equal(status, 0, stderr)
      assert.ok(Math.abs(Number(await lastBackup()) - Date.now()) < 60_000)
    })
  }
})

/** How PostgreSQL’s programs find a database. */
function clientSettings(url: string) {
  const { hostname, port, username, password, pathname } = new URL(url)
  const server = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password }
  return { ...server, PGDATABASE: pathname.slice(1) }
}

/** A database with an account, and the script with the folder that it writes to. */
async function installationWithBackups(t: TestContext, hasProgram = true) {
  const [dataDir, folder, programs] = [temporaryFolder(t), temporaryFolder(t), temporaryFolder(t)]
  assert.equal((await run(['account', 'create', 'ada@example.org'], { dataDir })).status, 0)
  const program = `exec '${process.execPath}' '${join(root, 'bin/soundings.js')}' "$@"`
  if (hasProgram) writeFileSync(join(programs, 'soundings'), `#!/bin/sh\n${program}\n`, { mode: 0o755 })
  // The installed ones may be older than the server. The restore drill runs them.
  writeFileSync(join(programs, 'pg_dump'), '#!/bin/sh\necho dump > "$(echo "$2" | cut -d= -f2)"\n', { mode: 0o755 })
  writeFileSync(join(programs, 'pg_restore'), '#!/bin/sh\n', { mode: 0o755 })
  const backUp = (env: Readonly<Record<string, string>>) =>
    spawnSync(join(root, 'deploy/soundings-backup'), [folder], {
      env: { PATH: `${programs}:${process.env.PATH}`, DATA_DIR: dataDir, ...env },
      encoding: 'utf8',
    })
  return { dataDir, folder, backUp }
}

const KEYS: Readonly<Record<string, readonly string[]>> = {
  Unit: ['Description', 'Documentation', 'Wants', 'After', 'StartLimitIntervalSec', 'OnFailure'],
  Install: ['WantedBy'],
  Timer: ['OnCalendar', 'RandomizedDelaySec', 'Persistent'],
  Service: [
    ...[
      'Type',
      'User',
      'Group',
      'WorkingDirectory',
      'StateDirectory',
      'StateDirectoryMode',
      'Environment',
      'EnvironmentFile',
    ],
    ...[
      'ExecStart',
      'ExecStartPost',
      'Restart',
      'RestartSec',
      'RestartPreventExitStatus',
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
