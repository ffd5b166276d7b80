import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { asApplied } from '../../src/store/migrate.ts'
import { MIGRATIONS } from '../../src/store/migrations/migrations.ts'
import { POSTGRES_DIALECT } from '../../src/store/postgres/schema.ts'
import { SQLITE_DIALECT } from '../../src/store/sqlite/schema.ts'

/**
 * The checksums that released databases have. A line that is here never changes: if a statement has to be different, write
 * another migration.
 */
const RELEASED = {
  sqlite: {
    '0001-initial': '253115f979c2d44ba3bcc64e1f23ae1a1d3b888124e4c253ab68824e37747778',
    '0002-refused-recipients': '22b0328e9e2e82ca8ad14631241e08bc736f1e5a0f78de27d957d9d60ebd6887',
    '0003-last-backup': '056c1664a0b2b61f0ad758a54a04002b9642d3eafe11bb40c9dd2d465a409b6c',
  },
  postgres: {
    '0001-initial': '156871706c4364a531b5f0b390511e7237149bdd170fcbe03e7c490f37ea7d25',
    '0002-refused-recipients': '8407a512eb5c2e173503314969b7ff8338d85a29ce3272d6f19dad4157376d1e',
    '0003-last-backup': '548d7c815e9fd32465ae4dade823d86d09cbfb8c8f3cef7332febf1a2243e59a',
  },
}

describe('a released migration never changes', () => {
  for (const [engine, dialect] of Object.entries({ sqlite: SQLITE_DIALECT, postgres: POSTGRES_DIALECT }))
    test(`the statements on ${engine} are those of the releases`, () => {
      const checksums = Object.fromEntries(asApplied(dialect).map(({ name, checksum }) => [name, checksum]))
      assert.deepEqual(checksums, RELEASED[engine as keyof typeof RELEASED])
    })

  test('the name of a migration is that of its file, and begins with its number', () => {
    for (const [index, { name }] of MIGRATIONS.entries()) {
      assert.equal(name.slice(0, 5), `${String(index + 1).padStart(4, '0')}-`)
      assert.ok(existsSync(join(import.meta.dirname, `../../src/store/migrations/${name}.ts`)), name)
    }
  })
})
