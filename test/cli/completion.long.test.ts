import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { assertRefused } from '../installation.ts'
import { reportMissing } from '../missing-program.ts'
import { run, temporaryFolder } from '../program.ts'

const PROMPT = 'ready:'

/**
 * How a shell is started without its user’s settings, and what loads the script, and a command that records its
 * arguments.
 */
const SHELLS = {
  bash: {
    command: 'bash --norc --noprofile -i',
    setup: `source ./script
soundings() { printf '<%s>' "$@" >> words; echo >> words; }
PS1=${PROMPT}`,
  },
  zsh: {
    command: 'zsh -f -i',
    setup: `autoload -U compinit; compinit -u -D; source ./script
soundings() { printf '<%s>' "$@" >> words; echo >> words }
PS1=${PROMPT}`,
  },
  fish: {
    command: 'fish --no-config -i',
    setup: `source ./script
function soundings; printf '<%s>' $argv >> words; echo >> words; end
function fish_prompt; echo ${PROMPT}; end`,
  },
}

/** Keys, and the resulting arguments of a command. A tab completes. */
const TYPED: [keys: string, words: string][] = [
  ['acc\tre\t ada', '<account><reset-link><ada>'],
  ['surveys cr\tkü\t', '<surveys><create><kü che.yaml>'],
  ['survey res\tkü\t --acc\t ada', '<survey><restore><kü che.yaml><--account><ada>'],
  ['apply kü\tteam\t --y\t', '<apply><kü che.yaml><team><--yes>'],
  ['surveys show team\t', '<surveys><show><team>'],
  [
    '--server http://127.0.0.1:9 surveys li\t--tok\tsec\t --op\t',
    '<--server><http://127.0.0.1:9><surveys><list><--token-file><secret.txt><--open>',
  ],
  ['diff --token-file=sec\t kü\t', '<diff><--token-file=secret.txt><kü che.yaml>'],
  ['results --se\thttp\t team', '<results><--server><http><team>'],
  ['--ver\t', '<--version>'],
  ['--la\t', '<--lan>'],
  ['compl\tfi\t', '<completion><fish>'],
]

const isInstalled = (program: string) => spawnSync('which', [program]).status === 0

describe('a shell completes commands, options and files [cli-completion]', { concurrency: 3, timeout: 60_000 }, () => {
  for (const [shell, { command, setup }] of Object.entries(SHELLS))
    if (!isInstalled(shell) || !isInstalled('script')) reportMissing(shell, `Install ${shell}.`)
    else
      test(shell, async t => {
        const folder = await folderWithScript(t, shell, setup)
        const lines = [...TYPED.map(([keys]) => `soundings ${keys}`), 'exit']
        await typeInto(command, folder, lines)
        assert.deepEqual(
          readFileSync(join(folder, 'words'), 'utf8').trimEnd().split('\n'),
          TYPED.map(([, words]) => words),
        )
      })

  test('only these shells have a script', async t => {
    const outcome = await run(['completion', 'tcsh'], { dataDir: temporaryFolder(t) })
    assertRefused(outcome, 1, 'the shell must be one of bash, zsh, fish, not "tcsh"')
  })

  test('printing a script opens no files and sends no requests', async t => {
    const dataDir = join(temporaryFolder(t), 'none')
    const outcome = await run(['completion', 'bash'], { dataDir, env: { PORT: 'none' } })
    assert.deepEqual([outcome.status, outcome.stderr, existsSync(dataDir)], [0, '', false])
  })
})

/** A folder with the script, and files that can be completed. */
async function folderWithScript(t: TestContext, shell: string, setup: string): Promise<string> {
  const folder = temporaryFolder(t)
  const { stdout } = await run(['completion', shell], { dataDir: join(folder, 'none') })
  for (const [name, text] of Object.entries({
    script: stdout,
    setup,
    'kü che.yaml': '',
    'team.txt': '',
    'secret.txt': '',
  }))
    writeFileSync(join(folder, name), text)
  return folder
}

/** Types lines into a shell in a terminal, once it is ready. */
async function typeInto(command: string, cwd: string, lines: readonly string[]): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: cwd, LANG: 'C.UTF-8', TERM: 'dumb' }
  const terminal = spawn('script', ['-qec', command, '/dev/null'], { cwd, env })
  const ended = once(terminal, 'close')
  terminal.stdin.write('source ./setup\n')
  let shown = ''
  terminal.stdout.setEncoding('utf8').on('data', text => {
    const wasReady = shown.includes(PROMPT)
    shown += text
    if (!wasReady && shown.includes(PROMPT)) terminal.stdin.write(`${lines.join('\n')}\n`)
  })
  await ended
}
