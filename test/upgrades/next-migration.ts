// Loaded before the program (`node --import`): makes it the next version, with one more migration. It does to every table what a
// migration may do while processes of the previous version go on: it only adds.
import type { Migration } from '../../src/store/migrations/migration.ts'
import { MIGRATIONS } from '../../src/store/migrations/migrations.ts'
import { POSTGRES_DIALECT } from '../../src/store/postgres/schema.ts'

const CREATED = /create (?:unlogged )?table (\w+)/g

const own = MIGRATIONS.flatMap(({ statements }) => statements(POSTGRES_DIALECT.syntax)).join(';\n')
const tables = [...own.matchAll(CREATED)].map(([, name]) => name)
const next: Migration = {
  name: '9999-next',
  statements: ({ integer, time }) => [
    ...tables.flatMap(name => [
      `alter table ${name} add column added ${integer} not null default 7 check (added > 0)`,
      `alter table ${name} add column added_later ${time}`,
    ]),
    'create index response_by_addition on response (survey_id, added)',
    `create table added_table (id ${integer} not null primary key, survey_id ${integer} references survey (id))`,
  ],
}
// The program treats the list as read-only, so it must be extended before any other module reads it.
;(MIGRATIONS as Migration[]).push(next)
