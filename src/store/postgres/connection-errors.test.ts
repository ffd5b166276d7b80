import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainConnectionError } from './connection-errors.ts'

const URL = 'postgres://ada:secret@db.example/surveys'

const CASES: readonly [code: string | undefined, message: string, expected: RegExp][] = [
  ['ECONNREFUSED', 'connect ECONNREFUSED', /^nothing accepts connections at db\.example:5432: start PostgreSQL/],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND db.example', /is unknown/],
  [undefined, 'timeout expired', /does not answer/],
  [undefined, 'timeout exceeded when trying to connect', /all connections of this process .* are busy/],
  [undefined, 'The server does not support SSL connections', /does not accept TLS/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', /cannot be trusted: add sslrootcert/],
  ['28000', 'no pg_hba.conf entry for host "::1", user "ada", no encryption', /accepts only TLS/],
  ['28P01', 'password authentication failed for user "ada"', /refuses the password of user "ada"/],
  ['28000', 'role "ada" does not exist', /does not let user "ada" into database "surveys"/],
  ['3D000', 'database "surveys" does not exist', /has no database "surveys"/],
  ['53300', 'sorry, too many clients already', /no connection left/],
  ['08P01', 'unsupported startup parameter: options', /the pooler at db\.example:5432 refuses/],
]

for (const [code, message, expected] of CASES)
  test(`a connection that fails with "${message}" says its cause and what to do, without the password`, () => {
    const error = Object.assign(new Error(message), { code })
    const explained = explainConnectionError(error, URL)
    assert.ok(explained instanceof Error)
    assert.match(explained.message, expected)
    assert.doesNotMatch(explained.message, /secret/)
    assert.equal(explained.cause, error)
  })

test('of a host with several addresses the first error counts, and an unforeseen error stays as it is', () => {
  const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' })
  const explained = explainConnectionError(new AggregateError([refused, refused]), URL)
  assert.match((explained as Error).message, /nothing accepts connections/)
  const unforeseen = new Error('after all')
  assert.equal(explainConnectionError(unforeseen, URL), unforeseen)
})
