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
set session_replication_role = replica;
delete from installation;
insert into "account" ("id", "email", "email_confirmed_at", "name", "password_hash", "palette", "entitled_until", "revision", "surveys_made", "surveys_made_since", "created_at", "disabled") overriding system value values
  ('1d249350-42dc-406e-8398-ee3321151434', 'ada@example.org', NULL, 'Ada', '$argon2id$v=19$m=19456,t=2,p=1$y9Kt1O4CuJPR3UGoBqwGNg$4rqgXfPYF06d/oG8ofuoy2dsxWwSUL3jIC3IzAJuUcc', NULL, '253402300799999', '11', '3', '1795658965926', '2026-11-26T02:09:25.256Z', '0');
insert into "account_session" ("id_hash", "account_id", "created_at", "last_used_hour", "verified_at") overriding system value values
  ('BUeBwnMB8rUdMi0Mvja_9b7mxmM7OfZhXfuCP7iax0E', '1d249350-42dc-406e-8398-ee3321151434', '1795658966864', '498794', '1795658966864'),
  ('Neusp3JnqdP3FGksv-9Hg8SgzPXRbsOrlWZnHmJiEjE', '1d249350-42dc-406e-8398-ee3321151434', '1795658966309', '498794', '1795658966309');
insert into "assigned_slug" ("hash") overriding system value values
  ('2f40fb9f-6eb9-46d7-b452-e1e5170c84c0'),
  ('652c3a8e-b12f-4783-b48f-2209abfec9bd'),
  ('807591db-94a2-43e9-8695-c3b6e11cbf26');
insert into "billing_subscription" ("provider", "external_id", "account_id", "customer_id", "status", "current_period_end", "cancel_at_period_end") overriding system value values
  ('manual', '1d249350-42dc-406e-8398-ee3321151434', '1d249350-42dc-406e-8398-ee3321151434', NULL, 'active', '253402300799999', '1');
insert into "board_item" ("survey_id", "question", "sequence", "id", "text", "state", "votes") overriding system value values
  ('1', '4', '1', '85441519-8a49-4c76-9b9d-2993ebfc80c5', 'May I pay?', 'held', '0'),
  ('1', '3', '2', 'b19c1041-80c9-4d14-a00e-e9250c5090c6', 'What is in it?', 'shown', '2'),
  ('1', '3', '1', '49d2d9b1-bd3b-4b30-9f4c-36753743ff43', 'Is there more?', 'shown', '1');
insert into "board_vote" ("survey_id", "question", "sequence", "voter") overriding system value values
  ('1', '3', '1', '0673b2e6-3e25-4a8c-9aec-6c7349f09865'),
  ('1', '3', '2', '15689e18-462b-44ff-b509-12c0dac2f078'),
  ('1', '3', '2', 'cae79854-7cf5-4c94-a812-9803e375b341');
insert into "draft" ("id", "account_id", "revision", "title", "question_count", "created_at", "updated_at", "stored_bytes", "content") overriding system value values
  ('ba7dc036-9d64-44bc-8411-d6342dd1a973', '1d249350-42dc-406e-8398-ee3321151434', '1', 'Not yet', '1', '2026-11-26T02:09:26.322Z', '2026-11-26T02:09:26.322Z', '224', '{"title":"Not yet","questions":[{"type":"rating","text":""}],"theme":null}');
insert into "idempotency_key" ("account_id", "key", "request_hash", "resource_id", "used_at") overriding system value values
  ('1d249350-42dc-406e-8398-ee3321151434', 'b426cf7e-77e9-4389-9210-4976e393c9c7', 'oD8Q5_v1BMsOEapp2G95erBP9-KrOmd35riVDkDgIUc', 'orchard-enlist-hockey', '1795658965915'),
  ('1d249350-42dc-406e-8398-ee3321151434', 'publish 7e6f888b-33f1-42e8-8464-c3c276cbd313', 'publish', 'by-draft', '1795658966341');
insert into "installation" ("id", "secret_check", "readiness_checks") overriding system value values
  ('1', '-KtCTrRhSExrsgcm0a8SnwCclWIR1dQcr1LPhQub4Ow', '0');
insert into "job" ("id", "kind", "email", "payload", "created_at", "run_at", "attempts", "failed_at", "failure", "recipient_refused") overriding system value values
  ('1', 'sign_up_mail', 'nobody@example.org', '{}', '1795658966355', '1795659566359', '1', '1795658966400', 'mail was not accepted: EENVELOPE 550', '1');
alter table "job" alter column "id" restart with 2;
insert into "migration" ("number", "name", "checksum") overriding system value values
  ('1', '0001-initial', '156871706c4364a531b5f0b390511e7237149bdd170fcbe03e7c490f37ea7d25'),
  ('2', '0002-refused-recipients', '8407a512eb5c2e173503314969b7ff8338d85a29ce3272d6f19dad4157376d1e');
insert into "one_time_link" ("hash", "kind", "account_id", "email", "expires_at", "created_at") overriding system value values
  ('83sGGMw3duL2zH4zr7qPPIQv75BeRPaXP722BGzp5og', 'confirm_email', NULL, 'nobody@example.org', '1795745366369', '1795658966369');
insert into "rate_limit" ("key", "window_start", "count") overriding system value values
  ('calls:2abe508c-b654-41f6-bb96-031889096d84', '1795658965903', '13'),
  ('slugs:1d249350-42dc-406e-8398-ee3321151434', '1795658966343', '1');
insert into "response" ("survey_id", "sequence", "id", "submitted_at", "answers") overriding system value values
  ('1', '1', '4db9c48c-c21e-4bb7-aa32-b34615b4892b', '2026-11-26 02:09:25.961+00', E'["Soup",9,"Warm, and it says\\n\\"hello\\"",null,null,"Leek"]'),
  ('1', '2', '4e2a25e9-bc24-41b1-a759-35b6b75ffeed', '2026-11-26 02:09:25.983+00', '["Salad",3,null,null,null,null]'),
  ('1', '3', '8169f851-3866-4176-b7a9-d2904d7cf063', '2026-11-26 02:09:26.005+00', '["Ünïcode 🥗",10,"日本語 и кириллица",null,null,null]'),
  ('1', '4', '4f7dbe1b-cbce-4c53-9d04-704f2ebedf36', '2026-11-26 02:09:26.012+00', '["Nothing",1,"Robert''); drop table response;--",null,null,null]'),
  ('1', '5', 'c51529e9-a66c-4b3b-a435-78816691be59', '2026-11-26 02:09:26.02+00', '["Soup",7,"ok",null,null,"Tomato"]'),
  ('1', '6', '73ec823b-fd3b-4c21-8837-233f75f8e7e5', '2026-11-26 02:09:26.026+00', '["Soup",7,"ok",null,null,"Tomato"]'),
  ('2', '1', '58064937-a38c-4f73-98ca-c7ba60dda913', '2026-11-26 02:09:26.129+00', '[4]');
insert into "survey" ("id", "account_id", "slug", "title", "status", "archived", "suspended", "taken_down", "theme", "revision", "board_revision", "change_count", "response_count", "last_sequence", "stored_bytes", "created_at", "expires_at", "expiry_automatic", "admin_nonce", "view_nonce", "share_results", "results_revealed", "projected_texts", "questions") overriding system value values
  ('1', '1d249350-42dc-406e-8398-ee3321151434', 'orchard-enlist-hockey', 'Lunch ü', 'open', '0', '0', '0', '"rose"', '1', '6', '13', '6', '6', '2779', '2026-11-26T02:09:25.926Z', NULL, '0', '996a9665-212b-48f7-9f05-da634ad3b00b', '40f87044-e7ae-47d8-baf0-a5be6d1eb08b', 'never', '0', NULL, '[{"type":"multiple_choice","text":"What do you eat?","options":["Soup","Salad","Ünïcode 🥗","Nothing"],"index":0},{"type":"rating","text":"How good was it?","index":1},{"type":"free_text","text":"Why?","requirement":{"mode":"optional"},"index":2},{"type":"upvoted_question","text":"What should we ask the cook?","index":3},{"type":"upvoted_question","text":"And the waiter?","moderated":true,"index":4},{"type":"free_text","text":"Which soup?","requirement":{"mode":"conditional","when":{"op":"all","conditions":[{"questionIndex":0,"values":["Soup"]}]}},"note":{"ours":[1.5]},"index":5}]'),
  ('2', '1d249350-42dc-406e-8398-ee3321151434', 'cat-net-inside', 'Closed', 'closed', '0', '0', '0', NULL, '2', '0', '2', '1', '1', '358', '2026-11-26T02:09:26.119Z', NULL, '0', 'f67aac1b-5952-4a67-94c5-a27f67597cc3', NULL, 'never', '0', NULL, '[{"type":"rating","text":"How good was it?","index":0}]'),
  ('3', '1d249350-42dc-406e-8398-ee3321151434', 'by-draft', 'From a draft', 'open', '0', '0', '0', NULL, '1', '0', '0', '0', '0', '205', '2026-11-26T02:09:26.346Z', NULL, '0', 'faeb8704-e3af-4ad7-b751-caedb41dc469', NULL, 'never', '0', NULL, '[{"type":"rating","text":"How good was it?","index":0}]');
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
  ('60270866-4f41-4a3f-bf9d-137e604f272d', '1d249350-42dc-406e-8398-ee3321151434', 'Weekly', '2026-11-26T02:09:26.156Z', '2026-11-26T02:09:26.156Z', '1', '741', '1', NULL, '6', '[{"type":"multiple_choice","text":"What do you eat?","options":["Soup","Salad","Ünïcode 🥗","Nothing"],"index":0},{"type":"rating","text":"How good was it?","index":1},{"type":"free_text","text":"Why?","requirement":{"mode":"optional"},"index":2},{"type":"upvoted_question","text":"What should we ask the cook?","index":3},{"type":"upvoted_question","text":"And the waiter?","moderated":true,"index":4},{"type":"free_text","text":"Which soup?","requirement":{"mode":"conditional","when":{"op":"all","conditions":[{"questionIndex":0,"values":["Soup"]}]}},"note":{"ours":[1.5]},"index":5}]');
insert into "token" ("id", "account_id", "grant_id", "kind", "name", "hash", "last_four", "scope", "expires_at", "last_used_hour", "created_at") overriding system value values
  ('2abe508c-b654-41f6-bb96-031889096d84', '1d249350-42dc-406e-8398-ee3321151434', NULL, 'pat', NULL, 'g29Ak69HaoOo597EB80Mau6P7S2y82so3RujY4R0qGw', 'DWEV', 'surveys:read surveys:write', NULL, '498794', '2026-11-26T02:09:25.353Z');
insert into "vote_rewrite" ("survey_id", "revision", "position") overriding system value values
  ('1', NULL, NULL);
reset all;
