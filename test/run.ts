// The whole suite, with one PostgreSQL server for all of it; what runs on either engine runs once more on PostgreSQL.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { keepPostgres } from './postgres/keeper.ts'

const EVERYTHING = ['src/**/*.test.ts', 'test/**/*.test.ts']
const ON_BOTH = ['test/{api,pages,model}/**/*.test.ts', 'test/{races,pins,openapi-true,openapi-requests}.test.ts']

const { url, remove } = await keepPostgres({ durable: false })
const embedded = await tests(EVERYTHING, 'sqlite')
const shared = await tests(ON_BOTH, 'postgres')
await remove()
process.exitCode = embedded && shared ? 0 : 1

/** @returns whether all passed */
async function tests(patterns: readonly string[], engine: string): Promise<boolean> {
  process.stdout.write(`\nservices on ${engine}\n`)
  const env = { ...process.env, SOUNDINGS_TEST_POSTGRES: url, SOUNDINGS_TEST_ENGINE: engine }
  const words = ['--test', '--test-timeout=1200000', ...patterns]
  const [status] = await once(spawn(process.execPath, words, { env, stdio: 'inherit' }), 'exit')
  return status === 0
}
