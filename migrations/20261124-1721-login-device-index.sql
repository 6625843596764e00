-- Who else logged in on a device: asked of winners of draws before they are paid.
create index login_device_of on login_device (device_index, last_login_at);
