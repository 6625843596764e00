-- The brand that a complaint was handed in with: its mails lead to that brand's address. Null in rows from before; the installation's own brand then.
alter table complaint add column brand_id text;
