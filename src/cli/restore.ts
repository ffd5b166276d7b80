import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Config, findSecret, secretFile } from '../config.ts'
import { Keys } from '../service/keys.ts'
import { type Backup, restoreBackup } from '../store/sqlite/restore.ts'
import { type Command, requireEmbeddedDatabase } from './command.ts'

export const restoreCommand: Command = {
  name: ['restore'],
  usage: 'restore FILE [--force]',
  summary: 'Put a backup in the place of the database, while no server runs.',
  details:
    'The database that was there is kept beside it, as soundings.db.replaced-TIME. A secret in the backup is put back;\n--force lets it take the place of another one, which is kept as secret.replaced-TIME.',
  example: 'restore /var/backups/soundings-2026-06-01.db',
  options: { force: { type: 'boolean' } },
  positionals: ['FILE'],
  run: async ({ values, positionals: [name = ''], config }) => {
    requireEmbeddedDatabase(config, 'pg_restore')
    process.umask(0o077)
    const file = resolve(name)
    const suffix = `replaced-${new Date().toISOString().replace(/[-:.]/g, '')}`
    const replaced = `soundings.db.${suffix}`
    const settle = (backup: Backup) => restoreSecret(config, backup, values.force === true ? suffix : undefined)
    const backup = restoreBackup({ folder: config.dataDir, file, replacedName: replaced, beforeReplace: settle })
    const secret = secretStatus(config, backup)
    if (secret !== 'fits') process.stderr.write(`${SECRET_WARNINGS[secret]}\n`)
    const kept = backup.replacedAny ? replaced : null
    const data = { file, made_at: backup.madeAt, replaced: kept, secret }
    return { data, text: `restored as of ${backup.madeAt}${kept === null ? '' : `; what was there is ${kept}`}` }
  },
}

const SECRET_WARNINGS = {
  missing:
    'There is no secret: put the one of the backup into DATA_DIR/secret or SECRET before the start, which would make another.',
  differs: 'The present secret is not the one of this backup: the server will not start with it.',
}

/** @param suffix of the file's name that another secret gets; undefined where it may not be replaced */
function restoreSecret(config: Config, { secret }: Backup, suffix: string | undefined): void {
  const file = secretFile(config)
  if (secret === null || config.secret !== undefined || findSecret(config) === secret) return
  if (existsSync(file) && suffix === undefined)
    throw new Error(`another secret is in ${file}; --force replaces it, and keeps it beside`)
  writeFileSync(`${file}.restoring`, secret, { mode: 0o600, flush: true })
  if (existsSync(file)) renameSync(file, `${file}.${suffix}`)
  renameSync(`${file}.restoring`, file)
}

function secretStatus(config: Config, { check }: Backup): 'fits' | keyof typeof SECRET_WARNINGS {
  const secret = findSecret(config)
  if (secret === undefined) return 'missing'
  return check === null || new Keys(secret).check === check ? 'fits' : 'differs'
}
