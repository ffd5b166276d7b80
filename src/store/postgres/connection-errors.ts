/** The parts of an error that matter to an operator: the code from the system, TLS or PostgreSQL, and the text. */
interface ErrorFacts {
  readonly code: string
  readonly message: string
}

/** A setting with the address of the database. */
export type AddressSetting = 'DATABASE_URL' | 'DATABASE_LISTEN_URL' | 'DATABASE_REPLICA_URL'

interface Address {
  readonly setting: AddressSetting
  readonly host: string
  readonly user: string
  readonly database: string
}

/** Causes that an operator can fix, each with a pattern for the error's code and text. The first match applies. */
const CAUSES: readonly [pattern: RegExp, explain: (address: Address) => string][] = [
  [
    /ECONNREFUSED|connect ENOENT/,
    ({ setting, host }) => `nothing accepts connections at ${host}: start PostgreSQL there, or correct ${setting}`,
  ],
  [
    /ENOTFOUND|EAI_AGAIN/,
    ({ setting, host }) => `the host of ${host} is unknown: correct ${setting}, or the name server`,
  ],
  [
    /timeout exceeded when trying to connect/,
    ({ host }) => `all connections of this process to ${host} are busy: check for slow statements and locks there`,
  ],
  [
    /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout/,
    ({ setting, host }) => `${host} does not answer: check the network and its firewall, or correct ${setting}`,
  ],
  [
    /Connection terminated|ECONNRESET|EPIPE/,
    ({ host }) => `${host} closed the connection: it is stopping, or it is a proxy that cannot find a primary`,
  ],
  [/^57P0/, ({ host }) => `${host} does not accept connections now: it is starting, stopping or recovering`],
  [
    /^25006/,
    ({ setting, host }) =>
      `${host} does not accept writes: make ${setting} point to the primary, and check its free disk space`,
  ],
  [
    /does not support SSL/,
    ({ setting, host }) => `${host} does not accept TLS: set ssl = on there, or remove sslmode from ${setting}`,
  ],
  [
    /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
    ({ host }) => `the TLS certificate of ${host} is not valid today: renew it there, and check the clocks`,
  ],
  [
    /ALTNAME/,
    ({ setting, host }) =>
      `the TLS certificate of ${host} is for another host: use the host name in the certificate in ${setting}`,
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO/,
    ({ setting, host }) =>
      `the TLS certificate of ${host} cannot be trusted: add sslrootcert=FILE with its authority to ${setting}`,
  ],
  [
    /no encryption|SSL required/i,
    ({ setting, host }) => `${host} accepts only TLS for this user: add sslmode=verify-full to ${setting}`,
  ],
  [
    /password must be a/,
    ({ setting, host, user }) => `${host} asks for the password of user "${user}": add it to ${setting}`,
  ],
  [
    /^28P01|SASL|password/,
    ({ setting, host, user }) => `${host} refuses the password of user "${user}": correct it in ${setting}`,
  ],
  [
    /^28/,
    ({ host, user, database }) =>
      `${host} does not let user "${user}" into database "${database}": create the role, or allow it in pg_hba.conf`,
  ],
  [
    /^3D000|no such database/,
    ({ setting, host, database }) => `${host} has no database "${database}": create it, or correct ${setting}`,
  ],
  [
    /cannot connect to server|server_login_retry|query_wait_timeout/,
    ({ host }) => `the pooler at ${host} cannot reach the database: check its log`,
  ],
  [
    /^53300|max_client_conn/,
    ({ host }) => `${host} has no connection left: raise max_connections, or run fewer processes`,
  ],
  [
    /startup parameter/,
    ({ setting, host }) => `the pooler at ${host} refuses a startup parameter: remove "options" from ${setting}`,
  ],
]

/**
 * Explains in one sentence why a connection failed and what to do. Other errors keep their text.
 * @param setting where the address was configured
 */
export function explainConnectionError(error: unknown, url: string, setting: AddressSetting = 'DATABASE_URL'): unknown {
  const { code, message } = factsOf(error)
  const [, explain] = CAUSES.find(([pattern]) => pattern.test(`${code} ${message}`)) ?? []
  return explain === undefined ? error : new Error(explain({ setting, ...addressOf(url) }), { cause: error })
}

/** If a name has several addresses, there is one error for each. */
function factsOf(error: unknown): ErrorFacts {
  const { code = '', message } = (error instanceof AggregateError ? error.errors[0] : error) as Partial<ErrorFacts>
  return { code, message: message ?? '' }
}

/** The address of a URL, without user and password. */
function addressOf(url: string): Omit<Address, 'setting'> {
  const { hostname, port, username, pathname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return {
    // A host that is a path denotes a Unix socket.
    host: host.startsWith('/') ? host : `${host}:${port || 5432}`,
    user: decodeURIComponent(username),
    database: decodeURIComponent(pathname.slice(1)),
  }
}
