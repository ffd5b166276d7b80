CREATE TABLE account (
    id text not null primary key,
    email text not null unique,
    email_confirmed_at integer,
    name text,
    password_hash text,
    palette text,
    entitled_until integer,
    revision integer not null default 0,
    surveys_made integer not null default 0,
    surveys_made_since integer,
    created_at text not null,
    disabled integer not null default 0 check (disabled in (0, 1))
  , restores_to text, restored_by text check (restored_by in ('holder', 'operator'))) strict;

CREATE UNIQUE INDEX account_restoring on account (restores_to, restored_by);

CREATE TABLE account_session (
    id_hash text not null primary key,
    account_id text not null references account (id),
    created_at integer not null,
    last_used_hour integer not null,
    verified_at integer not null
  ) strict, without rowid;

CREATE INDEX account_session_by_account on account_session (account_id);

CREATE INDEX account_session_by_age on account_session (created_at);

CREATE INDEX account_session_by_use on account_session (last_used_hour);

CREATE TABLE assigned_slug (
    hash text not null primary key
  ) strict, without rowid;

CREATE TABLE billing_customer (
    provider text not null,
    external_id text not null,
    account_id text not null references account (id),
    created_at integer not null,
    revision integer not null default 0,
    next_read_at integer not null,
    failure text,
    primary key (provider, external_id)
  ) strict;

CREATE INDEX billing_customer_by_account on billing_customer (account_id);

CREATE INDEX billing_customer_by_next_read on billing_customer (next_read_at);

CREATE TABLE billing_event (
    provider text not null,
    id text not null,
    received_at integer not null,
    primary key (provider, id)
  ) strict, without rowid;

CREATE INDEX billing_event_by_age on billing_event (received_at);

CREATE TABLE billing_subscription (
    provider text not null,
    external_id text not null,
    account_id text not null references account (id),
    customer_id text,
    status text not null,
    current_period_end integer not null,
    cancel_at_period_end integer not null check (cancel_at_period_end in (0, 1)),
    primary key (provider, external_id)
  ) strict;

CREATE INDEX billing_subscription_by_account on billing_subscription (account_id);

CREATE TABLE board_item (
    survey_id integer not null references survey (id),
    question integer not null,
    sequence integer not null,
    id text not null unique,
    text text not null,
    state text not null check (state in ('shown', 'held', 'hidden', 'answered')),
    votes integer not null,
    primary key (survey_id, question, sequence)
  ) strict, without rowid;

CREATE INDEX board_item_by_rank on board_item (survey_id, question, state, votes desc, sequence);

CREATE TABLE board_vote (
    survey_id integer not null,
    question integer not null,
    sequence integer not null,
    voter text not null,
    primary key (survey_id, question, sequence, voter),
    foreign key (survey_id, question, sequence) references board_item (survey_id, question, sequence)
      deferrable initially deferred
  ) strict, without rowid;

CREATE TABLE draft (
    id text not null primary key,
    account_id text not null references account (id),
    revision integer not null,
    title text not null,
    question_count integer not null,
    created_at text not null,
    updated_at text not null,
    stored_bytes integer not null,
    content text not null
  ) strict;

CREATE INDEX draft_by_account on draft (account_id);

CREATE TABLE idempotency_key (
    account_id text not null references account (id),
    key text not null,
    request_hash text not null,
    resource_id text not null,
    used_at integer not null,
    primary key (account_id, key)
  ) strict, without rowid;

CREATE INDEX idempotency_key_by_age on idempotency_key (used_at);

CREATE TABLE identity (
    issuer text not null,
    subject text not null,
    account_id text not null references account (id),
    created_at integer not null,
    primary key (issuer, subject)
  ) strict, without rowid;

CREATE INDEX identity_by_account on identity (account_id);

CREATE TABLE installation (
    id integer not null primary key check (id = 1),
    secret_check text,
    readiness_checks integer not null
  , last_backup_at integer) strict;

CREATE TABLE job (
    id integer primary key autoincrement,
    kind text not null,
    email text not null,
    payload text not null,
    created_at integer not null,
    run_at integer not null,
    attempts integer not null default 0,
    failed_at integer,
    failure text
  , recipient_refused integer not null default 0 check (recipient_refused in (0, 1))) strict;

CREATE INDEX job_by_email on job (email);

CREATE INDEX job_by_failure on job (failed_at);

CREATE INDEX job_by_refusal on job (recipient_refused, failed_at);

CREATE INDEX job_by_time on job (run_at);

CREATE TABLE migration (
    number integer not null primary key,
    name text not null,
    checksum text not null
  ) strict;

CREATE TABLE oauth_artifact (
    kind text not null check (kind in ('client', 'interaction', 'code', 'refresh_token')),
    id text not null,
    account_id text references account (id),
    grant_id text references oauth_grant (id),
    payload text not null,
    created_at integer not null,
    expires_at integer,
    consumed_at integer,
    redeemed integer not null default 0 check (redeemed in (0, 1)),
    primary key (kind, id)
  ) strict, without rowid;

CREATE INDEX oauth_artifact_by_account on oauth_artifact (account_id);

CREATE INDEX oauth_artifact_by_expiry on oauth_artifact (kind, expires_at);

CREATE INDEX oauth_artifact_by_grant on oauth_artifact (grant_id, kind);

CREATE TABLE oauth_grant (
    id text not null primary key,
    account_id text not null references account (id),
    client_id text not null,
    client_name text,
    redirect_host text not null,
    scope text not null,
    created_at integer not null,
    expires_at integer not null,
    last_used_hour integer,
    unique (account_id, client_id)
  ) strict;

CREATE INDEX oauth_grant_by_client on oauth_grant (client_id);

CREATE INDEX oauth_grant_by_expiry on oauth_grant (expires_at);

CREATE TABLE one_time_link (
    hash text not null primary key,
    kind text not null check (kind in ('confirm_email', 'reset_password', 'invitation')),
    account_id text references account (id),
    email text not null,
    expires_at integer not null,
    created_at integer not null
  ) strict, without rowid;

CREATE INDEX one_time_link_by_account on one_time_link (account_id);

CREATE INDEX one_time_link_by_email on one_time_link (email, kind);

CREATE INDEX one_time_link_by_expiry on one_time_link (expires_at);

CREATE TABLE passkey (
    id text not null primary key,
    account_id text not null references account (id),
    credential_id text not null unique,
    public_key text not null,
    sign_count integer not null,
    transports text not null,
    backed_up integer not null check (backed_up in (0, 1)),
    name text,
    created_at text not null,
    last_used_hour integer
  ) strict;

CREATE INDEX passkey_by_account on passkey (account_id);

CREATE TABLE rate_limit (
    key text not null primary key,
    window_start integer not null,
    count integer not null
  ) strict, without rowid;

CREATE INDEX rate_limit_by_window on rate_limit (window_start);

CREATE TABLE removed_response (
    survey_id integer not null references survey (id),
    id text not null,
    primary key (survey_id, id)
  ) strict, without rowid;

CREATE TABLE response (
    survey_id integer not null references survey (id),
    sequence integer not null,
    id text not null,
    submitted_at text not null,
    answers text not null,
    primary key (survey_id, sequence)
  ) strict, without rowid;

CREATE TRIGGER response_deleted after delete on response begin
    delete from response_id_index
    where survey_id = old.survey_id and id_prefix = substr(old.id, 1, 8) and sequence = old.sequence;
  end;

CREATE TABLE response_id_index (
    survey_id integer not null,
    id_prefix text not null,
    sequence integer not null,
    primary key (survey_id, id_prefix, sequence)
  ) strict, without rowid;

CREATE TABLE response_id_progress (
    survey_id integer not null primary key references survey (id) on delete cascade,
    indexed integer not null,
    moving integer not null,
    moved_id text not null
  ) strict, without rowid;

CREATE TABLE session (
    id_hash text not null primary key,
    survey_id integer not null references survey (id),
    secret_id text not null,
    created_at integer not null,
    last_used_hour integer not null
  ) strict, without rowid;

CREATE INDEX session_by_age on session (created_at);

CREATE INDEX session_by_survey on session (survey_id);

CREATE INDEX session_by_use on session (last_used_hour);

CREATE TABLE survey (
    id integer primary key autoincrement,
    account_id text not null references account (id),
    slug text not null unique,
    title text not null,
    status text not null check (status in ('open', 'closed')),
    archived integer not null check (archived in (0, 1)),
    suspended integer not null default 0 check (suspended in (0, 1)),
    taken_down integer not null default 0 check (taken_down in (0, 1)),
    theme text,
    revision integer not null,
    board_revision integer not null default 0,
    change_count integer not null default 0,
    response_count integer not null,
    last_sequence integer not null,
    stored_bytes integer not null default 0,
    created_at text not null,
    expires_at integer,
    expiry_automatic integer not null default 0 check (expiry_automatic in (0, 1)),
    admin_nonce text not null,
    view_nonce text,
    share_results text not null default 'never'
      check (share_results in ('never', 'after_answering', 'when_revealed')),
    results_revealed integer not null default 0 check (results_revealed in (0, 1)),
    projected_texts text,
    questions text not null
  , shown_counts text, shared_device integer not null default 0 check (shared_device in (0, 1)), language text, presentation text, edit_history text, paced integer not null default 0 check (paced in (0, 1)), question_settings text, session_record text, share_record integer not null default 0 check (share_record in (0, 1)), remote_nonce text, texts text, response_limit integer check (response_limit between 1 and 1000000), groups text, dissolved_groups integer not null default 0 check (dissolved_groups >= 0), opens_at integer, revealed_at_once integer not null default 0 check (revealed_at_once in (0, 1))) strict;

CREATE INDEX survey_by_account on survey (account_id, id);

CREATE INDEX survey_by_folded_slug on survey (replace(slug, '-', ''));

CREATE UNIQUE INDEX survey_by_remote_nonce on survey (remote_nonce);

CREATE UNIQUE INDEX survey_by_view_nonce on survey (view_nonce);

CREATE TABLE tally (
    survey_id integer not null references survey (id),
    question integer not null,
    slot integer not null,
    count integer not null,
    primary key (survey_id, question, slot)
  ) strict, without rowid;

CREATE TABLE template (
    id text not null primary key,
    account_id text not null references account (id),
    name text not null,
    created_at text not null,
    updated_at text not null,
    update_sequence integer not null,
    stored_bytes integer not null default 0,
    revision integer not null default 1,
    theme text,
    question_count integer not null,
    questions text not null
  , language text, paced integer not null default 0 check (paced in (0, 1)), question_settings text, texts text, groups text, revealed_at_once integer not null default 0 check (revealed_at_once in (0, 1))) strict;

CREATE INDEX template_by_account on template (account_id, update_sequence);

CREATE TABLE token (
    id text not null primary key,
    account_id text not null references account (id),
    grant_id text references oauth_grant (id),
    kind text not null check (kind in ('pat', 'oauth')),
    name text,
    hash text not null unique,
    last_four text not null,
    scope text not null,
    expires_at integer,
    last_used_hour integer,
    created_at text not null
  ) strict;

CREATE INDEX token_by_account on token (account_id);

CREATE INDEX token_by_expiry on token (expires_at);

CREATE INDEX token_by_grant on token (grant_id);

CREATE TABLE used_challenge (
    hash text not null primary key,
    expires_at integer not null
  ) strict, without rowid;

CREATE INDEX used_challenge_by_expiry on used_challenge (expires_at);

CREATE TABLE vote_rewrite (
    survey_id integer not null primary key references survey (id),
    revision integer,
    position text
  ) strict;
