import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Config, findSecret } from '../config.ts'
import { Keys } from '../service/keys.ts'
import { writeBackup } from '../store/sqlite/backup.ts'
import { type Command, requireEmbeddedDatabase } from './command.ts'

export const backupCommand: Command = {
  name: ['backup'],
  usage: 'backup FILE [--with-secret] [--force]',
  summary: 'Write a copy of the database to FILE, also while the server runs.',
  details:
    'It has all that was acknowledged before it began, and no secret unless --with-secret says so: keep DATA_DIR/secret\nor SECRET apart. What is at FILE is overwritten only with --force.',
  example: 'backup /var/backups/soundings-2026-06-01.db',
  options: { 'with-secret': { type: 'boolean' }, force: { type: 'boolean' } },
  positionals: ['FILE'],
  run: async ({ values, positionals: [name = ''], config }) => {
    requireEmbeddedDatabase(config, 'pg_dump or pg_basebackup')
    // It is for its user alone, as the data folder is.
    process.umask(0o077)
    const file = resolve(name)
    if (existsSync(file) && !values.force) throw new Error(`${file} exists; --force overwrites it`)
    const secret = values['with-secret'] ? currentSecret(config) : undefined
    const madeAt = new Date().toISOString()
    const bytes = await writeBackup({ folder: config.dataDir, file, madeAt, secret })
    process.stderr.write(secret === undefined ? WITHOUT_SECRET : WITH_SECRET)
    const data = { file, made_at: madeAt, bytes, with_secret: secret !== undefined }
    return { data, text: `${file}: ${bytes} bytes, ${secret === undefined ? 'without' : 'with'} the secret` }
  },
}

const WITHOUT_SECRET =
  'The secret is not in it. Keep DATA_DIR/secret (or SECRET) apart: without it admin links would be others.\n'
const WITH_SECRET = 'The secret is in it: who has this file can make every admin link.\n'

function currentSecret(config: Config): { text: string; check: string } {
  const text = findSecret(config)
  if (text === undefined) throw new Error(`there is no secret in ${config.dataDir}, and SECRET is not set`)
  return { text, check: new Keys(text).check }
}
