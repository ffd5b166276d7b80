import { schemaStatements } from '../../src/store/migrate.ts'
import { POSTGRES_DIALECT } from '../../src/store/postgres/schema.ts'
import { query } from '../postgres/query.ts'

type Run = (statement: string) => Promise<Record<string, unknown>[]>

/**
 * The statements that recreate a PostgreSQL database: those of its migrations, and its rows. Any client can run them,
 * even without psql, and the tests include no pg_dump.
 */
export async function statementsOf(url: string): Promise<string> {
  const run: Run = statement => query(url, statement)
  const tables = await run(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  )
  const rows: string[] = []
  for (const { name } of tables) rows.push(...(await rowsOf(String(name), run)))
  // Rows refer to later rows, and the migrations have inserted one.
  const replaced = ['set session_replication_role = replica', 'delete from installation', ...rows, 'reset all']
  return [...schemaStatements(POSTGRES_DIALECT), ...replaced].map(statement => `${statement};\n`).join('')
}

async function rowsOf(table: string, run: Run): Promise<string[]> {
  const columns = await run(
    `select column_name as name, is_identity = 'YES' as numbered from information_schema.columns
      where table_schema = 'public' and table_name = '${table}' order by ordinal_position`,
  )
  const names = columns.map(({ name }) => `"${name}"`)
  const literals = names.map(name => `quote_nullable(${name}::text)`).join(` || ', ' || `)
  const rows = await run(`select ${literals} as literals from "${table}" order by ${names[0]}`)
  const into = `insert into "${table}" (${names.join(', ')}) overriding system value values`
  const inserts = rows.length === 0 ? [] : [`${into}\n${rows.map(row => `  (${row.literals})`).join(',\n')}`]
  const numbered = columns.find(column => column.numbered)
  if (numbered === undefined) return inserts
  const [{ last } = {}] = await run(`select coalesce(max("${numbered.name}"), 0) as last from "${table}"`)
  return [...inserts, `alter table "${table}" alter column "${numbered.name}" restart with ${Number(last) + 1}`]
}
