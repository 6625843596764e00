-- Beside its photos a request may show one video, in a slot of its own: the seventh. The eighth is the selfie of the face check that
-- the request took; nobody takes it back. // docs/decisions/256
alter table review_evidence
  add column media text not null default 'PHOTO' check (media in ('PHOTO', 'VIDEO')),
  add column duration_milliseconds integer check (duration_milliseconds > 0),
  alter column width_pixels drop not null,
  alter column height_pixels drop not null,
  drop constraint review_evidence_slot_check,
  add constraint review_evidence_slot_check check (slot between 1 and 8),
  add constraint review_evidence_shown_check check (
    case media
      when 'VIDEO' then slot = 7 and duration_milliseconds is not null and width_pixels is null and height_pixels is null
      else slot <> 7 and duration_milliseconds is null and width_pixels is not null and height_pixels is not null
    end);
