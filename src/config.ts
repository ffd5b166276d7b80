import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { MAX_SETTING_BYTES, readBoundedFile } from './config/bounded-file.ts'
import { EnvironmentReader, type OidcSettings, type SmtpSettings, type StripeSettings } from './config/environment.ts'
import { misspeltSettings } from './config/setting-names.ts'
import { SIGN_UP_MODES, type SignUpMode } from './domain/accounts/sign-up.ts'
import { BILLING_MODES, type BillingMode } from './domain/billing.ts'
import type { SiteLinks } from './domain/values/site-links.ts'

/** An installation's settings. Each is read from the environment variable of the same name in capitals. */
export interface Config {
  readonly port: number
  readonly isPortSet: boolean
  readonly host: string
  /** Port of `/metrics`, on the same host. Without it, nothing is measured. */
  readonly metricsPort: number | undefined
  /** The address that people use to reach the service, without a trailing slash. */
  readonly baseUrl: string
  /** Whether requests for another host are refused, as they are when BASE_URL is set. */
  readonly checksHost: boolean
  /** An absolute path. */
  readonly dataDir: string
  /** A PostgreSQL database, which several processes can share. Without it, the embedded database is used. */
  readonly databaseUrl: string | undefined
  /** The database itself, if `databaseUrl` points to a pooler that runs each transaction in another session. */
  readonly databaseListenUrl: string | undefined
  /** A streaming replica of the database, from which large numbers of responses are read. */
  readonly databaseReplicaUrl: string | undefined
  readonly logLevel: string
  readonly production: boolean
  /** From SECRET or SECRET_FILE. If neither is set, a secret is created in the data directory. */
  readonly secret: string | undefined
  /** The file that the secret was read from, if SECRET_FILE names one. */
  readonly secretPath: string | undefined
  /** Maximum number of submissions in one commit. The benchmarks set it to 1 to measure the effect of group commit. */
  readonly submissionsPerCommit: number
  /** Writes per minute allowed from one address to one survey. 0 means unlimited. */
  readonly respondentLimit: number
  readonly peoplePerAddress: number
  /** Bytes per minute that one address may write to one survey. 0 means unlimited. */
  readonly respondentBytes: number
  /**
   * Requests per minute to the dashboard of one survey, and the same number each through its projector link and its
   * remote link. 0 means unlimited.
   */
  readonly dashboardLimit: number
  /** Bytes that may be stored for one survey, and for all surveys and templates of one account. 0 means unlimited. */
  readonly surveyStorage: number
  readonly accountStorage: number
  /** Bytes to keep free on an embedded database's disk: with less, requests that would store more are refused. */
  readonly freeDisk: number
  /**
   * Proxies whose `X-Forwarded-For` header is trusted: their number in front of the service, or their addresses. 0
   * means none.
   */
  readonly trustProxy: number | string[]
  /** Maximum number of connections. If unset, as many as the process's file descriptors allow. */
  readonly maxConnections: number | undefined
  /** Event streams that one address may have open on respondents' pages. 0 means unlimited. */
  readonly streamsPerAddress: number
  /** The mail server and the sender of mails. If unset, no mail is sent. */
  readonly smtp: SmtpSettings | undefined
  /** Who may create an account. */
  readonly signup: SignUpMode
  /** An OpenID Connect provider that people can sign in with. */
  readonly oidc: OidcSettings | undefined
  /** For every page's footer; `contact` also for that of every mail. */
  readonly siteLinks: SiteLinks
  /** The survey whose question is on the front page. If unset, the page has an invented one. */
  readonly frontSurvey: string | undefined
  /** Days after which a survey created in the browser by an account without a subscription expires. */
  readonly freeSurveyDays: number
  /** `none` makes every account subscribed, for a team's own server. */
  readonly billing: BillingMode
  /** Keys and price for selling subscriptions through Stripe; undefined if nothing is sold. */
  readonly stripe: StripeSettings | undefined
}

/** Invalid settings. The message has one line for each. */
export class ConfigError extends Error {}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the environment; nothing else does. @throws ConfigError that lists all invalid settings */
export function readConfig(environment: Environment, isTerminal = false): Config {
  const env = withSettingsFile(environment)
  const errors: string[] = []
  const settings = new EnvironmentReader(env, errors)
  const port = settings.integer('PORT', 3000, 1, 65_535)
  const production = env.NODE_ENV === 'production'
  const config = {
    port,
    isPortSet: Boolean(env.PORT),
    host: settings.text('HOST', '127.0.0.1'),
    metricsPort: settings.metricsPort(port),
    baseUrl: settings.baseUrl(`http://localhost:${port}`, production),
    checksHost: Boolean(env.BASE_URL),
    dataDir: resolve(settings.text('DATA_DIR', 'data')),
    databaseUrl: settings.databaseUrl('DATABASE_URL'),
    databaseListenUrl: settings.databaseUrl('DATABASE_LISTEN_URL'),
    databaseReplicaUrl: settings.databaseUrl('DATABASE_REPLICA_URL'),
    // On a terminal, a line per request would scroll the startup message out of sight.
    logLevel: settings.oneOf('LOG_LEVEL', isTerminal && !production ? 'warn' : 'info', LOG_LEVELS),
    production,
    secret: settings.secret(),
    secretPath: (!env.SECRET && env.SECRET_FILE) || undefined,
    submissionsPerCommit: settings.integer('SUBMISSIONS_PER_COMMIT', 500, 1, 10_000),
    respondentLimit: settings.integer('RESPONDENT_LIMIT', 3_000, 0, 1_000_000_000),
    respondentBytes: settings.integer('RESPONDENT_BYTES', 33_554_432, 0, 1_000_000_000_000),
    peoplePerAddress: settings.integer('PEOPLE_PER_ADDRESS', 500, 0, 1_000_000),
    dashboardLimit: settings.integer('DASHBOARD_LIMIT', 1_200, 0, 1_000_000_000),
    surveyStorage: settings.megabytes('SURVEY_STORAGE', 1_024),
    accountStorage: settings.megabytes('ACCOUNT_STORAGE', 10_240),
    freeDisk: settings.megabytes('FREE_DISK', 100),
    trustProxy: settings.trustProxy(),
    maxConnections: settings.integer('MAX_CONNECTIONS', 0, 0, 1_000_000) || undefined,
    streamsPerAddress: settings.integer('STREAMS_PER_ADDRESS', 3_000, 0, 1_000_000),
    smtp: settings.smtp(),
    signup: settings.oneOf('SIGNUP', 'open', SIGN_UP_MODES),
    oidc: settings.oidc(),
    siteLinks: {
      imprintUrl: settings.webAddress('IMPRINT_URL'),
      termsUrl: settings.webAddress('TERMS_URL'),
      privacyUrl: settings.webAddress('PRIVACY_URL'),
      contact: settings.emailAddress('CONTACT'),
      saysMadeWith: settings.oneOf('MADE_WITH', 'true', ['true', 'false']) === 'true',
    },
    billing: settings.oneOf('BILLING', 'manual', BILLING_MODES),
    stripe: settings.stripe(),
    frontSurvey: settings.surveyName('FRONT_SURVEY'),
    freeSurveyDays: settings.integer('FREE_SURVEY_DAYS', 30, 1, 36_500),
  }
  if (config.databaseUrl !== undefined && config.secret === undefined)
    errors.push('DATABASE_URL requires SECRET or SECRET_FILE, with the same secret for every process on that database')
  if ((config.databaseListenUrl ?? config.databaseReplicaUrl) !== undefined && config.databaseUrl === undefined)
    errors.push('DATABASE_LISTEN_URL and DATABASE_REPLICA_URL require DATABASE_URL')
  for (const error of misspeltSettings(env)) errors.push(error)
  if (errors.length > 0) throw new ConfigError(errors.join('\n'))
  return config
}

/** The environment, completed by settings from the file that SETTINGS_FILE names. */
function withSettingsFile(env: Environment): Environment {
  const file = env.SETTINGS_FILE
  if (!file) return env
  try {
    return { ...parseEnv(readBoundedFile(file, MAX_SETTING_BYTES).toString()), ...env }
  } catch (error) {
    throw new ConfigError(`SETTINGS_FILE cannot be read: ${file}: ${(error as Error).message}`)
  }
}
