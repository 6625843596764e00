-- Offers are sent by a consent alone, which is off until it is given: no address stops or allows them beside it.
delete from email_unsubscribed where category = 'PROMOTION';
alter table email_unsubscribed add constraint email_unsubscribed_not_promotion check (category <> 'PROMOTION');
