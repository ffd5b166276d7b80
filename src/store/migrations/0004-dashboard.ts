import type { SchemaSyntax } from '../engine.ts'

/** What a projector link is made from; the ids of responses that were removed, so that none of them comes again. */
export const dashboard = ({ integer, clusteredTableOptions: clustered }: SchemaSyntax): string[] => [
  'alter table survey add column view_nonce text',
  'create unique index survey_by_view on survey (view_nonce)',
  `create table removed (
    survey_id ${integer} not null references survey (id),
    id text not null,
    primary key (survey_id, id)
  )${clustered}`,
]
