import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { installation, withDatabase } from '../installation.ts'
import { assertFailed, FOREIGN, LISTLESS, runDoctor } from './doctor-results.ts'

describe('doctor changes nothing on SQLite', { concurrency: 4 }, () => {
  const states: [what: string, make: (dataDir: string) => void, failed: object][] = [
    ['a database whose server has stopped', () => undefined, {}],
    ['a database whose server was killed', leaveLogBehind, {}],
    [
      'a database that has lost its list of migrations',
      dataDir => withDatabase(dataDir, database => database.exec(LISTLESS)),
      FOREIGN,
    ],
    [
      'an empty database',
      dataDir => writeFileSync(join(dataDir, 'soundings.db'), ''),
      { schema: ['the database is empty', /start the server/] },
    ],
    [
      'no database',
      dataDir => rmSync(join(dataDir, 'soundings.db')),
      { database: [/^there is no database in /, /restore a backup/] },
    ],
  ]
  for (const [what, make, failed] of states) {
    test(`${what} [cli-doctor]`, async t => {
      const { dataDir, json } = installation(t)
      await json('account', 'create', 'ada@example.org')
      make(dataDir)
      const before = filesOf(dataDir)
      assertFailed(await runDoctor(dataDir), failed)
      assert.deepEqual(filesOf(dataDir), before)
    })
  }
})

/** The files left by a killed server: the write-ahead log is not in the database yet. */
function leaveLogBehind(dataDir: string): void {
  const copy = `${dataDir}-copy`
  withDatabase(dataDir, database => {
    database.exec("update account set name = 'Ada'")
    cpSync(dataDir, copy, { recursive: true })
  })
  cpSync(copy, dataDir, { recursive: true })
  rmSync(copy, { recursive: true })
}

/** The hash of each file. The index of the write-ahead log is shared memory, not part of the database. */
function filesOf(dataDir: string): Record<string, string> {
  const files = readdirSync(dataDir).sort()
  return Object.fromEntries(
    files.map(file => {
      const isIndex = file.endsWith('-shm')
      return [
        file,
        isIndex
          ? ''
          : createHash('sha256')
              .update(readFileSync(join(dataDir, file)))
              .digest('hex'),
      ]
    }),
  )
}
