import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainConnectionError } from './connection-errors.ts'

const URL = 'postgres://ada:secret@db.example/surveys'

const CASES: readonly [code: string | undefined, message: string, expected: RegExp][] = [
  ['ECONNREFUSED', 'connect ECONNREFUSED', /^nothing accepts connections at db\.example:5432: start PostgreSQL/],
  ['ENOENT', 'connect ENOENT /run/postgresql/.s.PGSQL.5432', /^nothing accepts connections at/],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND db.example', /is unknown/],
  [undefined, 'timeout expired', /does not answer/],
  [undefined, 'timeout exceeded when trying to connect', /all connections of this process .* are busy/],
  [undefined, 'Connection terminated due to connection timeout', /does not answer/],
  [undefined, 'Connection terminated unexpectedly', /closed the connection: .* a proxy that cannot find a primary/],
  ['57P03', 'the database system is starting up', /does not accept connections now/],
  ['25006', 'cannot execute LISTEN during recovery', /does not accept writes: make DATABASE_URL point to the primary/],
  [undefined, 'The server does not support SSL connections', /does not accept TLS/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', /cannot be trusted: add sslrootcert/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames", /is for another host/],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unable to get local issuer certificate', /cannot be trusted/],
  ['CERT_HAS_EXPIRED', 'certificate has expired', /is not valid today: renew it/],
  ['28000', 'no pg_hba.conf entry for host "::1", user "ada", no encryption', /accepts only TLS/],
  ['28P01', 'password authentication failed for user "ada"', /refuses the password of user "ada"/],
  [
    undefined,
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
    /asks for the password of user "ada"/,
  ],
  ['28000', 'role "ada" does not exist', /does not let user "ada" into database "surveys"/],
  ['3D000', 'database "surveys" does not exist', /has no database "surveys"/],
  ['53300', 'sorry, too many clients already', /no connection left/],
  ['08P01', 'no more connections allowed (max_client_conn)', /no connection left/],
  ['08P01', 'pgbouncer cannot connect to server', /the pooler at db\.example:5432 cannot reach the database/],
  ['08P01', 'unsupported startup parameter: options', /the pooler at db\.example:5432 refuses/],
]

for (const [code, message, expected] of CASES)
  test(`a connection that fails with "${message}" is explained with its cause and remedy, without the password`, () => {
    const error = Object.assign(new Error(message), { code })
    const explained = explainConnectionError(error, URL)
    assert.ok(explained instanceof Error)
    assert.match(explained.message, expected)
    assert.doesNotMatch(explained.message, /secret/)
    assert.equal(explained.cause, error)
  })

test('for a host with several addresses the first error is explained, and an unforeseen error is left unchanged', () => {
  const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' })
  const explained = explainConnectionError(new AggregateError([refused, refused]), URL)
  assert.match((explained as Error).message, /nothing accepts connections/)
  const unforeseen = new Error('after all')
  assert.equal(explainConnectionError(unforeseen, URL), unforeseen)
})

test('a path to a socket is shown unchanged', () => {
  const refused = Object.assign(new Error('connect ENOENT'), { code: 'ENOENT' })
  for (const url of ['postgres:///surveys?host=/run/postgresql', 'postgres://%2Frun%2Fpostgresql/surveys']) {
    const explained = explainConnectionError(refused, url) as Error
    assert.match(explained.message, /connections at \/run\/postgresql: start PostgreSQL/)
  }
})
