import { mistakesIn } from '../domain/values/misspelling.ts'

/** The names of all settings, which are environment variables. */
export const SETTING_NAMES = [
  'ACCOUNT_STORAGE',
  'BASE_URL',
  'BILLING',
  'CONTACT',
  'DASHBOARD_LIMIT',
  'DATABASE_LISTEN_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_URL',
  'DATA_DIR',
  'FREE_DISK',
  'FREE_SURVEY_DAYS',
  'FRONT_SURVEY',
  'HOST',
  'IMPRINT_URL',
  'LOG_LEVEL',
  'MADE_WITH',
  'MAIL_FROM',
  'MAX_CONNECTIONS',
  'METRICS_PORT',
  'NODE_ENV',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_ISSUER',
  'OIDC_NAME',
  'OIDC_ONLY',
  'PEOPLE_PER_ADDRESS',
  'PORT',
  'PRIVACY_URL',
  'RESPONDENT_BYTES',
  'RESPONDENT_LIMIT',
  'SECRET',
  'SECRET_FILE',
  'SETTINGS_FILE',
  'SIGNUP',
  'SMTP_URL',
  'STREAMS_PER_ADDRESS',
  'STRIPE_PRICE',
  'STRIPE_SECRET_KEY',
  'STRIPE_TRIAL_DAYS',
  'STRIPE_WEBHOOK_SECRET',
  'SUBMISSIONS_PER_COMMIT',
  'SURVEY_STORAGE',
  'TERMS_URL',
  'TRUST_PROXY',
] as const

export type SettingName = (typeof SETTING_NAMES)[number]

/** Shorter names, such as PORT, are words that many programs use. */
const MIN_LETTERS = 6
/**
 * Minimum number of letters in a name for one added, missing or changed letter to count as a misspelling, and for two.
 */
const ONE_MISTAKE_FROM = 8
const TWO_MISTAKES_FROM = 12
/** Variables of other programs: cron uses this one for the sender of its own mails. */
const FOREIGN: ReadonlySet<string> = new Set(['MAILFROM'])
const PREFIX = 'SOUNDINGS'

interface Candidate {
  readonly name: SettingName
  readonly letters: string
}

const CANDIDATES: readonly Candidate[] = SETTING_NAMES.map(name => ({ name, letters: lettersOf(name) })).filter(
  ({ letters }) => letters.length >= MIN_LETTERS,
)

/**
 * Variables that have no effect although they look like a setting. One next to the setting that it resembles is
 * ignored: it may belong to another program, and the operator's intention is clear.
 */
export function misspeltSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env).flatMap(name => {
    const meant = env[name] ? settingMeantBy(name) : undefined
    return meant === undefined || env[meant] ? [] : [`${name} is not a setting; did you mean ${meant}?`]
  })
}

/** The setting that an unknown variable resembles; undefined if there is none. */
export function settingMeantBy(name: string): SettingName | undefined {
  if (SETTING_NAMES.some(known => known === name) || FOREIGN.has(name)) return undefined
  const letters = lettersOf(name)
  const bare = letters.startsWith(PREFIX) ? letters.slice(PREFIX.length) : letters
  const [closest] = CANDIDATES.map(({ name, letters }) => ({
    name,
    mistakes: mistakesIn(bare, letters, allowedIn(letters)),
  }))
    .filter(({ mistakes }) => mistakes !== undefined)
    .sort((one, other) => Number(one.mistakes) - Number(other.mistakes))
  return closest?.name
}

/** Without separators, and in the singular, because PROXY and PROXIES differ by several letters. */
function lettersOf(name: string): string {
  return name.replace(/[_.-]/g, '').toUpperCase().replace(/IES$/, 'Y')
}

/** The number of mistakes allowed in a name of this length. */
function allowedIn({ length }: string): number {
  if (length >= TWO_MISTAKES_FROM) return 2
  return length >= ONE_MISTAKE_FROM ? 1 : 0
}
