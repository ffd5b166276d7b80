import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { type Outcome, run, temporaryFolder } from './program.ts'

/** The commands of one data directory. */
export interface Installation {
  readonly dataDir: string
  /** Runs a command that must succeed, and returns its one line of JSON. */
  json(...words: string[]): Promise<Loose>
  /** Runs a command that must fail with this status and message, and print nothing to stdout. */
  refused(status: 1 | 78, message: string | RegExp, ...words: string[]): Promise<void>
}

type Loose = Loose[] & { readonly [name: string]: Loose }

export function installation(t: TestContext): Installation {
  const dataDir = join(temporaryFolder(t), 'data')
  return {
    dataDir,
    async json(...words) {
      const { status, stdout, stderr } = await run([...words, '--json'], { dataDir })
      assert.deepEqual([status, stderr], [0, ''])
      assert.match(stdout, /^[^\n]+\n$/, 'one line')
      return JSON.parse(stdout)
    },
    refused: async (status, message, ...words) =>
      assertRefused(await run([...words, '--json'], { dataDir }), status, message),
  }
}

/** The message is the first line on stderr; stdout is empty. */
export function assertRefused(
  { status, stdout, stderr }: Outcome,
  expected: 1 | 3 | 4 | 5 | 78,
  message: string | RegExp,
): void {
  assert.deepEqual([status, stdout], [expected, ''])
  const [first = ''] = stderr.split('\n')
  assert.ok(first.startsWith('soundings: '), stderr)
  const said = first.slice('soundings: '.length)
  if (typeof message === 'string') assert.equal(said, message)
  else assert.match(said, message)
}

export function rows(dataDir: string, sql: string, ...values: string[]) {
  return withDatabase(dataDir, database => database.prepare(sql).all(...values))
}

/** The database itself, beside a server that may be running. */
export function withDatabase<Result>(dataDir: string, act: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(dataDir, 'soundings.db'), { timeout: 5_000 })
  try {
    return act(database)
  } finally {
    database.close()
  }
}

const PAGE = 4_096

/** Makes the database page with the accounts unreadable; other pages can still be read. */
export function damage(file: string): void {
  const bytes = readFileSync(file)
  const start = Math.floor(bytes.lastIndexOf('ada@example.org') / PAGE) * PAGE
  bytes.fill(0xff, start, start + 100)
  writeFileSync(file, bytes)
}
