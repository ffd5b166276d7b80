import { existsSync } from 'node:fs'
import { type Config, ConfigError, findSecret } from '../config.ts'
import { openContext } from '../main.ts'
import { Keys } from '../service/keys.ts'
import { isServed } from '../store/sqlite/folder-lock.ts'
import { type DatabaseInspection, inspectDatabase } from '../store/sqlite/inspection.ts'
import { type CheckResult, failed, formatMegabytes, ok } from './check-result.ts'
import type { Command, Invocation } from './command.ts'
import { checkDataDirectory } from './data-directory.ts'

/** The most responses that are read to see whether the kept counts are theirs: some seconds. */
const MAX_RESPONSES_VERIFIED = 200_000
/** What is written ahead is moved into the database each 16 MB, unless a reader that hangs is in its way. */
const MAX_WAL_BYTES = 256 * 2 ** 20

export const doctorCommand: Command = {
  name: ['doctor'],
  usage: 'doctor',
  summary: 'Say what is wrong with the installation, and the remedy. Changes nothing.',
  details: 'One line for each check; it ends with 1 where any of them is wrong.',
  example: 'doctor --json',
  options: {},
  positionals: [],
  run: async call => {
    const data = [ok('node', process.versions.node), ...(await runChecks(call))]
    return { data, text: data.map(formatResult).join('\n'), failed: data.some(finding => !finding.passed) }
  },
}

function formatResult({ check, passed: isOk, found, remedy }: CheckResult): string {
  return `${isOk ? 'ok   ' : 'wrong'}  ${check.padEnd(10)}  ${found}${remedy === null ? '' : `; ${remedy}`}`
}

async function runChecks(call: Invocation): Promise<CheckResult[]> {
  try {
    const { config } = call
    const settings = ok('settings', `all can be used; BASE_URL is ${config.baseUrl}`)
    return [settings, ...(config.databaseUrl === undefined ? await checkEmbedded(config) : await checkPostgres(config))]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map(mistake => failed('settings', mistake, 'correct the environment variable'))
  }
}

async function checkPostgres(config: Config): Promise<CheckResult[]> {
  try {
    const counts = await checkCounts(config)
    return [ok('database', 'it can be reached, and was made with this secret'), counts]
  } catch (error) {
    return [failed('database', (error as Error).message, 'see that DATABASE_URL and SECRET are those of the server')]
  }
}

async function checkEmbedded(config: Config): Promise<CheckResult[]> {
  const { dataDir } = config
  const folder = checkDataDirectory(dataDir)
  if (!existsSync(dataDir)) return folder
  const server = ok('server', isServed(dataDir) ? 'one is running' : 'none is running')
  try {
    const inspection = inspectDatabase(dataDir)
    const found = checkDatabaseFile(inspection)
    const secret = checkSecret(config, inspection)
    return [...folder, server, ...found, secret, ...(canOpen(inspection, secret) ? [await checkCounts(config)] : [])]
  } catch (error) {
    return [...folder, server, failed('database', (error as Error).message, 'restore a backup, or set DATA_DIR')]
  }
}

/** Without that anything is made or brought up. */
function canOpen(
  { integrityError, schema, knownSchema, secretCheck }: DatabaseInspection,
  secret: CheckResult,
): boolean {
  return integrityError === undefined && schema === knownSchema && secretCheck !== null && secret.passed
}

function checkDatabaseFile({ integrityError, schema, knownSchema, walBytes }: DatabaseInspection): CheckResult[] {
  const [next, ahead] = [schema < knownSchema ? ', to be brought up at the next start' : '', formatMegabytes(walBytes)]
  return [
    integrityError === undefined
      ? ok('database', 'opens and is whole')
      : failed('database', integrityError, 'restore a backup'),
    schema > knownSchema
      ? failed('schema', `${schema}, this program knows ${knownSchema}`, 'run the version that was installed last')
      : ok('schema', `${schema}${next}`),
    walBytes > MAX_WAL_BYTES
      ? failed(
          'wal',
          `${ahead} wait to be moved into the database`,
          'end long reads such as exports, or restart the server',
        )
      : ok('wal', `${ahead} wait to be moved into the database`),
  ]
}

function checkSecret(config: Config, { secretCheck }: DatabaseInspection): CheckResult {
  const secret = findSecret(config)
  const put = 'put the secret that the database was made with into DATA_DIR/secret or SECRET'
  if (secretCheck === null) return ok('secret', 'none has been needed yet')
  if (secret === undefined) return failed('secret', 'there is none', put)
  if (new Keys(secret).check !== secretCheck) return failed('secret', 'it is not the one of the database', put)
  return ok('secret', 'it is the one of the database')
}

async function checkCounts(config: Config): Promise<CheckResult> {
  const { store } = await openContext(config, false)
  try {
    const { surveys, verified, responses, mismatched } = await store.countVerification.run(MAX_RESPONSES_VERIFIED)
    const scope = `${verified} of ${surveys} surveys looked at, with ${responses} responses`
    if (mismatched.length === 0) return ok('counts', `they are those of the responses: ${scope}`)
    return failed(
      'counts',
      `not those of the responses: ${mismatched.join(', ')} (${scope})`,
      'export these surveys and report it',
    )
  } finally {
    await store.close()
  }
}
