-- The unique id that iOS gives a device, as the app around the page says it: a blind index, once for each login.
alter table login_session add column unique_device_index text;
