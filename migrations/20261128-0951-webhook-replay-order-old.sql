-- Their places are taken by the indexes of the file before; here alone, so that a reader that holds them off undoes nothing else.
drop index webhook_event_written;
drop index webhook_delivery_dead;
