-- Reports that clients send to be read. The file lies here, sealed, so that any node can go on.
create table parsing_job (
  id uuid primary key,
  team_id uuid not null,
  environment text not null,
  user_id uuid not null references app_user (id) on delete cascade,
  status text not null
    check (status in ('upload_pending', 'started', 'pending_review', 'completed', 'failed')),
  failure_reason text
    check (failure_reason in ('invalid_input', 'not_english', 'low_quality', 'too_many_pages', 'processing_error')),
  needs_human_review boolean not null,
  is_reviewed boolean not null default false,
  file_count int not null,
  file_bytes bigint not null,
  media_type text not null,
  pages int,
  -- what was read, with places and confidences: only people who review see it
  draft jsonb,
  -- what clients get once it is completed
  data jsonb,
  -- results that were held back, as nobody was asked to look at them
  withheld int not null default 0,
  due_at timestamptz not null default now(),
  lease_until timestamptz,
  lease_no int not null default 0,
  attempt int not null default 0,
  error text,
  -- who has it open for review
  reviewer text,
  review_until timestamptz,
  reviewed_by text,
  reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  -- when the file was thrown away
  file_gone_at timestamptz,
  foreign key (team_id, environment) references team_environment (team_id, environment),
  check ((status = 'failed') = (failure_reason is not null)),
  check (status = 'completed' or data is null)
);
create index parsing_job_team on parsing_job (team_id, environment, created_at desc, id desc);
create index parsing_job_user on parsing_job (user_id, created_at desc, id desc);
create index parsing_job_due on parsing_job (due_at) where status in ('upload_pending', 'started');
create index parsing_job_review on parsing_job (team_id, environment, created_at) where status = 'pending_review';
create index parsing_job_kept on parsing_job (created_at) where file_gone_at is null;

create table parsing_job_file (
  job_id uuid not null references parsing_job (id) on delete cascade,
  part int not null,
  chunk int not null,
  -- sealed
  bytes bytea not null,
  primary key (job_id, part, chunk)
);

-- Pages as the review shows them, made when first asked for; sealed.
create table parsing_job_image (
  job_id uuid not null references parsing_job (id) on delete cascade,
  page int not null,
  media_type text not null,
  bytes bytea not null,
  primary key (job_id, page)
);

-- Who changed what: every claim, save, approval and rejection.
create table parsing_job_audit (
  id bigint generated always as identity primary key,
  job_id uuid not null references parsing_job (id) on delete cascade,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  -- the draft behind the change, for saves
  draft jsonb,
  detail text
);
create index parsing_job_audit_job on parsing_job_audit (job_id, id);

-- Links to the page of one job, each good once and for minutes, and the sessions that they open. Both end with the
-- management key that made the link.
create table parsing_job_link (
  token_hash bytea primary key,
  job_id uuid not null references parsing_job (id) on delete cascade,
  reviewer text not null,
  kind text not null check (kind in ('link', 'session')),
  key_id uuid not null references management_key (id),
  used_at timestamptz,
  expires_at timestamptz not null
);
create index parsing_job_link_expiry on parsing_job_link (expires_at);
create index parsing_job_link_job on parsing_job_link (job_id);
create index parsing_job_link_key on parsing_job_link (key_id);

-- What people said a printed name means, in one team.
create table report_synonym (
  team_id uuid not null,
  environment text not null,
  -- lower case, spaces single
  name text not null,
  -- UCUM, or '' where none was printed
  unit text not null,
  specimen text not null,
  loinc_code text not null,
  times int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (team_id, environment, name, unit, specimen, loinc_code),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
