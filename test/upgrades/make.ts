import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { SCHEMA_VERSION } from '../../src/store/migrate.ts'
import { PASSWORD, submitForm } from '../account/browser.ts'
import { startMailServer } from '../account/mail-server.ts'
import { newPostgres } from '../database.ts'
import { runApart, type Scope, serve } from '../program.ts'
import { until } from '../until.ts'
import { fill, observe } from './contents.ts'
import { statementsOf } from './statements.ts'
import { type Description, fileOf, type StoredDatabase } from './stored.ts'

/**
 * Makes the stored databases of this version with the program itself: `npx node test/upgrades/make.ts 1.2.3`. To be run once
 * for each release, when its last migration is final. Databases of earlier releases are never made again.
 */
const [version] = process.argv.slice(2)
if (version === undefined || !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new Error('usage: make.ts VERSION')
const folder = mkdtempSync(join(tmpdir(), 'soundings-'))
const clearing: (() => void)[] = []
const scope: Scope = { after: clear => clearing.push(clear) }
try {
  await makeSqlite({ version, engine: 'sqlite' })
  await makePostgres({ version, engine: 'postgres' })
} finally {
  for (const clear of clearing.reverse()) clear()
  rmSync(folder, { recursive: true })
}
process.exit()

async function makeSqlite(stored: Pick<StoredDatabase, 'version' | 'engine'>): Promise<void> {
  const dataDir = join(folder, 'data')
  await use(stored, dataDir, {})
  const file = join(folder, 'copy.db')
  const database = new DatabaseSync(join(dataDir, 'soundings.db'))
  database.prepare('vacuum into ?').run(file)
  database.close()
  writeFileSync(fileOf(stored), gzipSync(readFileSync(file), { level: 9 }))
}

async function makePostgres(stored: Pick<StoredDatabase, 'version' | 'engine'>): Promise<void> {
  const { url } = await newPostgres({ empty: true })
  await use(stored, join(folder, 'none'), { DATABASE_URL: url })
  writeFileSync(fileOf(stored), await statementsOf(url))
}

/** Runs a server on a new database, uses it, and writes its responses afterwards. */
async function use(
  stored: Pick<StoredDatabase, 'version' | 'engine'>,
  dataDir: string,
  database: Record<string, string>,
): Promise<void> {
  const secret = randomBytes(32).toString('base64url')
  const mails = await startMailServer()
  clearing.push(() => mails.close())
  const env = { ...database, SECRET: secret, SMTP_URL: mails.url, MAIL_FROM: 'soundings@example.org', SIGNUP: 'open' }
  const email = 'ada@example.org'
  const words = ['account', 'create', email, '--name', 'Ada', '--password-stdin', '--subscribed', '--token', '--json']
  const { stdout, stderr } = await runApart(words, { dataDir, env, input: `${PASSWORD}\n` })
  if (stderr !== '') throw new Error(stderr)
  const access = { email, token: String(JSON.parse(stdout).token) }
  const server = await serve(scope, [], { dataDir, env })
  await fill(server, access)
  mails.recipientReply = '550 5.1.1 no such user'
  await submitForm(server, '/sign-up', { email: 'nobody@example.org', name: 'Nobody', password: PASSWORD })
  await until(() => server.stdout().includes('a mail server permanently refused a recipient'))
  const observed = await observe(server, access)
  await server.stop()
  const description: Description = { ...access, secret, schema: SCHEMA_VERSION, observed }
  writeFileSync(fileOf(stored, 'json'), `${JSON.stringify(description, undefined, 1)}\n`)
}
