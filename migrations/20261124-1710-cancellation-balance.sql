-- What the holder chose for the reward money that is left: paid out to an own account, or given up by a tick.
alter table account_closure add column balance_choice text check (balance_choice in ('PAY_OUT', 'GIVE_UP'));
