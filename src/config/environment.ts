import { isIP } from 'node:net'
import { isEmail } from '../domain/accounts/email.ts'
import { MAX_TRIAL_DAYS } from '../domain/billing.ts'
import { isSlug } from '../domain/surveys/slug.ts'
import { MAX_SETTING_BYTES, readBoundedFile } from './bounded-file.ts'
import type { SettingName } from './setting-names.ts'

/** Minimum number of characters in a secret. */
export const SECRET_LENGTH = 32
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

type Settings = { readonly [name in SettingName]?: string | undefined }

export interface SmtpSettings {
  /** The mail server's URL, with user and password. */
  readonly url: string
  /** The sender of mails, as an address or `Name <address>`. */
  readonly from: string
}

export interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly price: string
  /** Length in days of the trial of an account's first subscription; 0 for none. */
  readonly trialDays: number
}

export interface OidcSettings {
  /** The provider's issuer address. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The name by which people know the provider. */
  readonly name: string
  /** Whether it is the only way to sign in, without passwords and passkeys. */
  readonly only: boolean
}

/** Reads single settings and collects what is wrong with them. */
export class EnvironmentReader {
  readonly #env: Settings
  readonly #errors: string[]

  constructor(env: Settings, errors: string[]) {
    this.#env = env
    this.#errors = errors
  }

  text(name: SettingName, fallback: string): string {
    return this.#env[name] || fallback
  }

  integer(name: SettingName, fallback: number, min: number, max: number): number {
    const text = this.#env[name]
    if (!text) return fallback
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    return this.#reject(`${name} must be a whole number from ${min} to ${max}, not "${text}"`, fallback)
  }

  /** @returns bytes */
  megabytes(name: SettingName, fallback: number): number {
    return this.integer(name, fallback, 0, 1_000_000_000) * 2 ** 20
  }

  metricsPort(port: number): number | undefined {
    if (!this.#env.METRICS_PORT) return undefined
    const value = this.integer('METRICS_PORT', 0, 1, 65_535)
    return value === port ? this.#reject(`METRICS_PORT must differ from PORT, which is also ${port}`, undefined) : value
  }

  oneOf<Value extends string>(name: SettingName, fallback: Value, values: readonly Value[]): Value {
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

  surveyName(name: SettingName): string | undefined {
    const slug = this.#env[name]
    if (!slug || isSlug(slug)) return slug || undefined
    return this.#reject(
      `${name} must be the name of a survey as in its link, such as physics-3, not "${slug}"`,
      undefined,
    )
  }

  webAddress(name: SettingName): string | undefined {
    const url = this.#env[name]
    if (!url || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return url || undefined
    return this.#reject(
      `${name} must be the address of a page, such as https://example.org/page, not "${url}"`,
      undefined,
    )
  }

  emailAddress(name: SettingName): string | undefined {
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

  smtp(): SmtpSettings | undefined {
    const [url, from] = [this.#env.SMTP_URL, this.#env.MAIL_FROM]
    if (!url) return undefined
    // The text contains a password, so it is not repeated.
    if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
      return this.#reject('SMTP_URL must be a URL such as smtps://user:password@mail.example.org', undefined)
    if (!from || !/^[^<>\r\n]*(<[^\s<>@]+@[^\s<>@]+>|^[^\s<>@]+@[^\s<>@]+)$/.test(from))
      return this.#reject('SMTP_URL requires MAIL_FROM, such as Soundings <soundings@example.org>', undefined)
    return { url, from }
  }

  /** Keys are never repeated in an error. */
  stripe(): StripeSettings | undefined {
    if (this.#env.BILLING !== 'stripe') return undefined
    return {
      secretKey: this.#stripeKey('STRIPE_SECRET_KEY', /^[sr]k_\S+$/, 'sk_live_… or rk_live_…'),
      webhookSecret: this.#stripeKey('STRIPE_WEBHOOK_SECRET', /^whsec_\S+$/, 'whsec_…'),
      price: this.#stripeKey('STRIPE_PRICE', /^price_\w+$/, 'price_…'),
      trialDays: this.integer('STRIPE_TRIAL_DAYS', 0, 0, MAX_TRIAL_DAYS),
    }
  }

  #stripeKey(name: SettingName, pattern: RegExp, example: string): string {
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

  /** The text contains a password, so it is not repeated. */
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

  /** @param name how an error names the file */
  #read(file: string, name: string): string | undefined {
    try {
      return readBoundedFile(file, MAX_SETTING_BYTES).toString().trim()
    } catch (error) {
      return this.#reject(`${name} cannot be read: ${file}: ${(error as Error).message}`, undefined)
    }
  }

  #reject<Fallback>(text: string, fallback: Fallback): Fallback {
    this.#errors.push(text)
    return fallback
  }
}

/** Whether a text is an IP address or a network such as 10.0.0.0/8. */
function isAddress(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/')
  const maxBits = isIP(address) === 6 ? 128 : 32
  return isIP(address) !== 0 && rest.length === 0 && /^\d+$/.test(bits) && Number(bits) <= maxBits
}
