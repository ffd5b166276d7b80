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

/** Shorter names are words that many programs use, such as PORT. */
const MIN_LETTERS = 6
/** Letters from which on a name with one letter more, fewer or changed is taken for a misspelling, and one with two. */
const ONE_MISTAKE_FROM = 8
const TWO_MISTAKES_FROM = 12
/** Variables of other programs: cron has the sender of its own mails in this one. */
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
 * Variables that have no effect, although they look like a setting. One beside the setting that it resembles is left alone:
 * it may belong to another program, and what the operator wants is said.
 */
export function misspeltSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env).flatMap(name => {
    const meant = env[name] ? settingMeantBy(name) : undefined
    return meant === undefined || env[meant] ? [] : [`${name} is not a setting; did you mean ${meant}?`]
  })
}

/** The setting that an unknown variable resembles; undefined if it resembles none. */
export function settingMeantBy(name: string): SettingName | undefined {
  if (SETTING_NAMES.some(known => known === name) || FOREIGN.has(name)) return undefined
  const letters = lettersOf(name)
  const bare = letters.startsWith(PREFIX) ? letters.slice(PREFIX.length) : letters
  const [closest] = CANDIDATES.map(({ name, letters }) => ({ name, mistakes: mistakesIn(bare, letters) }))
    .filter(({ mistakes }) => mistakes !== undefined)
    .sort((one, other) => Number(one.mistakes) - Number(other.mistakes))
  return closest?.name
}

function lettersOf(name: string): string {
  return name.replace(/[_.-]/g, '').toUpperCase()
}

/** How many mistakes make the one text of the other; undefined if they are too many for its length. */
function mistakesIn(text: string, meant: string): number | undefined {
  if (text === meant) return 0
  if (isSwapped(text, meant)) return 1
  const allowed = meant.length >= TWO_MISTAKES_FROM ? 2 : meant.length >= ONE_MISTAKE_FROM ? 1 : 0
  if (Math.abs(text.length - meant.length) > allowed) return undefined
  const distance = editDistance(text, meant)
  return distance <= allowed ? distance : undefined
}

/** Whether two neighbouring letters have changed places. */
function isSwapped(text: string, meant: string): boolean {
  if (text.length !== meant.length) return false
  const at = [...text].findIndex((letter, index) => letter !== meant[index])
  const swapped = `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`
  return swapped === meant
}

/** The Levenshtein distance: letters to insert, delete or replace. */
function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1]
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === otherLetter ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
