import type { SchemaSyntax } from '../engine.ts'

/** Accounts with their tokens; surveys with responses and kept counts; templates; call budgets. */
export const surveys = ({
  identity: counter,
  integer,
  tableOptions: table,
  clusteredTableOptions: clustered,
  surveyReference: ofSurvey,
  unlogged,
}: SchemaSyntax): string[] => [
  `create table account (
    id text not null primary key,
    email text not null unique,
    name text,
    password_hash text,
    palette text,
    entitled_until ${integer},
    revision ${integer} not null default 0,
    created_at text not null
  )${table}`,
  `create table token (
    id text not null primary key,
    account_id text not null references account (id),
    kind text not null check (kind in ('pat', 'oauth')),
    name text,
    hash text not null unique,
    last_four text not null,
    scope text not null,
    expires_at ${integer},
    last_used_hour ${integer},
    created_at text not null
  )${table}`,
  'create index token_by_account on token (account_id)',
  `create table slug (
    slug text not null primary key
  )${clustered}`,
  `create table survey (
    id ${counter},
    account_id text not null references account (id),
    slug text not null unique references slug (slug),
    title text not null,
    status text not null check (status in ('open', 'closed')),
    archived ${integer} not null check (archived in (0, 1)),
    theme text,
    revision ${integer} not null,
    response_count ${integer} not null,
    last_place ${integer} not null,
    filed_place ${integer} not null,
    created_at text not null,
    expires_at ${integer},
    admin_nonce text not null,
    questions text not null
  )${table}`,
  'create index survey_by_account on survey (account_id, id)',
  `create table response (
    survey_id ${integer} not null ${ofSurvey},
    place ${integer} not null,
    id text not null,
    submitted_at text not null,
    answers text not null,
    primary key (survey_id, place)
  )${clustered}`,
  `create table filed (
    survey_id ${integer} not null ${ofSurvey},
    prefix ${integer} not null,
    place ${integer} not null,
    primary key (survey_id, prefix, place)
  )${clustered}`,
  `create table tally (
    survey_id ${integer} not null ${ofSurvey},
    question ${integer} not null,
    slot ${integer} not null,
    count ${integer} not null,
    primary key (survey_id, question, slot)
  )${clustered}`,
  `create table template (
    id text not null primary key,
    account_id text not null references account (id),
    name text not null,
    created_at text not null,
    updated_at text not null,
    touched ${integer} not null,
    questions text not null
  )${table}`,
  'create index template_by_account on template (account_id, touched)',
  `create ${unlogged}table budget (
    bucket text not null primary key,
    opened_at ${integer} not null,
    spent ${integer} not null
  )${clustered}`,
  `create table installation (
    id ${integer} not null primary key check (id = 1),
    secret_check text,
    readiness_checks ${integer} not null
  )${table}`,
  'insert into installation (id, readiness_checks) values (1, 0)',
]
