-- A mistyped login stays within its link: the partner knows each try by an id of its own, and a page that was turned down there is no try.
alter table account_link
  add column order_id uuid,
  add column by_login boolean not null default false;
