import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'

/** The settings of an installation; each is an environment variable of the same name in capitals. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Where `/metrics` is served, on the same host; undefined where nothing is measured. */
  readonly metricsPort: number | undefined
  /** Where people reach the service, without a slash at the end. */
  readonly baseUrl: string
  /** An absolute path. */
  readonly dataDir: string
  /** A PostgreSQL database in place of the embedded one; it may be shared by several processes. */
  readonly databaseUrl: string | undefined
  readonly logLevel: string
  readonly production: boolean
  /** Given by SECRET or SECRET_FILE; otherwise one is made and kept in the data folder. */
  readonly secret: string | undefined
  /** The most submissions that share one commit. The benchmarks set 1 to see what sharing is worth. */
  readonly submissionsPerCommit: number
  /** Writes a minute for each address and survey; 0 for any number. */
  readonly respondentLimit: number
  /** Whose word on the sender's address is taken: so many proxies before the service, or these addresses; 0 is nobody's. */
  readonly trustProxy: number | string[]
}

/** Settings that cannot be used: one line for each. */
export class ConfigError extends Error {}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const SECRET_LENGTH = 32

/** The only reader of the environment. @throws ConfigError with all mistakes at once */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const mistakes: string[] = []
  const settings = new EnvironmentReader(env, mistakes)
  const port = settings.integer('PORT', 3000, 1, 65_535)
  const production = env.NODE_ENV === 'production'
  const config = {
    port,
    host: settings.text('HOST', '127.0.0.1'),
    metricsPort: settings.metricsPort(port),
    baseUrl: settings.baseUrl(`http://localhost:${port}`, production),
    dataDir: resolve(settings.text('DATA_DIR', 'data')),
    databaseUrl: settings.databaseUrl(),
    logLevel: settings.oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    production,
    secret: settings.secret(),
    submissionsPerCommit: settings.integer('SUBMISSIONS_PER_COMMIT', 500, 1, 10_000),
    respondentLimit: settings.integer('RESPONDENT_LIMIT', 3_000, 0, 1_000_000_000),
    trustProxy: settings.trustProxy(),
  }
  if (config.databaseUrl !== undefined && config.secret === undefined)
    mistakes.push('DATABASE_URL needs SECRET or SECRET_FILE, the same for every process on that database')
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'))
  return config
}

/** The installation's secret: as set, or the data folder's own, made at the first start. */
export function loadOrCreateSecret(config: Config): string {
  const { secret, dataDir } = config
  if (secret !== undefined) return secret
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    const made = randomBytes(SECRET_LENGTH).toString('base64url')
    writeFileSync(secretFile(config), made, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(secretFile(config), 'utf8').trim()
}

/** The same where there is one; none is made. */
export function findSecret(config: Config): string | undefined {
  const file = secretFile(config)
  return config.secret ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined)
}

/** Where the secret is kept that is not set. */
export function secretFile({ dataDir }: Config): string {
  return join(dataDir, 'secret')
}

/** An address, or a network of them such as 10.0.0.0/8. */
function isAddress(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/')
  const most = isIP(address) === 6 ? 128 : 32
  return isIP(address) !== 0 && rest.length === 0 && /^\d+$/.test(bits) && Number(bits) <= most
}

class EnvironmentReader {
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #mistakes: string[]

  constructor(env: Readonly<Record<string, string | undefined>>, mistakes: string[]) {
    this.#env = env
    this.#mistakes = mistakes
  }

  text(name: string, fallback: string): string {
    return this.#env[name] || fallback
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const text = this.#env[name]
    if (!text) return fallback
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    return this.#mistake(`${name} must be a whole number from ${least} to ${most}, not "${text}"`, fallback)
  }

  metricsPort(port: number): number | undefined {
    if (!this.#env.METRICS_PORT) return undefined
    const value = this.integer('METRICS_PORT', 0, 1, 65_535)
    return value === port
      ? this.#mistake(`METRICS_PORT must be another port than PORT, not "${port}"`, undefined)
      : value
  }

  oneOf(name: string, fallback: string, values: readonly string[]): string {
    const text = this.text(name, fallback)
    return values.includes(text)
      ? text
      : this.#mistake(`${name} must be one of ${values.join(', ')}, not "${text}"`, fallback)
  }

  baseUrl(fallback: string, production: boolean): string {
    const text = this.text('BASE_URL', fallback)
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
      return this.#mistake(`BASE_URL must be like https://surveys.example.org, without a path, not "${text}"`, fallback)
    const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
    if (production && url.protocol === 'http:' && !isLocal)
      return this.#mistake(
        `BASE_URL must begin with https:// in production, unless it is this machine, not "${text}"`,
        fallback,
      )
    return url.origin
  }

  trustProxy(): number | string[] {
    const text = this.text('TRUST_PROXY', '0')
    if (/^\d{1,2}$/.test(text)) return Number(text)
    const addresses = text.split(',').map(address => address.trim())
    if (addresses.every(isAddress)) return addresses
    return this.#mistake(`TRUST_PROXY must be a number of proxies, or their addresses, not "${text}"`, 0)
  }

  databaseUrl(): string | undefined {
    const url = this.#env.DATABASE_URL
    if (!url || (URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol))) return url || undefined
    return this.#mistake('DATABASE_URL must be like postgres://user:password@host:5432/soundings', undefined)
  }

  secret(): string | undefined {
    const file = this.#env.SECRET_FILE
    const secret = this.#env.SECRET || (file ? this.#read(file) : undefined)
    if (secret === undefined || secret.length >= SECRET_LENGTH) return secret
    return this.#mistake(`SECRET must have at least ${SECRET_LENGTH} characters`, undefined)
  }

  #read(file: string): string | undefined {
    try {
      return readFileSync(file, 'utf8').trim()
    } catch {
      return this.#mistake(`SECRET_FILE cannot be read: ${file}`, undefined)
    }
  }

  #mistake<Fallback>(text: string, fallback: Fallback): Fallback {
    this.#mistakes.push(text)
    return fallback
  }
}
