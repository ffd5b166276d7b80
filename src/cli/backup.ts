import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { findSecret } from '../secret-file.ts'
import { Keys } from '../service/keys.ts'
import { formatTimestamp } from '../service/timestamp.ts'
import { describeDifferences } from '../store/schema-differences.ts'
import { writeBackup } from '../store/sqlite/backup.ts'
import {
  type Command,
  type Invocation,
  type Output,
  requireEmbeddedDatabase,
  UsageError,
  withInstallation,
} from './command.ts'
import { explainingFolderFailures } from './folder-failures.ts'

export const backupCommand: Command = {
  name: ['backup'],
  usage: 'backup FILE|--record [--with-secret] [--force]',
  summary: 'Back up the database to FILE. The server can keep running.',
  details:
    'The backup contains everything that was acknowledged before it started. It contains the secret only with\n--with-secret; otherwise keep a copy of DATA_DIR/secret or SECRET in a separate place. An existing FILE is\noverwritten only with --force.\n\nThe database says when its last backup was made, for `soundings doctor` and the metrics. With --record, no backup is\nmade: the database is told that one was, by other tools such as pg_dump.',
  example: 'backup /var/backups/soundings-2026-06-01.db',
  options: { 'with-secret': { type: 'boolean' }, force: { type: 'boolean' }, record: { type: 'boolean' } },
  positionals: ['[FILE]'],
  run: async call => {
    const { values, positionals } = call
    const [name] = positionals
    if ((name === undefined) === (values.record !== true)) throw new UsageError('give a FILE, or --record')
    return name === undefined ? record(call) : makeBackup(call, name)
  },
}

async function makeBackup({ values, config, terminal }: Invocation, name: string): Promise<Output> {
  requireEmbeddedDatabase(config, 'pg_dump or pg_basebackup')
  // Only the owner may read the backup, as with the data directory.
  process.umask(0o077)
  const file = resolve(name)
  if (existsSync(file) && !values.force) throw new Error(`${file} already exists; pass --force to overwrite it`)
  const secret = values['with-secret'] ? currentSecret(config) : undefined
  const madeAt = new Date().toISOString()
  const options = { folder: config.dataDir, file, madeAt, secret }
  const { bytes, isRecorded, differences } = explainingFolderFailures(config, () => writeBackup(options))
  if (differences.length > 0) terminal.say(`${WILL_BE_REFUSED}: ${describeDifferences(differences)}.\n`)
  terminal.say(secret === undefined ? WITHOUT_SECRET : WITH_SECRET)
  if (!isRecorded) terminal.say(NOT_RECORDED)
  const data = { file, made_at: madeAt, bytes, with_secret: secret !== undefined }
  return { data, text: `Wrote ${file}: ${bytes} bytes, ${secret === undefined ? 'without' : 'with'} the secret.` }
}

function record(call: Invocation): Promise<Output> {
  return withInstallation(call, async ({ context: { store, clock } }) => {
    const now = clock()
    await store.lastBackup.record(now)
    return { data: { made_at: formatTimestamp(now) }, text: 'Recorded that a backup was made.' }
  })
}

const WILL_BE_REFUSED =
  '`soundings restore` will refuse this backup. Undo what others have changed in the schema, and make another backup'

const WITHOUT_SECRET =
  'This backup does not contain the secret. Keep a copy of DATA_DIR/secret (or SECRET) in a separate place: without it, the server will not start on the restored database.\n'
const WITH_SECRET = 'This backup contains the secret. Anyone who has the file can open every dashboard.\n'
const NOT_RECORDED =
  'The backup is complete, but the database could not be told: `soundings doctor` goes on to name the one before. Check that the disk is not full, and that the server has been started since the last upgrade.\n'

function currentSecret(config: Config): { text: string; check: string } {
  const text = findSecret(config)
  if (text === undefined) throw new Error(`no secret found: ${config.dataDir} contains none and SECRET is not set`)
  return { text, check: new Keys(text).check }
}
