-- The regulator's check of a borrower's loans at other platforms, asked for by the borrower: under the key of its consent of 30 days.
create table platform_check (
  borrower_id uuid not null,
  id uuid not null,
  consent_id uuid not null,
  state text not null check (state in ('ASKING', 'REPORT', 'SILENT')),
  asked_on date not null,
  asked_at timestamptz not null,
  answered_at timestamptz,
  report_sealed text,
  primary key (borrower_id, id)
);
-- Once a day; the bureau's silence counts for nothing.
create unique index platform_check_day on platform_check (borrower_id, asked_on) where state <> 'SILENT';
create index platform_check_asked on platform_check (asked_at);
