import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { DumpHeader } from '../domain/moving/dump.ts'
import { type DumpSummary, readDump, verifyDump } from '../service/moving/dump-file.ts'
import { MIGRATIONS } from '../store/migrations/migrations.ts'
import { DumpError, type DumpSource } from '../store/moving/dump-source.ts'
import { replacedSuffix } from '../store/sqlite/restore-files.ts'
import { type Command, commandLog, type Invocation } from './command.ts'
import { explainFolderFailure } from './folder-failures.ts'
import { movedText, Progress, STAYS_BEHIND } from './moving.ts'
import { restoreSecret, SECRET_WARNINGS, secretStatus } from './restore.ts'

export const loadCommand: Command = {
  name: ['load'],
  usage: 'load FILE [--new-secret]',
  summary: 'Load a dump into an empty installation. Stop the server first.',
  details:
    'FILE is verified before anything is written. The installation must have no accounts: choose an unused DATA_DIR, or an\nempty PostgreSQL database with DATABASE_URL. It needs the secret of the installation that was dumped. With --new-secret\nit gets another one, and existing dashboard, projector and remote links stop working.',
  example: 'load soundings-2026-06-01.dump',
  options: { 'new-secret': { type: 'boolean' } },
  positionals: ['FILE'],
  run: async call => {
    const { values, config, terminal } = call
    process.umask(0o077)
    const file = resolve(call.positionals[0] ?? '')
    const summary = await verifyDump(file)
    const { header, rows } = summary
    const schema = schemaOf(header, file)
    const isNewSecret = values['new-secret'] === true
    if (!isNewSecret) requireFittingSecret(config, header)
    terminal.say(`Loading ${movedText(rows)}, dumped at ${header.madeAt}. ${STAYS_BEHIND}\n`)
    // A load that is killed can be repeated with this secret; the data could not be used without it.
    if (!isNewSecret && header.secret !== null) {
      mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
      restoreSecret(config, { secret: header.secret, check: header.secretCheck }, undefined)
    }
    await loadInto(call, {
      schema,
      secretCheck: isNewSecret ? null : header.secretCheck,
      read: () => readWithProgress(call, file, summary),
    })
    const secret = isNewSecret ? 'new' : secretStatus(config, { check: header.secretCheck })
    if (secret === 'missing') terminal.say(`${SECRET_WARNINGS.missing}\n`)
    const data = { file, made_at: header.madeAt, version: header.version, rows, secret }
    return { data, text: `Loaded ${movedText(rows)}.\n${STAYS_BEHIND}${isNewSecret ? `\n${NEW_SECRET}` : ''}` }
  },
}

const NEW_SECRET =
  'The secret is another one: existing dashboard, projector and remote links no longer work (`soundings survey link` prints new ones), responses and votes sent again count again, and slugs of surveys that were deleted before can be used again.'

/** The number of our migrations that the dumped database had. */
function schemaOf({ migrations, version }: DumpHeader, file: string): number {
  const own = MIGRATIONS.map(({ name }) => name)
  if (migrations.some((name, index) => index < own.length && name !== own[index]))
    throw new DumpError(`${file} was made by an altered version of Soundings, whose tables this one does not know`)
  if (migrations.length > own.length)
    throw new DumpError(
      `${file} was made by a newer version of Soundings, ${version}; load it with that version or a later one`,
    )
  return migrations.length
}

/** The dump's secret may be stored if there is none yet, but must not replace a different one. */
function requireFittingSecret(config: Config, { secretCheck: check }: DumpHeader): void {
  if (secretStatus(config, { check }) === 'differs')
    throw new Error(
      'the current secret does not belong to this dump; put the right one into DATA_DIR/secret or SECRET, or pass --new-secret: existing dashboard, projector and remote links then stop working',
    )
}

async function loadInto(call: Invocation, source: DumpSource): Promise<void> {
  const { config } = call
  const { databaseUrl: url, databaseListenUrl: listenUrl, dataDir: folder } = config
  if (url !== undefined) {
    const { loadPostgres } = await import('../store/postgres/load.ts')
    return loadPostgres({ url, listenUrl, log: commandLog(call) }, source)
  }
  const { loadSqlite } = await import('../store/sqlite/load.ts')
  const replacedName = `soundings.db.${replacedSuffix(Date.now())}`
  return loadSqlite({ folder, replacedName, source }).catch(error => {
    throw explainFolderFailure(error, config)
  })
}

async function* readWithProgress({ terminal }: Invocation, file: string, summary: DumpSummary) {
  const progress = new Progress(terminal, 'loaded')
  for await (const part of readDump(file, summary)) {
    progress.add(part.table, part.rows.length, summary.header.responses)
    yield part
  }
}
