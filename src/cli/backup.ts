import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { findSecret } from '../secret-file.ts'
import { Keys } from '../service/keys.ts'
import { describeDifferences } from '../store/schema-differences.ts'
import { writeBackup } from '../store/sqlite/backup.ts'
import { type Command, requireEmbeddedDatabase } from './command.ts'
import { explainingFolderFailures } from './folder-failures.ts'

export const backupCommand: Command = {
  name: ['backup'],
  usage: 'backup FILE [--with-secret] [--force]',
  summary: 'Back up the database to FILE. The server can keep running.',
  details:
    'The backup contains everything that was acknowledged before it started. It contains the secret only with\n--with-secret; otherwise keep a copy of DATA_DIR/secret or SECRET in a separate place. An existing FILE is\noverwritten only with --force.',
  example: 'backup /var/backups/soundings-2026-06-01.db',
  options: { 'with-secret': { type: 'boolean' }, force: { type: 'boolean' } },
  positionals: ['FILE'],
  run: async ({ values, positionals: [name = ''], config, terminal }) => {
    requireEmbeddedDatabase(config, 'pg_dump or pg_basebackup')
    // Only its owner may read the backup, like the data directory.
    process.umask(0o077)
    const file = resolve(name)
    if (existsSync(file) && !values.force) throw new Error(`${file} already exists; pass --force to overwrite it`)
    const secret = values['with-secret'] ? currentSecret(config) : undefined
    const madeAt = new Date().toISOString()
    const options = { folder: config.dataDir, file, madeAt, secret }
    const { bytes, differences } = explainingFolderFailures(config, () => writeBackup(options))
    if (differences.length > 0) terminal.say(`${WILL_BE_REFUSED}: ${describeDifferences(differences)}.\n`)
    terminal.say(secret === undefined ? WITHOUT_SECRET : WITH_SECRET)
    const data = { file, made_at: madeAt, bytes, with_secret: secret !== undefined }
    return { data, text: `Wrote ${file}: ${bytes} bytes, ${secret === undefined ? 'without' : 'with'} the secret.` }
  },
}

const WILL_BE_REFUSED =
  '`soundings restore` will refuse this backup. Undo what others have changed in the schema, and make another backup'

const WITHOUT_SECRET =
  'This backup does not contain the secret. Keep a copy of DATA_DIR/secret (or SECRET) in a separate place: without it, the server will not start on the restored database.\n'
const WITH_SECRET = 'This backup contains the secret. Anyone who has the file can open every dashboard.\n'

function currentSecret(config: Config): { text: string; check: string } {
  const text = findSecret(config)
  if (text === undefined) throw new Error(`no secret found: ${config.dataDir} contains none and SECRET is not set`)
  return { text, check: new Keys(text).check }
}
