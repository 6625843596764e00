-- What the sandbox took is swept away by age (src/server/outside/sandbox-forgetting.ts).
create index sandbox_event_age on sandbox_event (occurred_at);
create index sandbox_callback_age on sandbox_callback (created_at) where state <> 'DUE';
