import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { buildExecutable } from '../../bin/build-executable.js'
import { reportMissing } from '../missing-program.ts'
import { temporaryFolder } from '../program.ts'

const root = join(import.meta.dirname, '../..')
const NODE = process.execPath
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Makes the machine’s folders writable for these commands only, in a separate network. */
const MACHINE = `
ip link set lo up
mount -t tmpfs none /mnt
for folder in etc opt var usr/local; do
  mkdir -p "/mnt/$folder/over" "/mnt/$folder/work"
  mount -t overlay overlay -o "lowerdir=/$folder,upperdir=/mnt/$folder/over,workdir=/mnt/$folder/work" "/$folder"
done
`

const cannot = missing()
const executable = cannot === undefined ? buildExecutable() : ''
if (cannot !== undefined) reportMissing('the commands of the guide for systemd', cannot)
else {
  test('the commands of the guide install, back up, upgrade and go back, with our units', { timeout: 600_000 }, t => {
    const said = onMachine(t, [
      blockOf('deploy/README.md', 'useradd'),
      // The link at the end of the installation sets a password.
      'soundings account list > accounts',
      // Without the other machine’s address.
      blockOf('docs/operating/backups.md', 'BACKUP_COPY'),
      'ls elsewhere/soundings > copied',
      'soundings account create later@example.org',
      blockOf('deploy/README.md', 'version=0.2.0'),
      'readlink /opt/soundings/soundings > upgraded',
      'backup=$(ls /var/lib/soundings-backups)',
      blockOf('deploy/README.md', 'soundings restore').replace('2026-06-01T061500Z.db', '"$backup"'),
      'readlink /opt/soundings/soundings > gone-back',
      'soundings ready > ready',
      'soundings account list > restored',
    ])
    assert.match(said('accounts'), /you@example\.org/)
    assert.match(said('copied'), /^\d{4}-\d\d-\d\dT\d{6}Z\.db\n$/)
    assert.equal(said('upgraded'), 'soundings-0.2.0-linux-x64\n')
    assert.equal(said('gone-back'), `soundings-${version}-linux-x64\n`)
    assert.equal(said('ready'), 'The server is ready.\n')
    assert.match(said('restored'), /you@example\.org/)
    assert.doesNotMatch(said('restored'), /later@example\.org/)
    assert.equal(existsSync(said.path('elsewhere/mails')), false, 'nothing has failed')
  })

  test('a failed copy of a backup and invalid settings are reported by the alarm', { timeout: 600_000 }, t => {
    const said = onMachine(t, [
      blockOf('deploy/README.md', 'useradd'),
      blockOf('docs/operating/backups.md', 'BACKUP_COPY').replace('rsync --archive', 'false'),
      'echo SIGNUP=nobody >> /etc/soundings/settings',
      'systemctl restart soundings',
      'soundings doctor > doctor',
    ])
    assert.equal(said('elsewhere/mails'), 'Soundings: soundings-backup has failed\nSoundings: soundings has failed\n')
    assert.match(said('log'), /^soundings: SIGNUP must be one of open, closed, invite, not "nobody"$/m)
    assert.match(said('doctor'), /^failed {2}settings {4}SIGNUP must be one of/m)
  })

  test('systemd accepts the units', { timeout: 600_000 }, t => {
    const said = onMachine(t, [
      blockOf('deploy/README.md', 'useradd'),
      `systemd-analyze verify /etc/systemd/system/soundings*.service /etc/systemd/system/soundings-backup.timer > verified 2>&1`,
      'for unit in soundings soundings-backup; do systemd-analyze security --offline=true /etc/systemd/system/$unit.service | tail -1 >> exposure; done',
    ])
    assert.doesNotMatch(said('verified'), /soundings/)
    const exposure = [...said('exposure').matchAll(/(\d\.\d)/g)].map(([, level]) => Number(level))
    assert.equal(exposure.length, 2)
    for (const level of exposure) assert.ok(level < 4, said('exposure'))
  })
}

/** Why these tests cannot run here. */
function missing(): string | undefined {
  const needed = ['unshare', 'ip', 'runuser', 'useradd', 'rsync', 'systemd-analyze', 'mount']
  const absent = needed.filter(name => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
  if (absent.length > 0) return `Install ${absent.join(', ')}.`
  const { status } = spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'true'])
  return status === 0 ? undefined : 'Run them as root, where namespaces can be made.'
}

/** The block of commands in a document that contains a text. */
function blockOf(path: string, text: string): string {
  const blocks = [...readFileSync(join(root, path), 'utf8').matchAll(/^( *)```sh\n([\s\S]*?)^ *```/gm)]
  const [, indent = '', block = ''] = blocks.find(([, , block = '']) => block.includes(text)) ?? []
  assert.notEqual(block, '', `${path} has no commands with ${text}`)
  return block.replace(new RegExp(`^${indent}`, 'gm'), '')
}

/**
 * Runs commands as root on a machine whose folders are copies of this one’s, discarded afterwards. It has no systemd
 * and no mail, and a folder stands for the other machine.
 * @returns a function that reads a file written by them
 */
function onMachine(t: TestContext, commands: readonly string[]) {
  const folder = temporaryFolder(t)
  const release = ['0.1.0', '0.2.0'].map(
    number => `cp '${join(root, executable)}' release/soundings-${number}-linux-x64`,
  )
  const script = [
    MACHINE,
    `chmod 755 '${folder}' && cd '${folder}'`,
    `mkdir -m 777 release elsewhere && ln -s '${root}/deploy' deploy`,
    ...release,
    program('/usr/local/bin/systemctl', `exec ${NODE} ${root}/test/deploy/systemctl.ts "$@"`),
    program('/usr/local/bin/mail', `echo "$2" >> '${folder}/elsewhere/mails'`),
    // ssh -l USER HOST rsync --server …
    'mkdir -p /opt/soundings',
    program(
      '/opt/soundings/ssh',
      `while [ "$1" != rsync ]; do shift; done; cd '${folder}/elsewhere'; mkdir -p soundings; exec "$@"`,
    ),
    ...commands,
    'cp /var/log/soundings log || true',
  ]
  spawnSync(
    'unshare',
    ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c', script.join('\n')],
    { encoding: 'utf8', timeout: 500_000, killSignal: 'SIGKILL', env: { PATH: `/usr/local/bin:${process.env.PATH}` } },
  )
  const path = (name: string) => join(folder, name)
  return Object.assign((name: string) => readFileSync(path(name), 'utf8'), { path })
}

function program(path: string, commands: string): string {
  return `cat > ${path} <<'PROGRAM'\n#!/bin/sh\n${commands}\nPROGRAM\nchmod 755 ${path}`
}
