// Loaded before the program (`node --import`): kills the process when it is about to run a statement of a migration, the one
// whose number is in KILL_AT, counted from 1.
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

const OF_MIGRATIONS =
  /^\s*(?:alter table|create (?:unique |unlogged )?(?:table|index|trigger)|insert into migration)\b/i
const at = Number(process.env.KILL_AT)
let count = 0

function look(sql: unknown): void {
  const isOfMigration = typeof sql === 'string' && OF_MIGRATIONS.test(sql)
  if (isOfMigration && ++count === at) process.kill(process.pid, 'SIGKILL')
}

const { prepare } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function (sql) {
  look(sql)
  return prepare.call(this, sql)
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...words: Parameters<typeof query>) {
  const [first] = words
  look(typeof first === 'string' ? first : Reflect.get(first, 'text'))
  return query.apply(this, words)
} as typeof query
