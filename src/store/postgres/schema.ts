import type { SchemaDialect } from '../migrate.ts'

/** Released migrations use these texts, so they never change; see `Migration`. */
export const POSTGRES_DIALECT: SchemaDialect = {
  syntax: {
    identity: 'bigint generated always as identity primary key',
    integer: 'bigint',
    // As text they would take more than twice as many bytes in the row, the index and the log.
    uuid: 'uuid',
    time: 'timestamptz(3)',
    tableOptions: '',
    clusteredTableOptions: '',
    // Each check would scan the dead versions of the survey's row, of which every commit adds one.
    surveyReference: '',
    responseIdIndex: ['alter table response add unique (survey_id, id)'],
    unlogged: 'unlogged ',
  },
  // Extensions such as PostGIS have their own tables.
  columns: `select relname as table_name, attname as column_name
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'f') and attnum > 0 and not attisdropped
      and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
      )
    order by relname, attnum`,
}
