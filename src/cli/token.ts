import { formatHour, formatTimestamp } from '../service/timestamp.ts'
import { type Command, formatTable, withAccount, withInstallation } from './command.ts'
import { parseFutureTime } from './time.ts'

export const tokenCreate: Command = {
  name: ['token', 'create'],
  usage: 'token create EMAIL [--name N] [--expires DATE]',
  summary: 'Create a personal API token. It is shown only once. An account can have at most ten.',
  example: 'token create ada@example.org --name laptop --expires 2027-12-31',
  options: { name: { type: 'string' }, expires: { type: 'string' } },
  positionals: ['EMAIL'],
  run: async ({ values, positionals: [email = ''], ...call }) => {
    const expiresAt = typeof values.expires === 'string' ? parseFutureTime(values.expires, '--expires') : null
    const name = typeof values.name === 'string' ? values.name : null
    return withAccount(call, email, async ({ account, accounts, operator }) => {
      const { id, token } = await accounts.createToken(operator, account, { name, expiresAt })
      const data = { id, token }
      return { data, text: `id     ${data.id}\ntoken  ${data.token}` }
    })
  },
}

export const tokenList: Command = {
  name: ['token', 'list'],
  usage: 'token list [EMAIL]',
  summary: 'List the API tokens of one account, or of all. Only the last four characters of each token are shown.',
  example: 'token list ada@example.org',
  options: {},
  positionals: ['[EMAIL]'],
  run: ({ positionals: [email], ...call }) =>
    withInstallation(call, async ({ accounts, operator }) => {
      const account = email === undefined ? undefined : await accounts.find(operator, email)
      const data = (await accounts.tokens(operator, account)).map(token => ({
        id: token.id,
        email: token.email,
        kind: token.kind,
        name: token.name,
        last_four: token.lastFour,
        scope: token.scope,
        created_at: token.createdAt,
        expires_at: formatTimestamp(token.expiresAt),
        last_used_at: formatHour(token.lastUsedHour),
      }))
      const rows = data.map(row => [row.id, row.email, row.name, `…${row.last_four}`, row.expires_at, row.last_used_at])
      return { data, text: formatTable(['TOKEN', 'EMAIL', 'NAME', 'ENDS IN', 'EXPIRES', 'LAST USED'], rows) }
    }),
}

export const tokenRevoke: Command = {
  name: ['token', 'revoke'],
  usage: 'token revoke ID',
  summary: 'Revoke an API token. It stops working immediately.',
  example: 'token revoke 3f0c1a52-6f0e-4c1b-9d57-0a4a4f0f7a11',
  options: {},
  positionals: ['ID'],
  run: ({ positionals: [id = ''], ...call }) =>
    withInstallation(call, async ({ accounts, operator }) => {
      await accounts.revokeToken(operator, id)
      return { data: { id, revoked: true }, text: `Revoked ${id}.` }
    }),
}
