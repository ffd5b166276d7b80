import { existsSync } from 'node:fs'
import { CALLBACK_PATH } from '../../account/accounts/provider-link.ts'
import { type Config, ConfigError } from '../../config.ts'
import { OpenIdProvider } from '../../outbound/openid.ts'
import { StripeBilling } from '../../outbound/stripe.ts'
import { findSecret } from '../../secret-file.ts'
import { Keyring } from '../../service/keyring.ts'
import { Keys } from '../../service/keys.ts'
import type { UnreadableSurvey } from '../../store/count-verification.ts'
import type { DatabaseInspection } from '../../store/inspection.ts'
import { SCHEMA_VERSION } from '../../store/migrate.ts'
import type { PostgresOptions } from '../../store/postgres/postgres.ts'
import { describeDifferences } from '../../store/schema-differences.ts'
import type { SchemaState } from '../../store/schema-history.ts'
import { isServed } from '../../store/sqlite/folder-lock.ts'
import { inspectSqlite, type SqliteInspection } from '../../store/sqlite/inspection.ts'
import type { StoredSize } from '../../store/stored-bytes.ts'
import { type Command, commandLog, EXIT, type Invocation } from '../command.ts'
import { checkDataDirectory, checkSecretFile } from '../data-directory.ts'
import { checkBackup } from './backup-check.ts'
import { checkBilling } from './billing-check.ts'
import { type CheckResult, failed, formatMegabytes, passed, reasonOf } from './check-result.ts'
import { checkPageChecksums } from './checksum-check.ts'
import { checkClock } from './clock-check.ts'
import { checkFrontSurvey } from './front-survey-check.ts'
import { checkJobs } from './jobs-check.ts'
import { checkMail } from './mail-check.ts'
import { checkPages } from './pages-check.ts'
import { checkPort } from './port-check.ts'
import { checkReplica } from './replica-check.ts'

/** Maximum number of responses read to verify the maintained counts, which takes a few seconds. */
const MAX_RESPONSES_VERIFIED = 200_000
/** The write-ahead log is checkpointed every 16 MB. A much longer one means that a long read blocks the checkpoint. */
const MAX_WAL_BYTES = 256 * 2 ** 20
/**
 * Number of surveys, and of accounts, compared with their quota, and the share of the quota from which they are
 * reported.
 */
const LISTED = 10
const NEARLY_FULL = 0.8

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
    return {
      data,
      text: data.map(formatResult).join('\n'),
      status: data.every(result => result.ok) ? EXIT.success : EXIT.failed,
    }
  },
}

function formatResult({ check, ok: isOk, found, remedy }: CheckResult): string {
  return `${isOk ? 'ok    ' : 'failed'}  ${check.padEnd(10)}  ${found}${remedy === null ? '' : `; ${remedy}`}`
}

async function runChecks(call: Invocation): Promise<CheckResult[]> {
  try {
    const { config } = call
    const settings = [
      passed('settings', `all are valid; BASE_URL is ${config.baseUrl}`),
      checkPages(),
      await checkPort(config),
      ...(await checkMail(config.smtp?.url)),
      ...(await checkProvider(config)),
    ]
    return [
      ...settings,
      ...(config.databaseUrl === undefined ? await checkEmbedded(config) : await checkPostgres(call)),
    ]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map(mistake => failed('settings', mistake, 'fix this environment variable'))
  }
}

/** Whether the sign-in provider can be reached. Only an actual sign-in shows whether it accepts our secret. */
async function checkProvider({ oidc, baseUrl }: Config): Promise<CheckResult[]> {
  if (oidc === undefined) return []
  const redirectUri = baseUrl + CALLBACK_PATH
  try {
    await new OpenIdProvider({ ...oidc, redirectUri }).check()
    return [passed('sign-in', `${oidc.issuer} answers; it must allow the redirect address ${redirectUri}`)]
  } catch (error) {
    return [failed('sign-in', reasonOf(error), 'check OIDC_ISSUER, and that this machine can reach it')]
  }
}
const UNWATCHED_DISK =
  'not watched: FREE_DISK is for embedded databases; have your monitoring watch the disk of PostgreSQL'

const LISTEN_REMEDY = 'DATABASE_LISTEN_URL must lead to the same database as DATABASE_URL, and not through a pooler'

/** What to do about a database in which no server has ever started. */
const EMPTY_REMEDY = 'start the server, which creates the schema, or restore a backup'

async function checkPostgres(call: Invocation): Promise<CheckResult[]> {
  const { config } = call
  try {
    const { inspectPostgres } = await import('../../store/postgres/inspection.ts')
    const { databaseUrl: url = '', databaseListenUrl: listenUrl, databaseReplicaUrl: replicaUrl } = config
    const options = { url, listenUrl, replicaUrl, log: commandLog(call) }
    const inspection = await inspectPostgres(options)
    try {
      const secretFile = config.secretPath === undefined ? [] : [checkSecretFile(config.secretPath)]
      const reachable = [passed('database', 'reachable'), passed('space', UNWATCHED_DISK), ...secretFile]
      const checksums = checkPageChecksums(inspection.pageChecksums)
      const replica = inspection.schema.kind === 'known' ? await checkReplica(options) : []
      const database = [...reachable, checksums, await checkListening(options), ...replica]
      return [...database, checkSchema(inspection), ...(await checkContents(config, inspection))]
    } finally {
      await inspection.close()
    }
  } catch (error) {
    return [failed('database', reasonOf(error), 'check that DATABASE_URL is the one that the server uses')]
  }
}

/** Whether a process is notified of changes made by others. */
async function checkListening(options: PostgresOptions): Promise<CheckResult> {
  try {
    const { checkNotifications } = await import('../../store/postgres/inspection.ts')
    await checkNotifications(options)
    return passed('listen', 'change notifications arrive')
  } catch (error) {
    return failed('listen', reasonOf(error), LISTEN_REMEDY)
  }
}

async function checkEmbedded(config: Config): Promise<CheckResult[]> {
  const { dataDir } = config
  const folder = checkDataDirectory(config)
  if (!existsSync(dataDir)) return folder
  const server = passed('server', isServed(dataDir) ? 'running' : 'not running')
  return [...folder, server, ...(await checkDatabaseFile(config))]
}

async function checkDatabaseFile(config: Config): Promise<CheckResult[]> {
  try {
    const inspection = inspectSqlite(config.dataDir)
    try {
      const file = [checkIntegrity(inspection), checkSchema(inspection), checkWriteAheadLog(inspection)]
      return [...file, ...(await checkContents(config, inspection, inspection.integrityError === undefined))]
    } finally {
      await inspection.close()
    }
  } catch (error) {
    return [failed('database', reasonOf(error), 'restore a backup, or set DATA_DIR')]
  }
}

/** Checks the secret and, if this version can read the database and the secret belongs to it, the counts. */
async function checkContents(config: Config, inspection: DatabaseInspection, isIntact = true): Promise<CheckResult[]> {
  const { schema, secretCheck } = inspection
  if (schema.kind === 'unknown') return []
  const secret = checkSecret(config, inspection)
  const canVerify = isIntact && isCurrent(schema) && secretCheck !== null && secret.ok
  if (!canVerify) return [secret]
  const results = [secret, await checkCounts(inspection), await checkStorage(config, inspection)]
  results.push(await checkClock(inspection), await checkJobs(inspection), await checkBackup(inspection))
  const provider = config.stripe && new StripeBilling(config.stripe)
  const front = await checkFrontSurvey(config.frontSurvey, inspection)
  return [...results, ...front, await checkBilling(await inspection.countBilling(), provider)]
}

function checkIntegrity({ integrityError }: SqliteInspection): CheckResult {
  if (integrityError === undefined) return passed('database', 'opens, and its integrity check passes')
  return failed('database', integrityError, 'restore a backup')
}

const DIFFERENCES_REMEDY =
  'find out who did that; drop what was added (views and tables of your own belong in another schema or database), or restore a backup from before'

function checkSchema({ schema, differences }: DatabaseInspection): CheckResult {
  if (schema.kind === 'unknown') return failed('schema', schema.found, schema.remedy)
  if (schema.kind === 'empty') return failed('schema', 'the database is empty', EMPTY_REMEDY)
  const found = `version ${schema.version}`
  if (differences.length > 0)
    return failed('schema', `${found}, but ${describeDifferences(differences)}`, DIFFERENCES_REMEDY)
  return passed('schema', isCurrent(schema) ? found : `${found}; the next start of the server upgrades it`)
}

function isCurrent(schema: SchemaState): boolean {
  return schema.kind === 'known' && schema.version === SCHEMA_VERSION
}

function checkWriteAheadLog({ walBytes }: SqliteInspection): CheckResult {
  const found = `${formatMegabytes(walBytes)} not yet checkpointed`
  if (walBytes <= MAX_WAL_BYTES) return passed('wal', found)
  return failed('wal', found, 'end long reads such as exports, or restart the server')
}

const SECRET_REMEDY =
  'put the secret that the database was created with into DATA_DIR/secret or SECRET, where the server’s user can read it'

function checkSecret(config: Config, { secretCheck }: DatabaseInspection): CheckResult {
  if (secretCheck === null) return passed('secret', 'not needed yet')
  try {
    const secret = findSecret(config)
    if (secret === undefined) return failed('secret', 'missing', SECRET_REMEDY)
    if (new Keys(secret).check !== secretCheck)
      return failed('secret', 'does not belong to this database', SECRET_REMEDY)
    const { earlierSecrets } = Keyring.parse(secret)
    const earlier =
      earlierSecrets === 0
        ? ''
        : `; links of earlier secrets (${earlierSecrets}) work until \`soundings secret retire\``
    return passed('secret', `belongs to this database${earlier}`)
  } catch (error) {
    return failed('secret', reasonOf(error), SECRET_REMEDY)
  }
}

/** Surveys and accounts close to their quota are reported before anybody is refused. */
async function checkStorage(
  { surveyStorage, accountStorage }: Config,
  { largestSurveys, largestAccounts }: Pick<DatabaseInspection, 'largestSurveys' | 'largestAccounts'>,
): Promise<CheckResult> {
  const [surveys, accounts] = [await largestSurveys(LISTED), await largestAccounts(LISTED)]
  const largeSurveys = nearlyFull(surveys, surveyStorage)
  const largeAccounts = nearlyFull(accounts, accountStorage)
  const found = `largest survey: ${formatSize(surveys[0])}; largest account: ${formatSize(accounts[0])}`
  const large = [...largeSurveys, ...largeAccounts]
  if (large.length === 0) return passed('storage', found)
  const remedies = [
    ...(largeSurveys.length > 0 ? ['raise SURVEY_STORAGE, or ask the creator to delete responses'] : []),
    ...(largeAccounts.length > 0 ? ['raise ACCOUNT_STORAGE, or ask the holder to delete surveys'] : []),
  ]
  return failed('storage', `nearly full: ${large.map(formatSize).join(', ')}`, remedies.join('; '))
}

function nearlyFull(sizes: readonly StoredSize[], limit: number): readonly StoredSize[] {
  return limit === 0 ? [] : sizes.filter(({ bytes }) => bytes >= NEARLY_FULL * limit)
}

function formatSize(size: StoredSize | undefined): string {
  return size === undefined ? 'none' : `${size.name} (${formatMegabytes(size.bytes)})`
}

function formatUnreadable({ slug, column, sequence }: UnreadableSurvey): string {
  const table = sequence === undefined ? 'survey' : `response, sequence ${sequence}`
  return `${column} of ${slug} (table ${table})`
}

async function checkCounts(inspection: DatabaseInspection): Promise<CheckResult> {
  const { surveys, verified, responses, mismatched, unreadable } = await inspection.verifyCounts(MAX_RESPONSES_VERIFIED)
  const scope = `checked ${verified} of ${surveys} surveys, ${responses} responses`
  if (unreadable.length > 0)
    return failed(
      'counts',
      `cannot be checked, because these values cannot be read: ${unreadable.map(formatUnreadable).join(', ')} (${scope})`,
      'restore these surveys from a backup or an export',
    )
  if (mismatched.length === 0) return passed('counts', `match the responses; ${scope}`)
  return failed(
    'counts',
    `do not match the responses: ${mismatched.join(', ')} (${scope})`,
    'export these surveys and report a bug',
  )
}
