import { type Kysely, sql } from 'kysely'
import { ownTables } from '../moving/dump-source.ts'
import type { SchemaDifference } from '../schema-differences.ts'
import type { Tables } from '../tables.ts'

/**
 * Finds what no migration creates: tables and views in our schema, and triggers and rules on our tables, which would
 * run within our statements. Objects of an extension are left out: pg_stat_statements, for example, has views in the
 * first schema.
 */
export async function findAdditions(db: Kysely<Tables>): Promise<SchemaDifference[]> {
  const { rows } = await sql<{ what: string }>`
    with relation as (
      select oid, relname, relkind, relkind = 'r' and relname = any(${ownTables()}) as is_own
      from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'f', 'v', 'm')
    ), addition as (
      select 'pg_class'::regclass as class, oid, case when relkind in ('v', 'm') then 'view ' else 'table ' end || relname as what
      from relation where not is_own
      union all
      select 'pg_trigger'::regclass, pg_trigger.oid, 'trigger ' || tgname || ' on ' || relname
      from pg_trigger join relation on tgrelid = relation.oid where is_own and not tgisinternal
      union all
      select 'pg_rewrite'::regclass, pg_rewrite.oid, 'rule ' || rulename || ' on ' || relname
      from pg_rewrite join relation on ev_class = relation.oid where is_own
    )
    select what from addition
    where not exists (select from pg_depend where classid = class and objid = addition.oid and deptype = 'e')
    order by what`.execute(db)
  return rows.map(({ what }) => ({ kind: 'added', what }))
}
