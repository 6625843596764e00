-- Browsers on which an account of staff logged in before: their tries are counted apart from those of strangers.
-- By the blind index of the address, so that an unknown address takes the same way as a known one.
create table staff_device (
  email_index text not null,
  device_index text not null,
  last_login_at timestamptz not null,
  primary key (email_index, device_index)
);
create index staff_device_login on staff_device (last_login_at);
