/** Held awards, list files, lenders' lists and access keys with many rows: each query of the console uses an index. */
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { findKey, findKeyByHash, listKeys } from "#features/operations/access-key/server/store.ts";
import {
  findIncome,
  findMonth,
  lastMonth,
  monthsOf,
  pageOfIncome,
  pageOfMonths,
  toShare,
} from "#features/credit/funding/server/store.ts";
import {
  accountInForce,
  findLenderWithdrawal,
  pageOfWithdrawals,
} from "#features/credit/funding/server/withdrawal-store.ts";
import {
  anyAward,
  awardsWaiting,
  countHeldAwards,
  everyAwardOf,
  hasHeld,
  listHeld,
} from "#features/rewards/campaign/server/held-store.ts";
import { dueExports, ownExport, ownExports, exportPartsOf } from "#server/list-export/store.ts";
import { testApp } from "#tests/support/app.ts";
import { plansOf } from "#tests/support/plans.ts";

const app = await testApp({ campaigns: true, isIdle: true });
const { services, clock } = app;
const { database } = services;
const now = clock.now();
const count = 20_000;
const missing = "00000000-0000-4000-8000-ffffffffffff";
const someone = "00000000-0000-4000-8000-00000000000a";
const place = { at: now, id: missing };

beforeAll(async () => {
  await services.sweeps.runAllDue(services);
  const { id: campaignId } = await database.selectFrom("campaign").select("id").executeTakeFirstOrThrow();
  const id = sql`('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const tenth = sql`('00000000-0000-4000-8000-' || lpad(to_hex(n / 10), 12, '0'))::uuid`;
  const at = sql`(${now}::timestamptz + (n - ${sql.lit(count / 2)}) * interval '1 minute')`;
  const rows = sql`generate_series(1, ${sql.lit(count)}) as n`;
  for (const insert of [
    // One in fifty is held; staff mostly look at those.
    sql`insert into campaign_award (borrower_id, id, campaign_id, cause, prize_key, prize, by_chance, state, won_at, changed_at, held_for, held_at, due_at)
      select ${tenth}, ${id}, ${campaignId}::uuid, 'c' || n, 'CASH', '{"kind": "CASH", "rupiah": 5000}', false,
        case when n % 50 = 0 then 'HELD' else 'GIVEN' end, ${at}, ${at}, case when n % 50 = 0 then '{TIED}'::text[] else '{}' end,
        case when n % 50 = 0 then ${at} end, case when n % 50 = 0 then ${at} + interval '3 days' end from ${rows}`,
    sql`insert into list_export (id, staff_id, list, language, state, asked_at, due_at, ready_at, ends_at, sha256)
      select ${id}, ${tenth}, 'GET /api/staff/loans', 'id', 'READY', ${at}, ${at} + interval '1 day', ${at}, ${at} + interval '1 day', md5(n::text) from ${rows}`,
    sql`insert into list_export_part (export_id, number, object_key, rows, bytes) select ${id}, 1, 'list-export/' || n, 1, 1 from ${rows}`,
    sql`insert into access_key (id, brand, name, scopes, key_hash, shown_at, made_by, made_at, revoked_at)
      select ${id}, 'tunai', 'backend ' || n, '{events:read}', md5(n::text), ${at}, ${id}, ${at}, case when n % 3 = 0 then ${at} end from ${rows}`,
    sql`insert into funding_month (month, lender_id, available_opening, deposited, income, returned, funded, withdrawn, withdrawn_back, available_closing,
        invested_opening, invested_closing, written_off_opening, written_off, recovered, written_off_closing, interest_received, interest_discounted,
        carried_paid, carried, brought, share, left_over, closed_at)
      select ('1900-01-01'::date + n / 20 * interval '1 month')::date, 'lender-' || n % 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ${at} from ${rows}`,
    sql`insert into funding_income (month, base, share_ppm, shared, closed_at, distributed_at)
      select ('1900-01-01'::date + n * interval '1 month')::date, 10, 700000, 7, ${at}, case when n % 100 <> 0 then ${at} end from generate_series(1, 4000) as n`,
    sql`insert into funding_account (id, lender_id, payee_sealed, registered_at, replaced_at)
      select ${id}, 'lender-' || n % 5000, '-', ${at}, case when n > 5000 then ${at} end from ${rows}`,
    sql`insert into funding_withdrawal (id, lender_id, account_id, amount_rupiah, state, ordered_at, ended_at)
      select ${id}, 'lender-' || n % 20, ${id}, 1000000, 'PAID', ${at}, ${at} from ${rows}`,
  ])
    await insert.execute(database);
  await sql`analyze campaign_award, list_export, list_export_part, access_key, funding_month, funding_income, funding_account, funding_withdrawal`.execute(
    database,
  );
});

const month = "1950-01-01";
const questions: [what: string, table: string, index: RegExp, ask: () => Promise<unknown>][] = [
  ["held awards", "campaign_award", /campaign_award_held/, () => listHeld(database, { after: undefined, max: 51 })],
  ["more held awards", "campaign_award", /campaign_award_held/, () => listHeld(database, { after: place, max: 51 })],
  ["how many are held", "campaign_award", /campaign_award_held/, () => countHeldAwards(database)],
  ["an award", "campaign_award", /campaign_award_id/, () => anyAward(database, missing)],
  ["the awards of a person", "campaign_award", /campaign_award_/, () => everyAwardOf(database, someone, 50)],
  ["awards of a person that wait", "campaign_award", /campaign_award_/, () => awardsWaiting(database, [someone])],
  ["whether a person's award is held", "campaign_award", /campaign_award_/, () => hasHeld(database, someone)],
  ["one's own files", "list_export", /list_export_own/, () => ownExports(database, someone, { max: 21 })],
  [
    "more of one's own files",
    "list_export",
    /list_export_own/,
    () => ownExports(database, someone, { cursor: `${now.toISOString()}~${missing}`, max: 21 }),
  ],
  ["a file of one's own", "list_export", /list_export_pkey/, () => ownExport(database, someone, missing)],
  ["files to look at", "list_export", /list_export_due/, () => dueExports(database, new Date(0), 100)],
  ["the parts of a file", "list_export_part", /list_export_part_pkey/, () => exportPartsOf(database, someone)],
  ["keys", "access_key", /access_key_list/, () => listKeys(database, { after: undefined, max: 21 })],
  ["more keys", "access_key", /access_key_list/, () => listKeys(database, { after: place, max: 21 })],
  ["a key", "access_key", /access_key_pkey/, () => findKey(database, missing)],
  ["a key by its hash", "access_key", /access_key_key_hash_key/, () => findKeyByHash(database, "none")],
  ["statements", "funding_month", /funding_month_pkey/, () => pageOfMonths(database, { after: undefined, max: 21 })],
  [
    "more statements",
    "funding_month",
    /funding_month_pkey/,
    () => pageOfMonths(database, { after: { month, lenderId: "lender-3" }, max: 21 }),
  ],
  ["a lender's month", "funding_month", /funding_month_pkey/, () => findMonth(database, "lender-3", month)],
  ["a month of all lenders", "funding_month", /funding_month_pkey/, () => monthsOf(database, month)],
  ["the last month", "funding_income", /funding_income_pkey/, () => lastMonth(database)],
  ["a month's income", "funding_income", /funding_income_pkey/, () => findIncome(database, month)],
  [
    "months with income",
    "funding_income",
    /funding_income_pkey/,
    () => pageOfIncome(database, { before: month, max: 21 }),
  ],
  ["income to share", "funding_income", /funding_income_open/, () => toShare(database, "2026-11-01")],
  ["a lender's account", "funding_account", /funding_account_one/, () => accountInForce(database, "lender-3")],
  [
    "withdrawals",
    "funding_withdrawal",
    /funding_withdrawal_list/,
    () => pageOfWithdrawals(database, { before: undefined, max: 21 }),
  ],
  [
    "more withdrawals",
    "funding_withdrawal",
    /funding_withdrawal_list/,
    () => pageOfWithdrawals(database, { before: place, max: 21 }),
  ],
  ["a withdrawal", "funding_withdrawal", /funding_withdrawal_pkey/, () => findLenderWithdrawal(database, missing)],
];

it.each(questions)("%s: found by an index among many rows", async (_what, table, index, ask) => {
  const plans = await plansOf(database, table, ask);
  expect(plans).toMatch(index);
  expect(plans).not.toMatch(new RegExp(`Seq Scan on "?${table}\\b`));
});
