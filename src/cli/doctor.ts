import { existsSync } from 'node:fs'
import { type Config, ConfigError, findSecret } from '../config.ts'
import { openContext } from '../main.ts'
import { Keys } from '../service/keys.ts'
import { isServed } from '../store/sqlite/folder-lock.ts'
import { type DatabaseInspection, inspectDatabase } from '../store/sqlite/inspection.ts'
import { type CheckResult, failed, formatMegabytes, passed } from './check-result.ts'
import type { Command, Invocation } from './command.ts'
import { checkDataDirectory } from './data-directory.ts'

/** Upper bound on the responses that are read to verify the maintained counts. Reading this many takes a few seconds. */
const MAX_RESPONSES_VERIFIED = 200_000
/** The write-ahead log is checkpointed every 16 MB. A much longer one means that a long read blocks the checkpoint. */
const MAX_WAL_BYTES = 256 * 2 ** 20

export const doctorCommand: Command = {
  name: ['doctor'],
  usage: 'doctor',
  summary: 'Check the installation and say how to fix each problem. Changes nothing.',
  details: 'Prints one line per check. The exit status is 1 if any check fails.',
  example: 'doctor --json',
  options: {},
  positionals: [],
  run: async call => {
    const data = [passed('node', process.versions.node), ...(await runChecks(call))]
    return { data, text: data.map(formatResult).join('\n'), failed: data.some(result => !result.ok) }
  },
}

function formatResult({ check, ok: isOk, found, remedy }: CheckResult): string {
  return `${isOk ? 'ok    ' : 'failed'}  ${check.padEnd(10)}  ${found}${remedy === null ? '' : `; ${remedy}`}`
}

async function runChecks(call: Invocation): Promise<CheckResult[]> {
  try {
    const { config } = call
    const settings = passed('settings', `all are valid; BASE_URL is ${config.baseUrl}`)
    return [settings, ...(config.databaseUrl === undefined ? await checkEmbedded(config) : await checkPostgres(config))]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map(mistake => failed('settings', mistake, 'fix this environment variable'))
  }
}

async function checkPostgres(config: Config): Promise<CheckResult[]> {
  try {
    const counts = await checkCounts(config)
    return [passed('database', 'reachable, and created with this secret'), counts]
  } catch (error) {
    return [
      failed(
        'database',
        (error as Error).message,
        'check that DATABASE_URL and SECRET are the ones that the server uses',
      ),
    ]
  }
}

async function checkEmbedded(config: Config): Promise<CheckResult[]> {
  const { dataDir } = config
  const folder = checkDataDirectory(dataDir)
  if (!existsSync(dataDir)) return folder
  const server = passed('server', isServed(dataDir) ? 'running' : 'not running')
  try {
    const inspection = inspectDatabase(dataDir)
    const file = [checkIntegrity(inspection), checkSchema(inspection), checkWriteAheadLog(inspection)]
    const secret = checkSecret(config, inspection)
    return [...folder, server, ...file, secret, ...(canOpen(inspection, secret) ? [await checkCounts(config)] : [])]
  } catch (error) {
    return [...folder, server, failed('database', (error as Error).message, 'restore a backup, or set DATA_DIR')]
  }
}

/** Whether the database can be opened without creating or migrating anything. */
function canOpen(
  { integrityError, schema, knownSchema, secretCheck }: DatabaseInspection,
  secret: CheckResult,
): boolean {
  return integrityError === undefined && schema === knownSchema && secretCheck !== null && secret.ok
}

function checkIntegrity({ integrityError }: DatabaseInspection): CheckResult {
  if (integrityError === undefined) return passed('database', 'opens, and its integrity check passes')
  return failed('database', integrityError, 'restore a backup')
}

function checkSchema({ schema, knownSchema }: DatabaseInspection): CheckResult {
  if (schema < knownSchema) return passed('schema', `version ${schema}; the next start of the server upgrades it`)
  if (schema === knownSchema) return passed('schema', `version ${schema}`)
  return failed(
    'schema',
    `version ${schema}, but this version of Soundings supports only ${knownSchema}`,
    'run the version of Soundings that was installed last',
  )
}

function checkWriteAheadLog({ walBytes }: DatabaseInspection): CheckResult {
  const found = `${formatMegabytes(walBytes)} not yet checkpointed`
  if (walBytes <= MAX_WAL_BYTES) return passed('wal', found)
  return failed('wal', found, 'end long reads such as exports, or restart the server')
}

function checkSecret(config: Config, { secretCheck }: DatabaseInspection): CheckResult {
  const secret = findSecret(config)
  const remedy = 'put the secret that the database was created with into DATA_DIR/secret or SECRET'
  if (secretCheck === null) return passed('secret', 'not needed yet')
  if (secret === undefined) return failed('secret', 'missing', remedy)
  if (new Keys(secret).check !== secretCheck) return failed('secret', 'does not belong to this database', remedy)
  return passed('secret', 'belongs to this database')
}

async function checkCounts(config: Config): Promise<CheckResult> {
  const { store } = await openContext(config, false)
  try {
    const { surveys, verified, responses, mismatched } = await store.countVerification.run(MAX_RESPONSES_VERIFIED)
    const scope = `checked ${verified} of ${surveys} surveys, ${responses} responses`
    if (mismatched.length === 0) return passed('counts', `match the responses; ${scope}`)
    return failed(
      'counts',
      `do not match the responses: ${mismatched.join(', ')} (${scope})`,
      'export these surveys and report a bug',
    )
  } finally {
    await store.close()
  }
}
