-- The score of a borrower, the limit that follows from it month by month, and what freezes a limit.

alter table credit_limit
  add column score integer check (score between 300 and 850),
  add column band text check (band in ('A', 'B', 'C', 'D', 'E')),
  -- What the income carries, by the last refresh.
  add column affordable_rupiah bigint check (affordable_rupiah >= 0),
  -- A limit from before there was a score: it does not fall because the score begins. 0 once the band was below C.
  add column kept_rupiah bigint not null default 0 check (kept_rupiah >= 0),
  -- The limit at the beginning of this month (WIB), which it rises and falls from.
  add column month_of date,
  add column month_rupiah bigint check (month_rupiah >= 0),
  -- Null where nothing refreshes it: no first assessment was made.
  add column refresh_due_at timestamptz,
  add column refresh_cause text check (refresh_cause in ('MONTH', 'LOAN_ENDED', 'LATE', 'BUREAU')),
  add check ((refresh_due_at is null) = (refresh_cause is null)),
  add check ((score is null) = (band is null)),
  add check ((month_of is null) = (month_rupiah is null));
update credit_limit set kept_rupiah = credit_rupiah, refresh_due_at = timestamptz '2026-11-27 00:00+07', refresh_cause = 'BUREAU' where credit_rupiah > 0;
create index credit_limit_refresh on credit_limit (refresh_due_at) where refresh_due_at is not null;

-- One row a refresh; never changed. Its key makes a second run of the same refresh the first one.
create table credit_limit_score (
  borrower_id uuid not null,
  id uuid not null,
  key text not null,
  score integer not null check (score between 300 and 850),
  band text not null check (band in ('A', 'B', 'C', 'D', 'E')),
  -- [{code, points, until}]: their points are the difference of the score from the base.
  factors jsonb not null,
  scored_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, key)
);

-- Why a change was made, by refreshes: {scoreFrom, scoreTo, bandFrom, bandTo, rule, reasons: [{factor, points}]}.
alter table credit_limit_change
  add column why jsonb,
  drop constraint credit_limit_change_cause_check,
  add constraint credit_limit_change_cause_check check (cause in ('FIRST_ASSESSMENT', 'SCORE_REFRESHED', 'INFORMATION_ADDED',
    'GOOD_REPAYMENT', 'LATE_REPAYMENT', 'TEMPORARY_GRANTED', 'TEMPORARY_ENDED', 'STAFF_DECISION', 'MERGED', 'MERGE_REVERSED',
    'FROZEN', 'UNFROZEN'));

-- While one stands, nothing can be borrowed.
create table credit_limit_freeze (
  borrower_id uuid not null,
  id uuid not null,
  cause text not null check (cause in ('OVERDUE', 'WRITTEN_OFF', 'CONTESTED', 'FRAUD_REVIEW', 'STAFF', 'BORROWER')),
  since_at timestamptz not null,
  -- The borrower's own pause alone ends by a day.
  ends_at timestamptz,
  ended_at timestamptz,
  primary key (borrower_id, id),
  check ((cause = 'BORROWER') = (ends_at is not null))
);
create unique index credit_limit_freeze_one on credit_limit_freeze (borrower_id, cause) where ended_at is null;
create index credit_limit_freeze_end on credit_limit_freeze (ends_at) where ended_at is null and ends_at is not null;

-- What the bureau said at the last decision about an application, as far as score and limit need it.
create table credit_limit_bureau (
  borrower_id uuid primary key,
  score integer check (score between 300 and 850),
  instalments_rupiah bigint not null check (instalments_rupiah >= 0),
  reported_on date not null
);
