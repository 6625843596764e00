-- What has served is swept away by age (src/server/forgetting.ts); without these every round would read the whole tables.
create index login_session_expiry on login_session (expires_at);
create index idempotency_key_age on idempotency_key (created_at);
create index rate_counter_age on rate_counter (window_start);
