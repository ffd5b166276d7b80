create table account (
  id text not null,
  email text not null,
  email_confirmed_at bigint,
  name text,
  password_hash text,
  palette text,
  entitled_until bigint,
  revision bigint not null default 0,
  surveys_made bigint not null default 0,
  surveys_made_since bigint,
  created_at text not null,
  disabled bigint not null default 0,
  restores_to text,
  restored_by text,
  constraint account_disabled_check CHECK ((disabled = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint account_email_key UNIQUE (email),
  constraint account_pkey PRIMARY KEY (id),
  constraint account_restored_by_check CHECK ((restored_by = ANY (ARRAY['holder'::text, 'operator'::text])))
);

CREATE UNIQUE INDEX account_restoring ON public.account USING btree (restores_to, restored_by);

create table account_session (
  id_hash text not null,
  account_id text not null,
  created_at bigint not null,
  last_used_hour bigint not null,
  verified_at bigint not null,
  constraint account_session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint account_session_pkey PRIMARY KEY (id_hash)
);

CREATE INDEX account_session_by_account ON public.account_session USING btree (account_id);

CREATE INDEX account_session_by_age ON public.account_session USING btree (created_at);

CREATE INDEX account_session_by_use ON public.account_session USING btree (last_used_hour);

create table assigned_slug (
  hash text not null,
  constraint assigned_slug_pkey PRIMARY KEY (hash)
);

create table billing_customer (
  provider text not null,
  external_id text not null,
  account_id text not null,
  created_at bigint not null,
  revision bigint not null default 0,
  next_read_at bigint not null,
  failure text,
  constraint billing_customer_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint billing_customer_pkey PRIMARY KEY (provider, external_id)
);

CREATE INDEX billing_customer_by_account ON public.billing_customer USING btree (account_id);

CREATE INDEX billing_customer_by_next_read ON public.billing_customer USING btree (next_read_at);

create table billing_event (
  provider text not null,
  id text not null,
  received_at bigint not null,
  constraint billing_event_pkey PRIMARY KEY (provider, id)
);

CREATE INDEX billing_event_by_age ON public.billing_event USING btree (received_at);

create table billing_subscription (
  provider text not null,
  external_id text not null,
  account_id text not null,
  customer_id text,
  status text not null,
  current_period_end bigint not null,
  cancel_at_period_end bigint not null,
  constraint billing_subscription_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint billing_subscription_cancel_at_period_end_check CHECK ((cancel_at_period_end = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint billing_subscription_pkey PRIMARY KEY (provider, external_id)
);

CREATE INDEX billing_subscription_by_account ON public.billing_subscription USING btree (account_id);

create table board_item (
  survey_id bigint not null,
  question bigint not null,
  sequence bigint not null,
  id text not null,
  text text not null,
  state text not null,
  votes bigint not null,
  constraint board_item_id_key UNIQUE (id),
  constraint board_item_pkey PRIMARY KEY (survey_id, question, sequence),
  constraint board_item_state_check CHECK ((state = ANY (ARRAY['shown'::text, 'held'::text, 'hidden'::text, 'answered'::text]))),
  constraint board_item_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey(id)
);

CREATE INDEX board_item_by_rank ON public.board_item USING btree (survey_id, question, state, votes DESC, sequence);

create table board_vote (
  survey_id bigint not null,
  question bigint not null,
  sequence bigint not null,
  voter text not null,
  constraint board_vote_pkey PRIMARY KEY (survey_id, question, sequence, voter),
  constraint board_vote_survey_id_question_sequence_fkey FOREIGN KEY (survey_id, question, sequence) REFERENCES board_item(survey_id, question, sequence) DEFERRABLE INITIALLY DEFERRED
);

create table draft (
  id text not null,
  account_id text not null,
  revision bigint not null,
  title text not null,
  question_count bigint not null,
  created_at text not null,
  updated_at text not null,
  stored_bytes bigint not null,
  content text not null,
  constraint draft_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint draft_pkey PRIMARY KEY (id)
);

CREATE INDEX draft_by_account ON public.draft USING btree (account_id);

create table idempotency_key (
  account_id text not null,
  key text not null,
  request_hash text not null,
  resource_id text not null,
  used_at bigint not null,
  constraint idempotency_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint idempotency_key_pkey PRIMARY KEY (account_id, key)
);

CREATE INDEX idempotency_key_by_age ON public.idempotency_key USING btree (used_at);

create table identity (
  issuer text not null,
  subject text not null,
  account_id text not null,
  created_at bigint not null,
  constraint identity_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint identity_pkey PRIMARY KEY (issuer, subject)
);

CREATE INDEX identity_by_account ON public.identity USING btree (account_id);

create table installation (
  id bigint not null,
  secret_check text,
  readiness_checks bigint not null,
  last_backup_at bigint,
  constraint installation_id_check CHECK ((id = 1)),
  constraint installation_pkey PRIMARY KEY (id)
);

create table job (
  id bigint generated always as identity not null,
  kind text not null,
  email text not null,
  payload text not null,
  created_at bigint not null,
  run_at bigint not null,
  attempts bigint not null default 0,
  failed_at bigint,
  failure text,
  recipient_refused bigint not null default 0,
  constraint job_pkey PRIMARY KEY (id),
  constraint job_recipient_refused_check CHECK ((recipient_refused = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);

CREATE INDEX job_by_email ON public.job USING btree (email);

CREATE INDEX job_by_failure ON public.job USING btree (failed_at);

CREATE INDEX job_by_refusal ON public.job USING btree (recipient_refused, failed_at);

CREATE INDEX job_by_time ON public.job USING btree (run_at);

create table migration (
  number bigint not null,
  name text not null,
  checksum text not null,
  constraint migration_pkey PRIMARY KEY (number)
);

create table oauth_artifact (
  kind text not null,
  id text not null,
  account_id text,
  grant_id text,
  payload text not null,
  created_at bigint not null,
  expires_at bigint,
  consumed_at bigint,
  redeemed bigint not null default 0,
  constraint oauth_artifact_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint oauth_artifact_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grant(id),
  constraint oauth_artifact_kind_check CHECK ((kind = ANY (ARRAY['client'::text, 'interaction'::text, 'code'::text, 'refresh_token'::text]))),
  constraint oauth_artifact_pkey PRIMARY KEY (kind, id),
  constraint oauth_artifact_redeemed_check CHECK ((redeemed = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);

CREATE INDEX oauth_artifact_by_account ON public.oauth_artifact USING btree (account_id);

CREATE INDEX oauth_artifact_by_expiry ON public.oauth_artifact USING btree (kind, expires_at);

CREATE INDEX oauth_artifact_by_grant ON public.oauth_artifact USING btree (grant_id, kind);

create table oauth_grant (
  id text not null,
  account_id text not null,
  client_id text not null,
  client_name text,
  redirect_host text not null,
  scope text not null,
  created_at bigint not null,
  expires_at bigint not null,
  last_used_hour bigint,
  constraint oauth_grant_account_id_client_id_key UNIQUE (account_id, client_id),
  constraint oauth_grant_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint oauth_grant_pkey PRIMARY KEY (id)
);

CREATE INDEX oauth_grant_by_client ON public.oauth_grant USING btree (client_id);

CREATE INDEX oauth_grant_by_expiry ON public.oauth_grant USING btree (expires_at);

create table one_time_link (
  hash text not null,
  kind text not null,
  account_id text,
  email text not null,
  expires_at bigint not null,
  created_at bigint not null,
  constraint one_time_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint one_time_link_kind_check CHECK ((kind = ANY (ARRAY['confirm_email'::text, 'reset_password'::text, 'invitation'::text]))),
  constraint one_time_link_pkey PRIMARY KEY (hash)
);

CREATE INDEX one_time_link_by_account ON public.one_time_link USING btree (account_id);

CREATE INDEX one_time_link_by_email ON public.one_time_link USING btree (email, kind);

CREATE INDEX one_time_link_by_expiry ON public.one_time_link USING btree (expires_at);

create table passkey (
  id text not null,
  account_id text not null,
  credential_id text not null,
  public_key text not null,
  sign_count bigint not null,
  transports text not null,
  backed_up bigint not null,
  name text,
  created_at text not null,
  last_used_hour bigint,
  constraint passkey_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint passkey_backed_up_check CHECK ((backed_up = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint passkey_credential_id_key UNIQUE (credential_id),
  constraint passkey_pkey PRIMARY KEY (id)
);

CREATE INDEX passkey_by_account ON public.passkey USING btree (account_id);

create unlogged table rate_limit (
  key text not null,
  window_start bigint not null,
  count bigint not null,
  constraint rate_limit_pkey PRIMARY KEY (key)
);

CREATE INDEX rate_limit_by_window ON public.rate_limit USING btree (window_start);

create table removed_response (
  survey_id bigint not null,
  id uuid not null,
  constraint removed_response_pkey PRIMARY KEY (survey_id, id),
  constraint removed_response_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey(id)
);

create table response (
  survey_id bigint not null,
  sequence bigint not null,
  id uuid not null,
  submitted_at timestamp(3) with time zone not null,
  answers text not null,
  constraint response_pkey PRIMARY KEY (survey_id, sequence),
  constraint response_survey_id_id_key UNIQUE (survey_id, id)
);

create table session (
  id_hash text not null,
  survey_id bigint not null,
  secret_id text not null,
  created_at bigint not null,
  last_used_hour bigint not null,
  constraint session_pkey PRIMARY KEY (id_hash),
  constraint session_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey(id)
);

CREATE INDEX session_by_age ON public.session USING btree (created_at);

CREATE INDEX session_by_survey ON public.session USING btree (survey_id);

CREATE INDEX session_by_use ON public.session USING btree (last_used_hour);

create table survey (
  id bigint generated always as identity not null,
  account_id text not null,
  slug text not null,
  title text not null,
  status text not null,
  archived bigint not null,
  suspended bigint not null default 0,
  taken_down bigint not null default 0,
  theme text,
  revision bigint not null,
  board_revision bigint not null default 0,
  change_count bigint not null default 0,
  response_count bigint not null,
  last_sequence bigint not null,
  stored_bytes bigint not null default 0,
  created_at text not null,
  expires_at bigint,
  expiry_automatic bigint not null default 0,
  admin_nonce text not null,
  view_nonce text,
  share_results text not null default 'never'::text,
  results_revealed bigint not null default 0,
  projected_texts text,
  questions text not null,
  shown_counts text,
  shared_device bigint not null default 0,
  language text,
  presentation text,
  edit_history text,
  paced bigint not null default 0,
  question_settings text,
  session_record text,
  share_record bigint not null default 0,
  remote_nonce text,
  texts text,
  response_limit integer,
  groups text,
  dissolved_groups integer not null default 0,
  opens_at bigint,
  revealed_at_once bigint not null default 0,
  constraint survey_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint survey_archived_check CHECK ((archived = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint survey_dissolved_groups_check CHECK ((dissolved_groups >= 0)),
  constraint survey_expiry_automatic_check CHECK ((expiry_automatic = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint survey_paced_check CHECK ((paced = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint survey_pkey PRIMARY KEY (id),
  constraint survey_response_limit_check CHECK (((response_limit >= 1) AND (response_limit <= 1000000))),
  constraint survey_results_revealed_check CHECK ((results_revealed = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint survey_revealed_at_once_check CHECK ((revealed_at_once = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint survey_share_record_check CHECK ((share_record = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint survey_share_results_check CHECK ((share_results = ANY (ARRAY['never'::text, 'after_answering'::text, 'when_revealed'::text]))),
  constraint survey_shared_device_check CHECK ((shared_device = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint survey_slug_key UNIQUE (slug),
  constraint survey_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text]))),
  constraint survey_suspended_check CHECK ((suspended = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint survey_taken_down_check CHECK ((taken_down = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);

CREATE INDEX survey_by_account ON public.survey USING btree (account_id, id);

CREATE INDEX survey_by_folded_slug ON public.survey USING btree (replace(slug, '-'::text, ''::text));

CREATE UNIQUE INDEX survey_by_remote_nonce ON public.survey USING btree (remote_nonce);

CREATE UNIQUE INDEX survey_by_view_nonce ON public.survey USING btree (view_nonce);

create table tally (
  survey_id bigint not null,
  question bigint not null,
  slot bigint not null,
  count bigint not null,
  constraint tally_pkey PRIMARY KEY (survey_id, question, slot)
);

create table template (
  id text not null,
  account_id text not null,
  name text not null,
  created_at text not null,
  updated_at text not null,
  update_sequence bigint not null,
  stored_bytes bigint not null default 0,
  revision bigint not null default 1,
  theme text,
  question_count bigint not null,
  questions text not null,
  language text,
  paced bigint not null default 0,
  question_settings text,
  texts text,
  groups text,
  revealed_at_once bigint not null default 0,
  constraint template_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint template_paced_check CHECK ((paced = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint template_pkey PRIMARY KEY (id),
  constraint template_revealed_at_once_check CHECK ((revealed_at_once = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);

CREATE INDEX template_by_account ON public.template USING btree (account_id, update_sequence);

create table token (
  id text not null,
  account_id text not null,
  grant_id text,
  kind text not null,
  name text,
  hash text not null,
  last_four text not null,
  scope text not null,
  expires_at bigint,
  last_used_hour bigint,
  created_at text not null,
  constraint token_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint token_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grant(id),
  constraint token_hash_key UNIQUE (hash),
  constraint token_kind_check CHECK ((kind = ANY (ARRAY['pat'::text, 'oauth'::text]))),
  constraint token_pkey PRIMARY KEY (id)
);

CREATE INDEX token_by_account ON public.token USING btree (account_id);

CREATE INDEX token_by_expiry ON public.token USING btree (expires_at);

CREATE INDEX token_by_grant ON public.token USING btree (grant_id);

create table used_challenge (
  hash text not null,
  expires_at bigint not null,
  constraint used_challenge_pkey PRIMARY KEY (hash)
);

CREATE INDEX used_challenge_by_expiry ON public.used_challenge USING btree (expires_at);

create table vote_rewrite (
  survey_id bigint not null,
  revision bigint,
  "position" text,
  constraint vote_rewrite_pkey PRIMARY KEY (survey_id),
  constraint vote_rewrite_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey(id)
);
