-- One row of ours may go to a phone and to a mailbox: the same message twice is one, by each channel.
alter table sandbox_message drop constraint sandbox_message_pkey;
alter table sandbox_message add primary key (message_id, channel);
