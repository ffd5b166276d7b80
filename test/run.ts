// The whole suite, with one PostgreSQL server for all of it; what runs on either engine runs once more on PostgreSQL.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { keepPostgres } from './postgres/keeper.ts'

const EVERYTHING = ['src/**/*.test.ts', 'test/**/*.test.ts']
const ON_BOTH = [
  'test/{api,dashboard,pages,model}/**/*.test.ts',
  'test/{races,pins,openapi-true,openapi-requests}.test.ts',
]

let child: ChildProcess | undefined
// The keeper hears of this process's end and takes the server along.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    child?.kill(signal)
    process.exit(130)
  })
}

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
  child = spawn(process.execPath, words, { env, stdio: 'inherit' })
  const [status] = await once(child, 'exit')
  return status === 0
}
