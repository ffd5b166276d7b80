import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { findSecret, secretFile } from '../secret-file.ts'
import { Keys } from '../service/keys.ts'
import { type Backup, restoreBackup } from '../store/sqlite/restore.ts'
import { replacedSuffix } from '../store/sqlite/restore-files.ts'
import { type Command, requireEmbeddedDatabase } from './command.ts'
import { explainingFolderFailures } from './folder-failures.ts'

export const restoreCommand: Command = {
  name: ['restore'],
  usage: 'restore FILE [--force]',
  summary: 'Replace the database with a backup. Stop the server first.',
  details:
    'The previous database is kept as soundings.db.replaced-TIME until the server has deleted it, after 14 days. If the\nbackup contains a secret, that is restored too; --force lets it replace a different secret, which is kept as\nsecret.replaced-TIME.',
  example: 'restore /var/backups/soundings-2026-06-01.db',
  options: { force: { type: 'boolean' } },
  positionals: ['FILE'],
  run: async ({ values, positionals: [name = ''], config, terminal }) => {
    requireEmbeddedDatabase(config, 'pg_restore')
    process.umask(0o077)
    const file = resolve(name)
    const suffix = replacedSuffix(Date.now())
    const replaced = `soundings.db.${suffix}`
    const settle = (backup: Backup) => restoreSecret(config, backup, values.force === true ? suffix : undefined)
    const options = { folder: config.dataDir, file, replacedName: replaced, beforeReplace: settle }
    const backup = explainingFolderFailures(config, () => restoreBackup(options))
    const secret = secretStatus(config, backup)
    if (secret !== 'fits') terminal.say(`${SECRET_WARNINGS[secret]}\n`)
    const kept = backup.replacedAny ? replaced : null
    const data = { file, made_at: backup.madeAt, replaced: kept, secret }
    return {
      data,
      text: `Restored the backup of ${backup.madeAt}.${kept === null ? '' : ` The previous database is ${kept}.`}`,
    }
  },
}

/** What a backup or dump contains of a secret. */
type SecretOfCopy = Pick<Backup, 'secret' | 'check'>

export const SECRET_WARNINGS = {
  missing:
    'There is no secret. Before you start the server, put the one that belongs to this backup into DATA_DIR/secret or SECRET: the server will not start without it.',
  differs:
    'The current secret does not belong to this backup. Put the right one into DATA_DIR/secret or SECRET: the server will not start with this one.',
}

/** @param suffix appended to the file name of a different secret; undefined if it must not be replaced */
export function restoreSecret(config: Config, backup: SecretOfCopy, suffix: string | undefined): void {
  const file = secretFile(config)
  const { secret } = backup
  // A secret that fits is kept, because it may have been rotated since the backup was made.
  if (secret === null || config.secret !== undefined || secretStatus(config, backup) === 'fits') return
  if (existsSync(file) && suffix === undefined)
    throw new Error(`${file} contains a different secret; pass --force to replace it and keep a copy`)
  writeFileSync(`${file}.restoring`, secret, { mode: 0o600, flush: true })
  if (existsSync(file)) renameSync(file, `${file}.${suffix}`)
  renameSync(`${file}.restoring`, file)
}

export function secretStatus(config: Config, { check }: Pick<Backup, 'check'>): 'fits' | keyof typeof SECRET_WARNINGS {
  const secret = findSecret(config)
  if (secret === undefined) return 'missing'
  return check === null || new Keys(secret).check === check ? 'fits' : 'differs'
}
