import type { SchemaSyntax } from '../engine.ts'

/** What an operator holds back; what was made under an idempotency key. */
export const operation = ({ integer, clusteredTableOptions: clustered }: SchemaSyntax): string[] => [
  `alter table account add column disabled ${integer} not null default 0 check (disabled in (0, 1))`,
  `alter table survey add column suspended ${integer} not null default 0 check (suspended in (0, 1))`,
  `alter table survey add column taken_down ${integer} not null default 0 check (taken_down in (0, 1))`,
  `create table idempotency (
    account_id text not null references account (id),
    key text not null,
    request_hash text not null,
    made text not null,
    made_at ${integer} not null,
    primary key (account_id, key)
  )${clustered}`,
  'create index idempotency_by_age on idempotency (made_at)',
]
