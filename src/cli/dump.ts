import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { programVersion } from '../program/program-files.ts'
import { findSecret } from '../secret-file.ts'
import { DumpWriter } from '../service/moving/dump-file.ts'
import { DATABASE_FILE, requireDatabase } from '../store/sqlite/database-file.ts'
import { type Command, withInstallation } from './command.ts'
import { movedText, Progress, STAYS_BEHIND } from './moving.ts'

export const dumpCommand: Command = {
  name: ['dump'],
  usage: 'dump FILE [--with-secret] [--force]',
  summary: 'Write everything that can move to another installation into FILE. The server can keep running.',
  details:
    'FILE can be loaded by `soundings load` on another machine and with another database: from the embedded database to\nPostgreSQL, or back. It contains the secret only with --with-secret. An existing FILE is overwritten only with --force.',
  example: 'dump soundings-2026-06-01.dump',
  options: { 'with-secret': { type: 'boolean' }, force: { type: 'boolean' } },
  positionals: ['FILE'],
  run: async call => {
    const { values, config, terminal } = call
    const file = resolve(call.positionals[0] ?? '')
    if (existsSync(file) && values.force !== true)
      throw new Error(`${file} already exists; pass --force to overwrite it`)
    if (config.databaseUrl === undefined) requireDatabase(join(config.dataDir, DATABASE_FILE))
    process.umask(0o077)
    const secret = values['with-secret'] === true ? requireSecret(config) : null
    const madeAt = new Date().toISOString()
    terminal.say(`${STAYS_BEHIND}\n`)
    const rows = await withInstallation(call, async ({ context }) => {
      const progress = new Progress(terminal, 'written')
      const writer = new DumpWriter({
        file,
        version: programVersion(),
        madeAt,
        secret,
        onRows: (table, rows, { responses }) => progress.add(table, rows, responses),
      })
      try {
        await context.store.dumps.write(writer)
        return await writer.finish()
      } catch (error) {
        writer.abandon()
        throw error
      }
    })
    terminal.say(secret === null ? WITHOUT_SECRET : WITH_SECRET)
    return {
      data: { file, made_at: madeAt, rows, with_secret: secret !== null },
      text: `Wrote ${file}: ${movedText(rows)}.`,
    }
  },
}

const WITHOUT_SECRET =
  'This dump does not contain the secret. Copy DATA_DIR/secret (or SECRET) to the new installation separately: without it, links stop working there.\n'
const WITH_SECRET = 'This dump contains the secret. Anyone who has the file can open every dashboard.\n'

function requireSecret(config: Config): string {
  const secret = findSecret(config)
  if (secret === undefined) throw new Error(`no secret found: ${config.dataDir} contains none and SECRET is not set`)
  return secret
}
