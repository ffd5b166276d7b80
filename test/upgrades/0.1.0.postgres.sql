create table if not exists migration (
    number bigint not null primary key,
    name text not null,
    checksum text not null
  );
create table account (
    id text not null primary key,
    email text not null unique,
    email_confirmed_at bigint,
    name text,
    password_hash text,
    palette text,
    entitled_until bigint,
    revision bigint not null default 0,
    surveys_made bigint not null default 0,
    surveys_made_since bigint,
    created_at text not null,
    disabled bigint not null default 0 check (disabled in (0, 1))
  );
create table oauth_grant (
    id text not null primary key,
    account_id text not null references account (id),
    client_id text not null,
    client_name text,
    redirect_host text not null,
    scope text not null,
    created_at bigint not null,
    expires_at bigint not null,
    last_used_hour bigint,
    unique (account_id, client_id)
  );
create index oauth_grant_by_client on oauth_grant (client_id);
create index oauth_grant_by_expiry on oauth_grant (expires_at);
create table oauth_artifact (
    kind text not null check (kind in ('client', 'interaction', 'code', 'refresh_token')),
    id text not null,
    account_id text references account (id),
    grant_id text references oauth_grant (id),
    payload text not null,
    created_at bigint not null,
    expires_at bigint,
    consumed_at bigint,
    redeemed bigint not null default 0 check (redeemed in (0, 1)),
    primary key (kind, id)
  );
create index oauth_artifact_by_grant on oauth_artifact (grant_id, kind);
create index oauth_artifact_by_account on oauth_artifact (account_id);
create index oauth_artifact_by_expiry on oauth_artifact (kind, expires_at);
create table token (
    id text not null primary key,
    account_id text not null references account (id),
    grant_id text references oauth_grant (id),
    kind text not null check (kind in ('pat', 'oauth')),
    name text,
    hash text not null unique,
    last_four text not null,
    scope text not null,
    expires_at bigint,
    last_used_hour bigint,
    created_at text not null
  );
create index token_by_account on token (account_id);
create index token_by_grant on token (grant_id);
create index token_by_expiry on token (expires_at);
create table account_session (
    id_hash text not null primary key,
    account_id text not null references account (id),
    created_at bigint not null,
    last_used_hour bigint not null,
    verified_at bigint not null
  );
create index account_session_by_account on account_session (account_id);
create index account_session_by_age on account_session (created_at);
create index account_session_by_use on account_session (last_used_hour);
create table passkey (
    id text not null primary key,
    account_id text not null references account (id),
    credential_id text not null unique,
    public_key text not null,
    sign_count bigint not null,
    transports text not null,
    backed_up bigint not null check (backed_up in (0, 1)),
    name text,
    created_at text not null,
    last_used_hour bigint
  );
create index passkey_by_account on passkey (account_id);
create table used_challenge (
    hash text not null primary key,
    expires_at bigint not null
  );
create index used_challenge_by_expiry on used_challenge (expires_at);
create table identity (
    issuer text not null,
    subject text not null,
    account_id text not null references account (id),
    created_at bigint not null,
    primary key (issuer, subject)
  );
create index identity_by_account on identity (account_id);
create table one_time_link (
    hash text not null primary key,
    kind text not null check (kind in ('confirm_email', 'reset_password', 'invitation')),
    account_id text references account (id),
    email text not null,
    expires_at bigint not null,
    created_at bigint not null
  );
create index one_time_link_by_account on one_time_link (account_id);
create index one_time_link_by_email on one_time_link (email, kind);
create index one_time_link_by_expiry on one_time_link (expires_at);
create table billing_customer (
    provider text not null,
    external_id text not null,
    account_id text not null references account (id),
    created_at bigint not null,
    revision bigint not null default 0,
    next_read_at bigint not null,
    failure text,
    primary key (provider, external_id)
  );
create index billing_customer_by_account on billing_customer (account_id);
create index billing_customer_by_next_read on billing_customer (next_read_at);
create table billing_subscription (
    provider text not null,
    external_id text not null,
    account_id text not null references account (id),
    customer_id text,
    status text not null,
    current_period_end bigint not null,
    cancel_at_period_end bigint not null check (cancel_at_period_end in (0, 1)),
    primary key (provider, external_id)
  );
create index billing_subscription_by_account on billing_subscription (account_id);
create table billing_event (
    provider text not null,
    id text not null,
    received_at bigint not null,
    primary key (provider, id)
  );
create index billing_event_by_age on billing_event (received_at);
create table assigned_slug (
    hash text not null primary key
  );
create table survey (
    id bigint generated always as identity primary key,
    account_id text not null references account (id),
    slug text not null unique,
    title text not null,
    status text not null check (status in ('open', 'closed')),
    archived bigint not null check (archived in (0, 1)),
    suspended bigint not null default 0 check (suspended in (0, 1)),
    taken_down bigint not null default 0 check (taken_down in (0, 1)),
    theme text,
    revision bigint not null,
    board_revision bigint not null default 0,
    change_count bigint not null default 0,
    response_count bigint not null,
    last_sequence bigint not null,
    stored_bytes bigint not null default 0,
    created_at text not null,
    expires_at bigint,
    expiry_automatic bigint not null default 0 check (expiry_automatic in (0, 1)),
    admin_nonce text not null,
    view_nonce text,
    share_results text not null default 'never'
      check (share_results in ('never', 'after_answering', 'when_revealed')),
    results_revealed bigint not null default 0 check (results_revealed in (0, 1)),
    projected_texts text,
    questions text not null
  );
create index survey_by_account on survey (account_id, id);
create table session (
    id_hash text not null primary key,
    survey_id bigint not null references survey (id),
    secret_id text not null,
    created_at bigint not null,
    last_used_hour bigint not null
  );
create index session_by_survey on session (survey_id);
create index session_by_age on session (created_at);
create index session_by_use on session (last_used_hour);
create unique index survey_by_view_nonce on survey (view_nonce);
create table response (
    survey_id bigint not null ,
    sequence bigint not null,
    id uuid not null,
    submitted_at timestamptz(3) not null,
    answers text not null,
    primary key (survey_id, sequence)
  );
alter table response add unique (survey_id, id);
create table removed_response (
    survey_id bigint not null references survey (id),
    id uuid not null,
    primary key (survey_id, id)
  );
create table tally (
    survey_id bigint not null ,
    question bigint not null,
    slot bigint not null,
    count bigint not null,
    primary key (survey_id, question, slot)
  );
create table board_item (
    survey_id bigint not null references survey (id),
    question bigint not null,
    sequence bigint not null,
    id text not null unique,
    text text not null,
    state text not null check (state in ('shown', 'held', 'hidden', 'answered')),
    votes bigint not null,
    primary key (survey_id, question, sequence)
  );
create index board_item_by_rank on board_item (survey_id, question, state, votes desc, sequence);
create table board_vote (
    survey_id bigint not null,
    question bigint not null,
    sequence bigint not null,
    voter text not null,
    primary key (survey_id, question, sequence, voter),
    foreign key (survey_id, question, sequence) references board_item (survey_id, question, sequence)
      deferrable initially deferred
  );
create table vote_rewrite (
    survey_id bigint not null primary key references survey (id),
    revision bigint,
    position text
  );
create table template (
    id text not null primary key,
    account_id text not null references account (id),
    name text not null,
    created_at text not null,
    updated_at text not null,
    update_sequence bigint not null,
    stored_bytes bigint not null default 0,
    revision bigint not null default 1,
    theme text,
    question_count bigint not null,
    questions text not null
  );
create index template_by_account on template (account_id, update_sequence);
create table draft (
    id text not null primary key,
    account_id text not null references account (id),
    revision bigint not null,
    title text not null,
    question_count bigint not null,
    created_at text not null,
    updated_at text not null,
    stored_bytes bigint not null,
    content text not null
  );
create index draft_by_account on draft (account_id);
create unlogged table rate_limit (
    key text not null primary key,
    window_start bigint not null,
    count bigint not null
  );
create index rate_limit_by_window on rate_limit (window_start);
create table idempotency_key (
    account_id text not null references account (id),
    key text not null,
    request_hash text not null,
    resource_id text not null,
    used_at bigint not null,
    primary key (account_id, key)
  );
create index idempotency_key_by_age on idempotency_key (used_at);
create table job (
    id bigint generated always as identity primary key,
    kind text not null,
    email text not null,
    payload text not null,
    created_at bigint not null,
    run_at bigint not null,
    attempts bigint not null default 0,
    failed_at bigint,
    failure text
  );
create index job_by_time on job (run_at);
create index job_by_email on job (email);
create index job_by_failure on job (failed_at);
create table installation (
    id bigint not null primary key check (id = 1),
    secret_check text,
    readiness_checks bigint not null
  );
insert into installation (id, readiness_checks) values (1, 0);
alter table job add column recipient_refused bigint not null default 0 check (recipient_refused in (0, 1));
create index job_by_refusal on job (recipient_refused, failed_at);
alter table installation add column last_backup_at bigint;
set session_replication_role = replica;
delete from installation;
insert into "account" ("id", "email", "email_confirmed_at", "name", "password_hash", "palette", "entitled_until", "revision", "surveys_made", "surveys_made_since", "created_at", "disabled") overriding system value values
  ('28bdbecb-a546-4f11-a369-2aa4536cd1ae', 'ada@example.org', NULL, 'Ada', '$argon2id$v=19$m=19456,t=2,p=1$5dYiWD2e/rULOjcJ9JaSPA$yzz3i+kuHB/ZjI8KlRTb0FbyvxwsL+HR3Gs2+bl6W6Q', NULL, '253402300799999', '11', '3', '1795692101474', '2026-11-26T11:21:40.738Z', '0');
insert into "account_session" ("id_hash", "account_id", "created_at", "last_used_hour", "verified_at") overriding system value values
  ('F0aeq_69RKBVJUoKROO1xFGti1zT_4rqS8O7WpS_A7U', '28bdbecb-a546-4f11-a369-2aa4536cd1ae', '1795692102430', '498803', '1795692102430'),
  ('QmHbhWXhucwfSP9KLJBwJ00DVg_84BwakCmNIMSw_fU', '28bdbecb-a546-4f11-a369-2aa4536cd1ae', '1795692101938', '498803', '1795692101938');
insert into "assigned_slug" ("hash") overriding system value values
  ('47ed8859-d0bf-4e38-a00e-74914ee9d30e'),
  ('79e6ee69-0c80-4641-96dc-2a5d86aca538'),
  ('9a2544f0-117e-459a-94d8-ec7a1f7d2c02');
insert into "billing_subscription" ("provider", "external_id", "account_id", "customer_id", "status", "current_period_end", "cancel_at_period_end") overriding system value values
  ('manual', '28bdbecb-a546-4f11-a369-2aa4536cd1ae', '28bdbecb-a546-4f11-a369-2aa4536cd1ae', NULL, 'active', '253402300799999', '1');
insert into "board_item" ("survey_id", "question", "sequence", "id", "text", "state", "votes") overriding system value values
  ('1', '4', '1', '7e42b634-bbc3-444f-bbe3-649335a20e4c', 'May I pay?', 'held', '0'),
  ('1', '3', '2', '047eeb8d-a78f-4a04-9e85-9acd46413a14', 'What is in it?', 'shown', '2'),
  ('1', '3', '1', '0f3a1370-1344-46e0-ae93-62cabea7e6d5', 'Is there more?', 'shown', '1');
insert into "board_vote" ("survey_id", "question", "sequence", "voter") overriding system value values
  ('1', '3', '1', '4896b7a9-0047-43b3-8085-731960be9892'),
  ('1', '3', '2', '3132c48c-fde2-41d9-841e-10289377ac3c'),
  ('1', '3', '2', '77f5e4a7-6fe4-4243-bff3-65e9f7631dbe');
insert into "draft" ("id", "account_id", "revision", "title", "question_count", "created_at", "updated_at", "stored_bytes", "content") overriding system value values
  ('32945acc-9650-4635-9ce3-be13ee74b110', '28bdbecb-a546-4f11-a369-2aa4536cd1ae', '1', 'Not yet', '1', '2026-11-26T11:21:41.959Z', '2026-11-26T11:21:41.959Z', '224', '{"title":"Not yet","questions":[{"type":"rating","text":""}],"theme":null}');
insert into "idempotency_key" ("account_id", "key", "request_hash", "resource_id", "used_at") overriding system value values
  ('28bdbecb-a546-4f11-a369-2aa4536cd1ae', 'c71e8254-d018-4cb1-99d3-cebc30dbbcf0', 'oD8Q5_v1BMsOEapp2G95erBP9-KrOmd35riVDkDgIUc', 'year-worth-mixture', '1795692101466'),
  ('28bdbecb-a546-4f11-a369-2aa4536cd1ae', 'publish 7b2e6312-6646-423d-b9d0-5ae677a1a2ef', 'publish', 'by-draft', '1795692101992');
insert into "installation" ("id", "secret_check", "readiness_checks", "last_backup_at") overriding system value values
  ('1', 'c_8mzNJjWAiNmnLC1FlXk3k6LFqufxcoeTHBxmtf7Fc', '0', NULL);
insert into "job" ("id", "kind", "email", "payload", "created_at", "run_at", "attempts", "failed_at", "failure", "recipient_refused") overriding system value values
  ('1', 'sign_up_mail', 'nobody@example.org', '{}', '1795692102014', '1795692702019', '1', '1795692102079', 'mail was not accepted: EENVELOPE 550', '1');
alter table "job" alter column "id" restart with 2;
insert into "migration" ("number", "name", "checksum") overriding system value values
  ('1', '0001-initial', '156871706c4364a531b5f0b390511e7237149bdd170fcbe03e7c490f37ea7d25'),
  ('2', '0002-refused-recipients', '8407a512eb5c2e173503314969b7ff8338d85a29ce3272d6f19dad4157376d1e'),
  ('3', '0003-last-backup', '548d7c815e9fd32465ae4dade823d86d09cbfb8c8f3cef7332febf1a2243e59a');
insert into "one_time_link" ("hash", "kind", "account_id", "email", "expires_at", "created_at") overriding system value values
  ('F0z6ut-y72o9cIxR2-zrgLLZ3F4yYBUMsvIMPEPc3e0', 'confirm_email', NULL, 'nobody@example.org', '1795778502034', '1795692102034');
insert into "rate_limit" ("key", "window_start", "count") overriding system value values
  ('calls:f18e6377-bdfd-4bb9-be8f-f3e88a064fd2', '1795692101457', '13'),
  ('slugs:28bdbecb-a546-4f11-a369-2aa4536cd1ae', '1795692101996', '1');
insert into "response" ("survey_id", "sequence", "id", "submitted_at", "answers") overriding system value values
  ('1', '1', '6cbae4bf-3723-4f36-88a2-157605323733', '2026-11-26 11:21:41.502+00', E'["Soup",9,"Warm, and it says\\n\\"hello\\"",null,null,"Leek"]'),
  ('1', '2', '0e430a17-0862-4a0f-a5a4-487e6a8a51b1', '2026-11-26 11:21:41.52+00', '["Salad",3,null,null,null,null]'),
  ('1', '3', '7ceb8233-9460-4e9c-90a7-633d2534751d', '2026-11-26 11:21:41.538+00', '["Ünïcode 🥗",10,"日本語 и кириллица",null,null,null]'),
  ('1', '4', 'ead22c17-5633-436c-b231-af577e820da0', '2026-11-26 11:21:41.545+00', '["Nothing",1,"Robert''); drop table response;--",null,null,null]'),
  ('1', '5', '9949a727-7cd2-4628-a18e-9af8d63f369d', '2026-11-26 11:21:41.553+00', '["Soup",7,"ok",null,null,"Tomato"]'),
  ('1', '6', '0d8bf5ff-c7e3-4034-8575-4555199d72cf', '2026-11-26 11:21:41.56+00', '["Soup",7,"ok",null,null,"Tomato"]'),
  ('2', '1', 'c6b9df9f-eeaa-49f1-8f63-1796d4a92d46', '2026-11-26 11:21:41.695+00', '[4]');
insert into "survey" ("id", "account_id", "slug", "title", "status", "archived", "suspended", "taken_down", "theme", "revision", "board_revision", "change_count", "response_count", "last_sequence", "stored_bytes", "created_at", "expires_at", "expiry_automatic", "admin_nonce", "view_nonce", "share_results", "results_revealed", "projected_texts", "questions") overriding system value values
  ('1', '28bdbecb-a546-4f11-a369-2aa4536cd1ae', 'year-worth-mixture', 'Lunch ü', 'open', '0', '0', '0', '"rose"', '1', '6', '13', '6', '6', '2779', '2026-11-26T11:21:41.474Z', NULL, '0', '171f304b-9598-4d1e-82a4-d4c59c9eee59', '42568752-70ce-4858-84f3-66adb1b94d78', 'never', '0', NULL, '[{"type":"multiple_choice","text":"What do you eat?","options":["Soup","Salad","Ünïcode 🥗","Nothing"],"index":0},{"type":"rating","text":"How good was it?","index":1},{"type":"free_text","text":"Why?","requirement":{"mode":"optional"},"index":2},{"type":"upvoted_question","text":"What should we ask the cook?","index":3},{"type":"upvoted_question","text":"And the waiter?","moderated":true,"index":4},{"type":"free_text","text":"Which soup?","requirement":{"mode":"conditional","when":{"op":"all","conditions":[{"questionIndex":0,"values":["Soup"]}]}},"note":{"ours":[1.5]},"index":5}]'),
  ('2', '28bdbecb-a546-4f11-a369-2aa4536cd1ae', 'before-soap-rigid', 'Closed', 'closed', '0', '0', '0', NULL, '2', '0', '2', '1', '1', '358', '2026-11-26T11:21:41.674Z', NULL, '0', 'ac6862d4-e4ab-4cd2-94ee-74df1896a588', NULL, 'never', '0', NULL, '[{"type":"rating","text":"How good was it?","index":0}]'),
  ('3', '28bdbecb-a546-4f11-a369-2aa4536cd1ae', 'by-draft', 'From a draft', 'open', '0', '0', '0', NULL, '1', '0', '0', '0', '0', '205', '2026-11-26T11:21:42.000Z', NULL, '0', '376467cc-3016-4afa-b6c3-6ff0a5ebf861', NULL, 'never', '0', NULL, '[{"type":"rating","text":"How good was it?","index":0}]');
alter table "survey" alter column "id" restart with 4;
insert into "tally" ("survey_id", "question", "slot", "count") overriding system value values
  ('1', '0', '0', '3'),
  ('1', '0', '1', '1'),
  ('1', '0', '2', '1'),
  ('1', '0', '3', '1'),
  ('1', '1', '1', '1'),
  ('1', '1', '3', '1'),
  ('1', '1', '7', '2'),
  ('1', '1', '9', '1'),
  ('1', '1', '10', '1'),
  ('1', '2', '0', '5'),
  ('1', '5', '0', '3'),
  ('2', '0', '4', '1');
insert into "template" ("id", "account_id", "name", "created_at", "updated_at", "update_sequence", "stored_bytes", "revision", "theme", "question_count", "questions") overriding system value values
  ('e2920479-8845-4a0f-a790-314d253d3d02', '28bdbecb-a546-4f11-a369-2aa4536cd1ae', 'Weekly', '2026-11-26T11:21:41.734Z', '2026-11-26T11:21:41.734Z', '1', '741', '1', NULL, '6', '[{"type":"multiple_choice","text":"What do you eat?","options":["Soup","Salad","Ünïcode 🥗","Nothing"],"index":0},{"type":"rating","text":"How good was it?","index":1},{"type":"free_text","text":"Why?","requirement":{"mode":"optional"},"index":2},{"type":"upvoted_question","text":"What should we ask the cook?","index":3},{"type":"upvoted_question","text":"And the waiter?","moderated":true,"index":4},{"type":"free_text","text":"Which soup?","requirement":{"mode":"conditional","when":{"op":"all","conditions":[{"questionIndex":0,"values":["Soup"]}]}},"note":{"ours":[1.5]},"index":5}]');
insert into "token" ("id", "account_id", "grant_id", "kind", "name", "hash", "last_four", "scope", "expires_at", "last_used_hour", "created_at") overriding system value values
  ('f18e6377-bdfd-4bb9-be8f-f3e88a064fd2', '28bdbecb-a546-4f11-a369-2aa4536cd1ae', NULL, 'pat', NULL, '0ZgCgrXgzXvhZKpvITsQeqd_20ElC0-IMECPf4YOcSc', 'Qq90', 'surveys:read surveys:write', NULL, '498803', '2026-11-26T11:21:40.827Z');
insert into "vote_rewrite" ("survey_id", "revision", "position") overriding system value values
  ('1', NULL, NULL);
reset all;
