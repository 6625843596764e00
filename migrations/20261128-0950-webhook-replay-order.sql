-- Replays go through the events of a period, and through dead deliveries, in the order in which a loan's events were sent.
create index webhook_event_written_place on webhook_event (written_at, place);
create index webhook_delivery_dead_order on webhook_delivery (endpoint_id, made_at, sequence, id) where state = 'DEAD';
