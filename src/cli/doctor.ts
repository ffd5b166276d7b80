import { existsSync } from 'node:fs'
import { type Config, ConfigError, findSecret } from '../config.ts'
import { openContext } from '../main.ts'
import { Keys } from '../service/keys.ts'
import { isServed } from '../store/sqlite/folder-lock.ts'
import { type DatabaseInspection, inspectDatabase } from '../store/sqlite/inspection.ts'
import type { Call, Command } from './command.ts'
import { type Finding, megabytes, ok, wrong } from './finding.ts'
import { findFolder } from './folder.ts'

/** The most responses that are read to see whether the kept counts are theirs: some seconds. */
const LOOKED_AT = 200_000
/** What is written ahead is moved into the database each 16 MB, unless a reader that hangs is in its way. */
const AHEAD_BYTES = 256 * 2 ** 20

export const doctorCommand: Command = {
  name: ['doctor'],
  usage: 'doctor',
  summary: 'Say what is wrong with the installation, and the remedy. Changes nothing.',
  details: 'One line for each check; it ends with 1 where any of them is wrong.',
  example: 'doctor --json',
  options: {},
  positionals: [],
  run: async call => {
    const data = [ok('node', process.versions.node), ...(await findings(call))]
    return { data, text: data.map(line).join('\n'), failed: data.some(finding => !finding.ok) }
  },
}

function line({ check, ok: isOk, found, remedy }: Finding): string {
  return `${isOk ? 'ok   ' : 'wrong'}  ${check.padEnd(10)}  ${found}${remedy === null ? '' : `; ${remedy}`}`
}

async function findings(call: Call): Promise<Finding[]> {
  try {
    const { config } = call
    const settings = ok('settings', `all can be used; BASE_URL is ${config.baseUrl}`)
    return [settings, ...(config.databaseUrl === undefined ? await embedded(config) : await shared(config))]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map(mistake => wrong('settings', mistake, 'correct the environment variable'))
  }
}

async function shared(config: Config): Promise<Finding[]> {
  try {
    const counts = await findCounts(config)
    return [ok('database', 'it can be reached, and was made with this secret'), counts]
  } catch (error) {
    return [wrong('database', (error as Error).message, 'see that DATABASE_URL and SECRET are those of the server')]
  }
}

async function embedded(config: Config): Promise<Finding[]> {
  const { dataDir } = config
  const folder = findFolder(dataDir)
  if (!existsSync(dataDir)) return folder
  const server = ok('server', isServed(dataDir) ? 'one is running' : 'none is running')
  try {
    const inspection = inspectDatabase(dataDir)
    const found = findDatabase(inspection)
    const secret = findFit(config, inspection)
    return [...folder, server, ...found, secret, ...(canOpen(inspection, secret) ? [await findCounts(config)] : [])]
  } catch (error) {
    return [...folder, server, wrong('database', (error as Error).message, 'restore a backup, or set DATA_DIR')]
  }
}

/** Without that anything is made or brought up. */
function canOpen({ integrityError, schema, knownSchema, secretCheck }: DatabaseInspection, secret: Finding): boolean {
  return integrityError === undefined && schema === knownSchema && secretCheck !== null && secret.ok
}

function findDatabase({ integrityError, schema, knownSchema, walBytes }: DatabaseInspection): Finding[] {
  const [next, ahead] = [schema < knownSchema ? ', to be brought up at the next start' : '', megabytes(walBytes)]
  return [
    integrityError === undefined
      ? ok('database', 'opens and is whole')
      : wrong('database', integrityError, 'restore a backup'),
    schema > knownSchema
      ? wrong('schema', `${schema}, this program knows ${knownSchema}`, 'run the version that was installed last')
      : ok('schema', `${schema}${next}`),
    walBytes > AHEAD_BYTES
      ? wrong(
          'wal',
          `${ahead} wait to be moved into the database`,
          'end long reads such as exports, or restart the server',
        )
      : ok('wal', `${ahead} wait to be moved into the database`),
  ]
}

function findFit(config: Config, { secretCheck }: DatabaseInspection): Finding {
  const secret = findSecret(config)
  const put = 'put the secret that the database was made with into DATA_DIR/secret or SECRET'
  if (secretCheck === null) return ok('secret', 'none has been needed yet')
  if (secret === undefined) return wrong('secret', 'there is none', put)
  if (new Keys(secret).check !== secretCheck) return wrong('secret', 'it is not the one of the database', put)
  return ok('secret', 'it is the one of the database')
}

async function findCounts(config: Config): Promise<Finding> {
  const { store } = await openContext(config, false)
  try {
    const { surveys, verified, responses, mismatched } = await store.countVerification.run(LOOKED_AT)
    const scope = `${verified} of ${surveys} surveys looked at, with ${responses} responses`
    if (mismatched.length === 0) return ok('counts', `they are those of the responses: ${scope}`)
    return wrong(
      'counts',
      `not those of the responses: ${mismatched.join(', ')} (${scope})`,
      'export these surveys and report it',
    )
  } finally {
    await store.close()
  }
}
