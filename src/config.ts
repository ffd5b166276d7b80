import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { BILLING_MODES, type BillingMode, MAX_TRIAL_DAYS } from './domain/billing.ts'
import { isEmail } from './domain/email.ts'
import { SIGN_UP_MODES, type SignUpMode } from './domain/sign-up.ts'
import type { SiteLinks } from './domain/site-links.ts'

/** The settings of an installation. Each is read from the environment variable of the same name in capitals. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Port of `/metrics`, on the same host. Without it, nothing is measured. */
  readonly metricsPort: number | undefined
  /** The address that people use to reach the service, without a trailing slash. */
  readonly baseUrl: string
  /** Whether requests for another host are refused: BASE_URL is set, so the right one is known. */
  readonly checksHost: boolean
  /** An absolute path. */
  readonly dataDir: string
  /** A PostgreSQL database, which several processes can share. Without it, the embedded database is used. */
  readonly databaseUrl: string | undefined
  /** The database itself, if `databaseUrl` leads to a pooler that gives each transaction another session. */
  readonly databaseListenUrl: string | undefined
  /** A streaming replica of that database, from which many responses are read. */
  readonly databaseReplicaUrl: string | undefined
  readonly logLevel: string
  readonly production: boolean
  /** From SECRET or SECRET_FILE. Without either, a secret is created in the data directory. */
  readonly secret: string | undefined
  /** The file that the secret was read from, if SECRET_FILE names one. */
  readonly secretPath: string | undefined
  /** Upper bound on the submissions in one commit. The benchmarks set it to 1 to measure the effect of group commit. */
  readonly submissionsPerCommit: number
  /** Writes per minute allowed from one address to one survey. 0 means no limit. */
  readonly respondentLimit: number
  /** Bytes per minute that one address may write to one survey. 0 means no limit. */
  readonly respondentBytes: number
  /** Requests per minute to the dashboard of one survey, and as many through its projector link. 0 means no limit. */
  readonly dashboardLimit: number
  /** Bytes that may be stored of one survey, and of all surveys and templates of one account. 0 means no limit. */
  readonly surveyStorage: number
  readonly accountStorage: number
  /** Bytes to keep free on the disk of an embedded database: with less, requests that would store more are refused. */
  readonly freeDisk: number
  /** Proxies whose `X-Forwarded-For` header is trusted: how many are in front of the service, or their addresses. 0 means none. */
  readonly trustProxy: number | string[]
  /** Connections that the server accepts at a time. Without it, as many as its file descriptors allow. */
  readonly maxConnections: number | undefined
  /** Event streams that one address may have open at respondents' pages. 0 means no limit. */
  readonly streamsPerAddress: number
  /** The mail server, with user and password, and the sender of mails. Without it, no mail is sent. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined
  /** Who may create an account. */
  readonly signup: SignUpMode
  /** An OpenID Connect provider with which people can sign in. */
  readonly oidc: OidcSettings | undefined
  /** For the footer of every page; `contact` also for that of every mail. */
  readonly siteLinks: SiteLinks
  /** Days after which a survey that an account without a subscription makes in the browser expires. */
  readonly freeSurveyDays: number
  /** `none` makes every account subscribed, for a team's own server. */
  readonly billing: BillingMode
  /** Keys and price for selling subscriptions through Stripe; undefined if nothing is sold. */
  readonly stripe: StripeSettings | undefined
}

interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly price: string
  /** Length in days of the trial of an account's first subscription; 0 for none. */
  readonly trialDays: number
}

export interface OidcSettings {
  /** Issuer address of the provider. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The name that people know the provider by. */
  readonly name: string
  /** Whether it is the only way to sign in, without passwords and passkeys. */
  readonly only: boolean
}

/** Invalid settings. The message has one line for each. */
export class ConfigError extends Error {}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/
/** Minimum number of characters in a secret. */
export const SECRET_LENGTH = 32

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
    host: settings.text('HOST', '127.0.0.1'),
    metricsPort: settings.metricsPort(port),
    baseUrl: settings.baseUrl(`http://localhost:${port}`, production),
    checksHost: Boolean(env.BASE_URL),
    dataDir: resolve(settings.text('DATA_DIR', 'data')),
    databaseUrl: settings.databaseUrl('DATABASE_URL'),
    databaseListenUrl: settings.databaseUrl('DATABASE_LISTEN_URL'),
    databaseReplicaUrl: settings.databaseUrl('DATABASE_REPLICA_URL'),
    // On a terminal, a line for each request would push what was printed at the start out of sight.
    logLevel: settings.oneOf('LOG_LEVEL', isTerminal && !production ? 'warn' : 'info', LOG_LEVELS),
    production,
    secret: settings.secret(),
    secretPath: (!env.SECRET && env.SECRET_FILE) || undefined,
    submissionsPerCommit: settings.integer('SUBMISSIONS_PER_COMMIT', 500, 1, 10_000),
    respondentLimit: settings.integer('RESPONDENT_LIMIT', 3_000, 0, 1_000_000_000),
    respondentBytes: settings.integer('RESPONDENT_BYTES', 33_554_432, 0, 1_000_000_000_000),
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
    freeSurveyDays: settings.integer('FREE_SURVEY_DAYS', 30, 1, 36_500),
  }
  if (config.databaseUrl !== undefined && config.secret === undefined)
    errors.push('DATABASE_URL requires SECRET or SECRET_FILE, with the same secret for every process on that database')
  if ((config.databaseListenUrl ?? config.databaseReplicaUrl) !== undefined && config.databaseUrl === undefined)
    errors.push('DATABASE_LISTEN_URL and DATABASE_REPLICA_URL require DATABASE_URL')
  if (errors.length > 0) throw new ConfigError(errors.join('\n'))
  return config
}

/** The environment, and what it does not set itself but the file that SETTINGS_FILE names. */
function withSettingsFile(env: Environment): Environment {
  const file = env.SETTINGS_FILE
  if (!file) return env
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...env }
  } catch {
    throw new ConfigError(`SETTINGS_FILE cannot be read: ${file}`)
  }
}

/** Whether the text is an IP address, or a network such as 10.0.0.0/8. */
function isAddress(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/')
  const maxBits = isIP(address) === 6 ? 128 : 32
  return isIP(address) !== 0 && rest.length === 0 && /^\d+$/.test(bits) && Number(bits) <= maxBits
}

class EnvironmentReader {
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #errors: string[]

  constructor(env: Readonly<Record<string, string | undefined>>, errors: string[]) {
    this.#env = env
    this.#errors = errors
  }

  text(name: string, fallback: string): string {
    return this.#env[name] || fallback
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const text = this.#env[name]
    if (!text) return fallback
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    return this.#reject(`${name} must be a whole number from ${min} to ${max}, not "${text}"`, fallback)
  }

  /** @returns bytes */
  megabytes(name: string, fallback: number): number {
    return this.integer(name, fallback, 0, 1_000_000_000) * 2 ** 20
  }

  metricsPort(port: number): number | undefined {
    if (!this.#env.METRICS_PORT) return undefined
    const value = this.integer('METRICS_PORT', 0, 1, 65_535)
    return value === port ? this.#reject(`METRICS_PORT must differ from PORT, which is also ${port}`, undefined) : value
  }

  oneOf<Value extends string>(name: string, fallback: Value, values: readonly Value[]): Value {
    const text = this.text(name, fallback)
    return (
      values.find(value => value === text) ??
      this.#reject(`${name} must be one of ${values.join(', ')}, not "${text}"`, fallback)
    )
  }

  baseUrl(fallback: string, production: boolean): string {
    const text = this.text('BASE_URL', fallback)
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
      return this.#reject(
        `BASE_URL must be a URL without a path, such as https://surveys.example.org, not "${text}"`,
        fallback,
      )
    if (production && url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
      return this.#reject(
        `BASE_URL must start with https:// in production, unless its host is localhost, not "${text}"`,
        fallback,
      )
    return url.origin
  }

  webAddress(name: string): string | undefined {
    const url = this.#env[name]
    if (!url || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return url || undefined
    return this.#reject(
      `${name} must be the address of a page, such as https://example.org/page, not "${url}"`,
      undefined,
    )
  }

  emailAddress(name: string): string | undefined {
    const text = this.#env[name]
    if (!text || isEmail(text)) return text || undefined
    return this.#reject(`${name} must be an e-mail address, not "${text}"`, undefined)
  }

  trustProxy(): number | string[] {
    const text = this.text('TRUST_PROXY', '0')
    if (/^\d{1,2}$/.test(text)) return Number(text)
    const addresses = text.split(',').map(address => address.trim())
    if (addresses.every(isAddress)) return addresses
    return this.#reject(
      `TRUST_PROXY must be a number of proxies, or a comma-separated list of their addresses, not "${text}"`,
      0,
    )
  }

  smtp(): Config['smtp'] {
    const [url, from] = [this.#env.SMTP_URL, this.#env.MAIL_FROM]
    if (!url) return undefined
    // The text has a password in it, so it is not repeated.
    if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
      return this.#reject('SMTP_URL must be a URL such as smtps://user:password@mail.example.org', undefined)
    if (!from || !/^[^<>\r\n]*(<[^\s<>@]+@[^\s<>@]+>|^[^\s<>@]+@[^\s<>@]+)$/.test(from))
      return this.#reject('SMTP_URL requires MAIL_FROM, such as Soundings <soundings@example.org>', undefined)
    return { url, from }
  }

  /** The keys are never repeated in an error. */
  stripe(): Config['stripe'] {
    if (this.#env.BILLING !== 'stripe') return undefined
    return {
      secretKey: this.#stripeKey('STRIPE_SECRET_KEY', /^[sr]k_\S+$/, 'sk_live_… or rk_live_…'),
      webhookSecret: this.#stripeKey('STRIPE_WEBHOOK_SECRET', /^whsec_\S+$/, 'whsec_…'),
      price: this.#stripeKey('STRIPE_PRICE', /^price_\w+$/, 'price_…'),
      trialDays: this.integer('STRIPE_TRIAL_DAYS', 0, 0, MAX_TRIAL_DAYS),
    }
  }

  #stripeKey(name: string, pattern: RegExp, example: string): string {
    const key = this.#env[name] ?? ''
    return pattern.test(key) ? key : this.#reject(`BILLING=stripe requires ${name}, such as ${example}`, '')
  }

  oidc(): OidcSettings | undefined {
    const issuer = this.#env.OIDC_ISSUER
    const clientId = this.#env.OIDC_CLIENT_ID
    const clientSecret = this.#env.OIDC_CLIENT_SECRET
    const only = this.oneOf('OIDC_ONLY', 'false', ['true', 'false']) === 'true'
    if (!issuer) return only ? this.#reject('OIDC_ONLY requires OIDC_ISSUER', undefined) : undefined
    const url = URL.parse(issuer)
    if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))))
      return this.#reject(
        `OIDC_ISSUER must be the https address of an OpenID Connect provider, such as https://login.example.org, not "${issuer}"`,
        undefined,
      )
    if (!clientId || !clientSecret)
      return this.#reject(
        'OIDC_ISSUER requires OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, as the provider has issued them',
        undefined,
      )
    return { issuer, clientId, clientSecret, name: this.text('OIDC_NAME', url.host), only }
  }

  /** The text has a password in it, so it is not repeated. */
  databaseUrl(name: 'DATABASE_URL' | 'DATABASE_LISTEN_URL' | 'DATABASE_REPLICA_URL'): string | undefined {
    const text = this.#env[name]
    if (!text) return undefined
    const url = URL.parse(text)
    const hosts = url?.searchParams.get('host') ?? url?.hostname
    if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || hosts?.includes(','))
      return this.#reject(
        `${name} must be a URL with one host, such as postgres://user:password@host:5432/soundings. For several hosts, see "A replicated database" in docs/operating/postgresql.md`,
        undefined,
      )
    for (const parameter of ['sslrootcert', 'sslcert', 'sslkey']) {
      const file = url.searchParams.get(parameter)
      if (file) this.#read(file, `${parameter} in ${name}`)
    }
    return text
  }

  secret(): string | undefined {
    const file = this.#env.SECRET_FILE
    const secret = this.#env.SECRET || (file ? this.#read(file, 'SECRET_FILE') : undefined)
    if (secret === undefined || secret.length >= SECRET_LENGTH) return secret
    const name = this.#env.SECRET ? 'SECRET' : `the secret in ${file}`
    return this.#reject(`${name} must have at least ${SECRET_LENGTH} characters`, undefined)
  }

  /** @param name what names the file */
  #read(file: string, name: string): string | undefined {
    try {
      return readFileSync(file, 'utf8').trim()
    } catch {
      return this.#reject(`${name} cannot be read: ${file}`, undefined)
    }
  }

  #reject<Fallback>(text: string, fallback: Fallback): Fallback {
    this.#errors.push(text)
    return fallback
  }
}
