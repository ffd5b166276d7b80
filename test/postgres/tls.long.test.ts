import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { temporaryFolder } from '../faults/server.ts'
import { reportMissing } from '../missing-program.ts'
import { run } from '../program.ts'
import { type KeptPostgres, keepPostgres } from './keeper.ts'
import { query } from './query.ts'

const HOST = 'localhost'
const PASSWORD = 'canary'
/** The user of this test may connect with TLS and a password only. */
const ACCESS = `
hostssl all ada 127.0.0.1/32 scram-sha-256
host all postgres 127.0.0.1/32 trust
`

interface Certificate {
  readonly file: string
  readonly key: string
}

if (spawnSync('openssl', ['version']).status !== 0) reportMissing('TLS to PostgreSQL', 'Install openssl.')
else
  describe('TLS to PostgreSQL [cli-doctor]', () => {
    const { file, key } = makeCertificate(HOST)
    let postgres: KeptPostgres
    let plain: KeptPostgres
    before(async () => {
      const files = {
        'server.crt': readFileSync(file, 'utf8'),
        'server.key': readFileSync(key, 'utf8'),
        'pg_hba.conf': ACCESS,
      }
      postgres = await keepPostgres({ durable: false, files })
      plain = await keepPostgres({ durable: false })
      await createUser(postgres.url)
    })
    after(() => Promise.all([postgres, plain].map(server => server.remove())))

    const urlOf = (
      { url }: KeptPostgres,
      query = '',
      { user = `ada:${PASSWORD}`, host = HOST, database = 'ada' } = {},
    ) => `postgres://${user}@${host}:${new URL(url).port}/${database}${query}`
    const trusted = `?sslmode=verify-full&sslrootcert=${file}`

    test('every address of the service supports it', async () => {
      const results = await doctor(urlOf(postgres, trusted))
      assert.deepEqual([results.database, results.listen], ['reachable', 'change notifications arrive'])
    })

    const failures: [what: string, url: () => string, found: RegExp][] = [
      ['no sslmode', () => urlOf(postgres), /accepts only TLS for this user: add sslmode=verify-full/],
      [
        'an unknown authority',
        () => urlOf(postgres, '?sslmode=verify-full'),
        /cannot be trusted: add sslrootcert=FILE/,
      ],
      // Less strict elsewhere: here no mode may accept an unverified server.
      ['an unknown authority, with sslmode=require', () => urlOf(postgres, '?sslmode=require'), /cannot be trusted/],
      ['the name of another host', () => urlOf(postgres, trusted, { host: '127.0.0.1' }), /is for another host/],
      ['a server without TLS', () => urlOf(plain, trusted), /does not accept TLS: set ssl = on there/],
      ['a wrong password', () => urlOf(postgres, trusted, { user: 'ada:wrong' }), /refuses the password of user "ada"/],
      ['no password', () => urlOf(postgres, trusted, { user: 'ada' }), /asks for the password of user "ada"/],
      ['a missing database', () => urlOf(postgres, trusted, { database: 'missing' }), /has no database "missing"/],
    ]
    for (const [what, url, found] of failures)
      test(`${what} is named as the cause, and the password is not shown`, async () => {
        const results = await doctor(url())
        assert.match(results.database ?? '', found)
        assert.doesNotMatch(JSON.stringify(results), new RegExp(PASSWORD))
      })
  })

/** @returns what each check found */
async function doctor(url: string): Promise<Record<string, string>> {
  const env = { DATABASE_URL: url, SECRET: 'x'.repeat(40) }
  const { stdout } = await run(['doctor', '--json'], { dataDir: temporaryFolder(), env })
  const results: { check: string; found: string }[] = JSON.parse(stdout)
  return Object.fromEntries(results.map(({ check, found }) => [check, found]))
}

async function createUser(url: string): Promise<void> {
  await query(url, `create role ada login password '${PASSWORD}'`)
  await query(url, 'create database ada owner ada')
}

/** A self-signed certificate. */
function makeCertificate(host: string): Certificate {
  const folder = temporaryFolder()
  const [file, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, '-keyout', key, '-out', file]
  const { status, stderr } = spawnSync('openssl', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return { file, key }
}
