/** What an operator has to know of an error: the code of the system, of TLS or of PostgreSQL, and its text. */
interface ErrorFacts {
  readonly code: string
  readonly message: string
}

interface Address {
  readonly host: string
  readonly user: string
  readonly database: string
}

/**
 * Causes that an operator can do something about, by a pattern of the error's code and text. The first that matches is
 * right.
 */
const CAUSES: readonly [pattern: RegExp, explain: (address: Address) => string][] = [
  [
    /ECONNREFUSED/,
    ({ host }) => `nothing accepts connections at ${host}: start PostgreSQL there, or correct DATABASE_URL`,
  ],
  [/ENOTFOUND|EAI_AGAIN/, ({ host }) => `the host of ${host} is unknown: correct DATABASE_URL, or the name server`],
  [
    /timeout exceeded when trying to connect/,
    ({ host }) => `all connections of this process to ${host} are busy: look for slow statements and locks there`,
  ],
  [
    /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout/,
    ({ host }) => `${host} does not answer: check the network and its firewall, or correct DATABASE_URL`,
  ],
  [
    /does not support SSL/,
    ({ host }) => `${host} does not accept TLS: set ssl = on there, or remove sslmode from DATABASE_URL`,
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|altnames/,
    ({ host }) =>
      `the TLS certificate of ${host} cannot be trusted: add sslrootcert=FILE with its authority to DATABASE_URL, and use the host name in the certificate`,
  ],
  [
    /no encryption|SSL required/i,
    ({ host }) => `${host} accepts only TLS for this user: add sslmode=verify-full to DATABASE_URL`,
  ],
  [
    /^28P01|SASL|password/,
    ({ host, user }) => `${host} refuses the password of user "${user}": correct it in DATABASE_URL`,
  ],
  [
    /^28/,
    ({ host, user, database }) =>
      `${host} does not let user "${user}" into database "${database}": create the role, or allow it in pg_hba.conf`,
  ],
  [
    /^3D000|no such database/,
    ({ host, database }) => `${host} has no database "${database}": create it, or correct DATABASE_URL`,
  ],
  [/^53300/, ({ host }) => `${host} has no connection left: raise max_connections, or run fewer processes`],
  [
    /startup parameter/,
    ({ host }) => `the pooler at ${host} refuses a startup parameter: remove "options" from DATABASE_URL`,
  ],
]

/** Says in a sentence why a connection failed and what to do. What nobody can foresee keeps the text that it has. */
export function explainConnectionError(error: unknown, url: string): unknown {
  const { code, message } = factsOf(error)
  const [, explain] = CAUSES.find(([pattern]) => pattern.test(`${code} ${message}`)) ?? []
  return explain === undefined ? error : new Error(explain(addressOf(url)), { cause: error })
}

/** If a name has several addresses, each has its error. */
function factsOf(error: unknown): ErrorFacts {
  const { code = '', message } = (error instanceof AggregateError ? error.errors[0] : error) as Partial<ErrorFacts>
  return { code, message: message ?? '' }
}

/** The password is not part of it. */
function addressOf(url: string): Address {
  const { hostname, port, username, pathname } = new URL(url)
  return {
    host: `${hostname}:${port || 5432}`,
    user: decodeURIComponent(username),
    database: decodeURIComponent(pathname.slice(1)),
  }
}
