import { parseEmail } from '../domain/accounts/email.ts'
import { FOREVER } from '../service/accounts/accounts.ts'
import { formatTimestamp } from '../service/timestamp.ts'
import {
  type Command,
  formatTable,
  type Invocation,
  type Output,
  UsageError,
  withAccount,
  withInstallation,
} from './command.ts'

export const accountCreate: Command = {
  name: ['account', 'create'],
  usage: 'account create EMAIL [--name N] [--password-stdin] [--subscribed] [--token]',
  summary: 'Create an account.',
  details:
    '--subscribed starts a subscription with no end date. --token, which requires --subscribed, also creates a personal\nAPI token; it is shown only once. --password-stdin reads the password from the first line of standard input; without\nit, a link is printed with which the account holder sets one.',
  example: 'account create ada@example.org --name Ada --subscribed --token',
  options: {
    name: { type: 'string' },
    'password-stdin': { type: 'boolean' },
    subscribed: { type: 'boolean' },
    token: { type: 'boolean' },
  },
  positionals: ['EMAIL'],
  run: async ({ values, positionals: [email = ''], ...call }) => {
    if (values.token && !values.subscribed) throw new UsageError('--token requires --subscribed')
    const password = values['password-stdin'] ? await call.terminal.readLine() : null
    const name = typeof values.name === 'string' ? values.name : null
    return withInstallation(call, async ({ accounts, operator }) => {
      const account = await accounts.create(operator, {
        email,
        name,
        password,
        entitledUntil: values.subscribed ? FOREVER : null,
      })
      const { token } = values.token
        ? await accounts.createToken(operator, account, { name: null, expiresAt: null })
        : {}
      const { baseUrl, oidc } = call.config
      const needsPassword = password === null && !oidc?.only
      const passwordUrl = needsPassword ? baseUrl + (await accounts.createResetLink(operator, account)) : undefined
      const data = {
        account_id: account.id,
        email: account.email,
        ...(passwordUrl !== undefined && { password_url: passwordUrl }),
        ...(token !== undefined && { token }),
      }
      if (needsPassword && values.json !== true) call.terminal.say(PASSWORD_LINK)
      return {
        data,
        text: Object.entries(data)
          .map(([field, value]) => `${field.padEnd('password_url'.length)}  ${value}`)
          .join('\n'),
      }
    })
  },
}

const PASSWORD_LINK =
  'With the link at password_url, its holder sets a password. It works once, within an hour; `soundings account reset-link` prints another one.\n'

export const accountList: Command = {
  name: ['account', 'list'],
  usage: 'account list',
  summary: 'List all accounts.',
  example: 'account list --json',
  options: {},
  positionals: [],
  run: call =>
    withInstallation(call, async ({ accounts, operator }) => {
      const data = (await accounts.list(operator)).map(({ id, email, name, entitledUntil, createdAt, disabled }) => ({
        account_id: id,
        email,
        name,
        entitled_until: formatTimestamp(entitledUntil),
        created_at: createdAt,
        disabled,
      }))
      const rows = data.map(row => [
        row.account_id,
        row.email,
        row.name,
        row.entitled_until,
        row.disabled ? 'yes' : null,
      ])
      return { data, text: formatTable(['ACCOUNT', 'EMAIL', 'NAME', 'ENTITLED UNTIL', 'DISABLED'], rows) }
    }),
}

export const accountDisable: Command = {
  name: ['account', 'disable'],
  usage: 'account disable EMAIL',
  summary: 'Disable an account: its API tokens stop working and its surveys close until you enable it again.',
  example: 'account disable ada@example.org',
  options: {},
  positionals: ['EMAIL'],
  run: call => setDisabled(call, true),
}

export const accountEnable: Command = {
  name: ['account', 'enable'],
  usage: 'account enable EMAIL',
  summary: 'Enable a disabled account. Its API tokens and surveys work again as before.',
  example: 'account enable ada@example.org',
  options: {},
  positionals: ['EMAIL'],
  run: call => setDisabled(call, false),
}

export const accountResetLink: Command = {
  name: ['account', 'reset-link'],
  usage: 'account reset-link EMAIL',
  summary: 'Print a link for setting a new password.',
  details: 'The link works once, within an hour. Send it through a channel that nobody else can read.',
  example: 'account reset-link ada@example.org',
  options: {},
  positionals: ['EMAIL'],
  run: ({ positionals: [email = ''], ...call }) =>
    withAccount(call, email, async ({ account, accounts, operator }) => {
      const url = call.config.baseUrl + (await accounts.createResetLink(operator, account))
      return { data: { account_id: account.id, email: account.email, url }, text: url }
    }),
}

export const accountInvite: Command = {
  name: ['account', 'invite'],
  usage: 'account invite EMAIL',
  summary: 'Print a link for creating an account with this e-mail address. SIGNUP must be invite or open.',
  details: 'The link works once, within seven days. Send it through a channel that nobody else can read.',
  example: 'account invite ada@example.org',
  options: {},
  positionals: ['EMAIL'],
  run: async ({ positionals: [address = ''], ...call }) => {
    const { baseUrl, signup } = call.config
    if (signup === 'closed') throw new UsageError('SIGNUP is closed; set it to invite, or use account create')
    return withInstallation(call, async ({ accounts, operator }) => {
      const email = parseEmail(address)
      const url = baseUrl + (await accounts.invite(operator, email))
      return { data: { email, url }, text: url }
    })
  },
}

function setDisabled({ positionals: [email = ''], ...call }: Invocation, disabled: boolean): Promise<Output> {
  return withAccount(call, email, async ({ account, accounts, operator }) => {
    const surveys = await accounts.setDisabled(operator, account, disabled)
    const data = { account_id: account.id, email: account.email, disabled, surveys }
    return {
      data,
      text: `${disabled ? 'Disabled' : 'Enabled'} ${account.email}. Surveys affected: ${surveys}.`,
    }
  })
}
