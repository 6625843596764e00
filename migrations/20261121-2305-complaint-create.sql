-- Complaints: tickets with their clock, what was said, what happened, and the calendar that the clock counts by.

-- A figure changes by adding a row; a day that was told to a person stays as it was told.
create table complaint_rule (
  rule text not null check (rule in (
    'ANSWER_WORKING_DAYS', 'EXTENSION_WORKING_DAYS', 'REMINDER_WORKING_DAYS', 'CLOSE_WORKING_DAYS', 'CLOSE_WARNING_WORKING_DAYS', 'KEPT_YEARS'
  )),
  valid_from date not null,
  value integer not null check (value > 0),
  source text not null,
  -- H the text itself or recomputed, M several secondary sources, K common knowledge, P our own policy.
  certainty text not null check (certainty in ('H', 'M', 'K', 'P')),
  primary key (rule, valid_from)
);
insert into complaint_rule (rule, valid_from, value, source, certainty) values
  ('ANSWER_WORKING_DAYS', '2025-01-01', 10, 'POJK 22/2023', 'M'),
  ('EXTENSION_WORKING_DAYS', '2025-01-01', 10, 'POJK 22/2023', 'M'),
  ('REMINDER_WORKING_DAYS', '2025-01-01', 2, 'Own policy', 'P'),
  ('CLOSE_WORKING_DAYS', '2025-01-01', 10, 'Own policy', 'P'),
  ('CLOSE_WARNING_WORKING_DAYS', '2025-01-01', 3, 'Own policy', 'P'),
  ('KEPT_YEARS', '2025-01-01', 5, 'Own policy', 'P');

-- Days off besides Saturday and Sunday. Append-only: of the rows of one day the newest counts; WORKDAY takes a day off back.
create table complaint_holiday (
  day date not null,
  recorded_at timestamptz not null,
  kind text not null check (kind in ('NATIONAL', 'JOINT_LEAVE', 'WORKDAY')),
  name text not null,
  source text not null,
  recorded_by uuid,
  primary key (day, recorded_at)
);
-- 2026 by the joint decree of the three ministers. Of 2027 only what the calendar itself fixes: its decree brings the rest.
insert into complaint_holiday (day, recorded_at, kind, name, source)
select day, timestamptz '2025-11-19 00:00:00+07', kind, name, 'SKB 3 Menteri 1497/2025, 2/2025, 5/2025'
from (values
  (date '2026-01-01', 'NATIONAL', 'Tahun Baru 2026 Masehi'),
  (date '2026-01-16', 'NATIONAL', 'Isra Mikraj Nabi Muhammad SAW'),
  (date '2026-02-16', 'JOINT_LEAVE', 'Tahun Baru Imlek 2577 Kongzili'),
  (date '2026-02-17', 'NATIONAL', 'Tahun Baru Imlek 2577 Kongzili'),
  (date '2026-03-18', 'JOINT_LEAVE', 'Hari Suci Nyepi (Tahun Baru Saka 1948)'),
  (date '2026-03-19', 'NATIONAL', 'Hari Suci Nyepi (Tahun Baru Saka 1948)'),
  (date '2026-03-20', 'JOINT_LEAVE', 'Idul Fitri 1447 Hijriah'),
  (date '2026-03-21', 'NATIONAL', 'Idul Fitri 1447 Hijriah'),
  (date '2026-03-22', 'NATIONAL', 'Idul Fitri 1447 Hijriah'),
  (date '2026-03-23', 'JOINT_LEAVE', 'Idul Fitri 1447 Hijriah'),
  (date '2026-03-24', 'JOINT_LEAVE', 'Idul Fitri 1447 Hijriah'),
  (date '2026-04-03', 'NATIONAL', 'Wafat Yesus Kristus'),
  (date '2026-04-05', 'NATIONAL', 'Kebangkitan Yesus Kristus (Paskah)'),
  (date '2026-05-01', 'NATIONAL', 'Hari Buruh Internasional'),
  (date '2026-05-14', 'NATIONAL', 'Kenaikan Yesus Kristus'),
  (date '2026-05-15', 'JOINT_LEAVE', 'Kenaikan Yesus Kristus'),
  (date '2026-05-27', 'NATIONAL', 'Idul Adha 1447 Hijriah'),
  (date '2026-05-28', 'JOINT_LEAVE', 'Idul Adha 1447 Hijriah'),
  (date '2026-05-31', 'NATIONAL', 'Hari Raya Waisak 2570 BE'),
  (date '2026-06-01', 'NATIONAL', 'Hari Lahir Pancasila'),
  (date '2026-06-16', 'NATIONAL', 'Tahun Baru Islam 1448 Hijriah'),
  (date '2026-08-17', 'NATIONAL', 'Proklamasi Kemerdekaan'),
  (date '2026-08-25', 'NATIONAL', 'Maulid Nabi Muhammad SAW'),
  (date '2026-12-24', 'JOINT_LEAVE', 'Kelahiran Yesus Kristus'),
  (date '2026-12-25', 'NATIONAL', 'Kelahiran Yesus Kristus')
) as decreed (day, kind, name);
insert into complaint_holiday (day, recorded_at, kind, name, source)
select day, timestamptz '2025-11-19 00:00:00+07', 'NATIONAL', name, 'Keppres 8/2024'
from (values
  (date '2027-01-01', 'Tahun Baru 2027 Masehi'),
  (date '2027-03-26', 'Wafat Yesus Kristus'),
  (date '2027-03-28', 'Kebangkitan Yesus Kristus (Paskah)'),
  (date '2027-05-01', 'Hari Buruh Internasional'),
  (date '2027-05-06', 'Kenaikan Yesus Kristus'),
  (date '2027-06-01', 'Hari Lahir Pancasila'),
  (date '2027-08-17', 'Proklamasi Kemerdekaan'),
  (date '2027-12-25', 'Kelahiran Yesus Kristus')
) as fixed_days (day, name);

create table complaint (
  id uuid primary key,
  -- What a person reads out: ADU-261121-7KQ2M4XC.
  number text not null unique,
  borrower_id uuid,
  -- Whose key seals what was written: the borrower's, or the complaint's own for a visitor.
  owner_id uuid not null,
  loan_id uuid,
  reason text not null check (reason in ('loan', 'collection', 'otp', 'repayment', 'sign', 'mobile', 'others')),
  language text not null,
  brand_name text not null,
  -- Blind index of the address; empty once the complaint is forgotten.
  email_index text not null,
  email_sealed text not null,
  state text not null check (state in ('RECEIVED', 'IN_PROGRESS', 'EXTENDED', 'ANSWERED', 'REOPENED', 'CLOSED')),
  received_at timestamptz not null,
  -- The last day on which an answer is in time; it moves by the extension and by a refused answer alone.
  due_on date not null,
  remind_on date not null,
  reminded_at timestamptz,
  overdue_at timestamptz,
  extended_at timestamptz,
  -- Of the first answer: whether it came by the day that was told.
  first_answered_at timestamptz,
  answered_in_time boolean,
  warn_on date,
  warned_at timestamptz,
  closes_on date,
  -- Refused answers: the first one opens the complaint again, the second one leads to LAPS SJK.
  refusals smallint not null default 0 check (refusals between 0 and 2),
  -- Since when the way to LAPS SJK is told: after the deadline, or after the second refusal.
  outside_way_at timestamptz,
  escalated_at timestamptz,
  assignee_id uuid,
  closed_at timestamptz,
  close_cause text check (close_cause in ('ACCEPTED', 'WITHDRAWN', 'REFUSED_AGAIN', 'UNANSWERED', 'BY_STAFF')),
  forgotten_at timestamptz,
  check ((state = 'CLOSED') = (closed_at is not null and close_cause is not null)),
  check (state <> 'ANSWERED' or (warn_on is not null and closes_on is not null))
);
create index complaint_borrower on complaint (borrower_id, id desc) where borrower_id is not null;
create index complaint_queue on complaint (due_on, id) where state <> 'CLOSED';
create index complaint_closed on complaint (closed_at) where forgotten_at is null;

create table complaint_event (
  id uuid primary key,
  complaint_id uuid not null references complaint (id),
  from_state text,
  to_state text not null,
  cause text not null,
  actor text not null check (actor in ('PERSON', 'STAFF', 'SYSTEM')),
  staff_id uuid,
  -- The deadline after this event, where it set one.
  due_on date,
  happened_at timestamptz not null,
  check ((actor = 'STAFF') = (staff_id is not null))
);
create index complaint_event_of on complaint_event (complaint_id, id);

create table complaint_message (
  id uuid primary key,
  complaint_id uuid not null references complaint (id),
  kind text not null check (kind in ('COMPLAINT', 'MESSAGE', 'ANSWER', 'REFUSAL', 'EXTENSION', 'CLOSING', 'NOTE')),
  staff_id uuid,
  text_sealed text not null,
  written_at timestamptz not null
);
create index complaint_message_of on complaint_message (complaint_id, id);

-- Evidence. The object store holds the sealed bytes; the slots hold the count (spec 5: up to 6).
create table complaint_photo (
  complaint_id uuid not null references complaint (id),
  id uuid not null,
  slot smallint not null check (slot between 1 and 6),
  object_key text not null,
  width_pixels integer not null check (width_pixels > 0),
  height_pixels integer not null check (height_pixels > 0),
  picture_index text not null,
  uploaded_at timestamptz not null,
  primary key (complaint_id, id),
  unique (complaint_id, slot),
  unique (complaint_id, picture_index)
);

-- Mails to the person; each is written with what it tells of and sent by a job.
create table complaint_mail (
  id uuid primary key,
  complaint_id uuid not null references complaint (id),
  kind text not null check (kind in ('RECEIVED', 'IN_PROGRESS', 'ANSWERED', 'EXTENDED', 'REOPENED', 'CLOSING_SOON', 'CLOSED', 'OVERDUE')),
  status text not null check (status in ('WAITING', 'SENT', 'REJECTED')),
  written_at timestamptz not null,
  ended_at timestamptz
);
create index complaint_mail_of on complaint_mail (complaint_id, id);

create function complaint_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'TL010';
end $$;
create trigger complaint_event_fixed before update or delete on complaint_event for each row execute function complaint_refuse_change();
create trigger complaint_holiday_fixed before update or delete on complaint_holiday for each row execute function complaint_refuse_change();
