-- Lab reports that clients upload to be parsed, and their review.

-- A report to parse. The files are in the database, encrypted, so that any node can process them.
create table parsing_job (
  id uuid primary key,
  team_id uuid not null,
  environment text not null,
  user_id uuid not null references app_user (id) on delete cascade,
  status text not null check (status in ('upload_pending', 'started', 'pending_review', 'completed', 'failed')),
  failure_reason text
    check (failure_reason in ('invalid_input', 'not_english', 'low_quality', 'too_many_pages', 'processing_error')),
  needs_human_review boolean not null,
  is_reviewed boolean not null default false,
  file_count int not null,
  file_bytes bigint not null,
  media_type text not null,
  pages int,
  -- what was read, with positions and confidences; visible to reviewers only
  draft jsonb,
  -- what clients get when the job is completed
  data jsonb,
  -- results that were left out, because review was not requested
  withheld int not null default 0,
  due_at timestamptz not null default now(),
  lease_expires_at timestamptz,
  lease_epoch int not null default 0,
  attempt int not null default 0,
  error text,
  -- who has it open for review
  reviewer text,
  review_lease_expires_at timestamptz,
  reviewed_by text,
  reviewed_at timestamptz,
  -- when the files were deleted
  file_deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  foreign key (team_id, environment) references team_environment (team_id, environment),
  check ((status = 'failed') = (failure_reason is not null)),
  check (status = 'completed' or data is null)
);
create index parsing_job_team on parsing_job (team_id, environment, created_at desc, id desc);
create index parsing_job_user on parsing_job (user_id, created_at desc, id desc);
create index parsing_job_due on parsing_job (due_at) where status in ('upload_pending', 'started');
create index parsing_job_review on parsing_job (team_id, environment, created_at) where status = 'pending_review';
-- For the deletion of files.
create index parsing_job_file_retention on parsing_job (created_at) where file_deleted_at is null;

-- A chunk of an uploaded file, encrypted.
create table parsing_job_file (
  job_id uuid not null references parsing_job (id) on delete cascade,
  part int not null,
  chunk int not null,
  bytes bytea not null,
  primary key (job_id, part, chunk)
);

-- A page as the review shows it, encrypted. Created on first request.
create table parsing_job_image (
  job_id uuid not null references parsing_job (id) on delete cascade,
  page int not null,
  media_type text not null,
  bytes bytea not null,
  primary key (job_id, page)
);

-- An action of a reviewer: each claim, save, approval and rejection.
create table parsing_job_audit (
  id bigint generated always as identity primary key,
  job_id uuid not null references parsing_job (id) on delete cascade,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  -- the draft after a save
  draft jsonb,
  detail text
);
create index parsing_job_audit_job on parsing_job_audit (job_id, id);

-- A one-time link to the review page of a job, or a session that a link opened. Both end with the management
-- key that created the link.
create table parsing_job_link (
  token_hash bytea primary key,
  job_id uuid not null references parsing_job (id) on delete cascade,
  reviewer text not null,
  kind text not null check (kind in ('link', 'session')),
  management_key_id uuid not null references management_key (id),
  used_at timestamptz,
  expires_at timestamptz not null
);
create index parsing_job_link_expiry on parsing_job_link (expires_at);
create index parsing_job_link_job on parsing_job_link (job_id);
create index parsing_job_link_key on parsing_job_link (management_key_id);

-- The meaning of a printed test name in a team, learned from reviews.
create table report_synonym (
  team_id uuid not null,
  environment text not null,
  -- lower case, single spaces
  name text not null,
  -- UCUM; '' if none was printed
  unit text not null,
  specimen text not null,
  loinc_code text not null,
  -- number of reviews that confirmed it
  confirmations int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (team_id, environment, name, unit, specimen, loinc_code),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
