/** Score and limit, freezes, members, shops and offers of help with many rows: each of their queries uses an index. */
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { countLinks, findFillLink, newestLinks, openLink, overLinks } from "#features/credit/fill-in/server/store.ts";
import {
  casesOf,
  contactAttemptsOf,
  countServicingCases,
  findContact,
} from "#features/credit/servicing/server/contact-store.ts";
import { promisesDue, repaymentPromisesOf } from "#features/credit/servicing/server/promise-store.ts";
import { messagesSince, stepsTaken } from "#features/credit/servicing/server/step-store.ts";
import {
  expiredOffers,
  findRestructureOffer,
  restructureOffersOf,
  asksOf,
} from "#features/credit/restructure/server/store.ts";
import { addFreeze, endedPauses, endFreeze, freezesOf } from "#features/credit/limit/server/freeze-store.ts";
import {
  bureauOf,
  lastTemporaryEnd,
  limitsToRefresh,
  newestScores,
  refreshSooner,
  scoreOn,
} from "#features/credit/limit/server/score-store.ts";
import { endedTemporaryLimits, findLimit, listChanges } from "#features/credit/limit/server/store.ts";
import {
  remainingBudgetOf,
  duePlus,
  findPlus,
  findReduction,
  listReductions,
} from "#features/credit/membership/server/store.ts";
import { findShop, othersWithLink, overShops, shopsOf, type ShopRow } from "#features/credit/merchant/server/store.ts";
import { countCases as countApplications, listCaseRows } from "#features/credit/underwriting/server/store.ts";
import { maxCounted } from "#shared/counted.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { plansOf } from "#tests/support/plans.ts";

const app = await testApp({ isIdle: true });
const { database } = app.services;
const now = app.services.clock.now();
const people = 4_000;
/** The tenth of 4,000 borrowers, with `rows` rows each. */
const someone = "00000000-0000-4000-8000-00000000000a";
const other = "00000000-0000-4000-8000-ffffffffffff";

beforeAll(async () => {
  const person = sql`('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const id = sql`('00000000-0000-7000-8000-' || lpad(to_hex(n * 10 + k), 12, '0'))::uuid`;
  const rows = (each: number) =>
    sql`generate_series(1, ${sql.lit(people)}) as n, generate_series(1, ${sql.lit(each)}) as k`;
  const at = sql`(${now}::timestamptz + (n - 2000) * interval '1 minute')`;
  for (const insert of [
    sql`insert into credit_limit (borrower_id, credit_rupiah, temporary_rupiah, temporary_until, refresh_due_at, refresh_cause, updated_at)
      select ${person}, 1000000, 100000, ${at} + interval '60 days', ${at} + interval '60 days', 'MONTH', ${now} from ${rows(1)}`,
    sql`insert into credit_limit_score (borrower_id, id, key, score, band, factors, scored_at)
      select ${person}, ${id}, 'month:' || k, 620, 'C', '[]', ${at} - k * interval '30 days' from ${rows(9)}`,
    sql`insert into credit_limit_change (borrower_id, id, kind, cause, from_rupiah, to_rupiah, changed_at)
      select ${person}, ${id}, case when k % 3 = 0 then 'TEMPORARY' else 'CREDIT' end, 'SCORE_REFRESHED', k, k + 1, ${at} from ${rows(9)}`,
    sql`insert into credit_limit_freeze (borrower_id, id, cause, since_at, ends_at, ended_at)
      select ${person}, ${id}, 'BORROWER', ${at}, ${at} + interval '60 days', case when k > 1 then ${at}::timestamptz end from ${rows(5)}`,
    sql`insert into credit_limit_bureau (borrower_id, score, instalments_rupiah, reported_on)
      select ${person}, 600, 0, '2026-01-01' from ${rows(1)}`,
    sql`insert into membership_plus (borrower_id, id, state, begun_at, ends_at, check_at, ended_at)
      select ${person}, ${id}, case when k = 1 then 'RUNNING' else 'ENDED' end, ${at}, ${at} + interval '90 days', ${at} + interval '60 days', case when k > 1 then ${at}::timestamptz end from ${rows(4)}`,
    sql`insert into membership_reduction (borrower_id, loan_id, level, rupiah, given_at)
      select ${person}, ${id}, 'SILVER', 1000, ${at} from ${rows(5)}`,
    sql`insert into membership_budget (month, max_rupiah)
      select ('1900-01-01'::date + n * interval '1 month')::date, 5 from generate_series(0, 2000) as n`,
    sql`insert into merchant_shop (borrower_id, id, state, slot, kind, platform, facts_sealed, link_index, created_at, expires_at)
      select ${person}, ${id}, case k when 1 then 'VERIFIED' when 2 then 'DRAFT' else 'REJECTED' end, k, 'FOOD', 'SHOPEE', 's', md5((n * 3 + k)::text), ${at}, case when k < 3 then ${at} + interval '60 days' end from ${rows(3)}`,
    sql`insert into fill_link (borrower_id, id, state, cause, asked, number_mark, attempts_left, made_at, ends_at, ended_at)
      select ${person}, ${id}, case when k = 1 then 'OPEN' else 'REPLACED' end, 'STAFF', '{WORK}', md5(n::text), 3, ${at} - k * interval '1 hour', ${at} + interval '60 days', case when k > 1 then ${at}::timestamptz end from ${rows(6)}`,
    sql`insert into restructure_ask (borrower_id, id, loan_id, origin, asked_at)
      select ${person}, ${id}, ${id}, 'HOUSE', ${at} from ${rows(4)}`,
    sql`insert into restructure_offer (borrower_id, id, ask_id, loan_id, programme, tenor_days, state, new_loan_id, number, offered_at, expires_at, closed_at)
      select ${person}, ${id}, ${id}, ${id}, 'SPREAD', 60, case when k = 1 then 'OFFERED' else 'EXPIRED' end, ${id}, 'N', ${at}, ${at} + interval '60 days', case when k > 1 then ${at}::timestamptz end from ${rows(6)}`,
    sql`insert into servicing_promise (borrower_id, id, loan_id, state, amount_rupiah, promised_on, last_on, made_at, ended_at)
      select ${person}, ${id}, ${id}, case when k = 1 then 'OPEN' else 'KEPT' end, 1, '2027-03-01', '2027-03-02', ${at}, case when k > 1 then ${at}::timestamptz end from ${rows(4)}`,
    sql`insert into servicing_contact (borrower_id, id, loan_id, channel, staff_id, started_at, number_until)
      select ${person}, ${id}, ${id}, 'CALL', ${id}, ${at}, ${at} from ${rows(6)}`,
    sql`insert into servicing_case (borrower_id, id, state, opened_at) select ${person}, ${id}, 'OPEN', ${at} from ${rows(2)}`,
    // Half of them wait.
    sql`insert into underwriting_case (borrower_id, id, loan_id, loan_number, purpose, amount_rupiah, tenor_days, state, outcome, submitted_at)
      select ${person}, ${id}, ${id}, 'N' || n || '-' || k, 'OTHER', 1, 30, case when k > 2 then 'CLOSED' else 'WAITING' end, case when k > 2 then 'APPROVED' end, ${at} from ${rows(4)}`,
    sql`insert into servicing_taken (borrower_id, loan_id, due_on, step, queued_at)
      select ${person}, ${id}, '2026-12-01', 'DUE', ${at} from ${rows(6)}`,
  ])
    await insert.execute(database);
  await sql`analyze credit_limit, credit_limit_score, credit_limit_change, credit_limit_freeze, credit_limit_bureau, membership_plus,
    membership_reduction, membership_budget, merchant_shop, fill_link, restructure_ask, restructure_offer, servicing_promise, servicing_contact, servicing_case, servicing_taken, underwriting_case`.execute(
    database,
  );
});

const written = (work: (trx: Transaction) => Promise<unknown>) => () => transact(database, work);
const shop = { borrowerId: other, linkIndex: "none" } as ShopRow;
const soon = new Date(now.getTime() + 58 * 86_400_000);

const loanOf = { borrowerId: someone, loanId: other };

const questions: [what: string, table: string, index: RegExp, ask: () => Promise<unknown>][] = [
  ["the freezes of a limit", "credit_limit_freeze", /credit_limit_freeze_one/, () => freezesOf(database, someone)],
  ["pauses that are over", "credit_limit_freeze", /credit_limit_freeze_end/, () => endedPauses(database, soon, 100)],
  [
    "the end of a freeze",
    "credit_limit_freeze",
    /credit_limit_freeze_one/,
    written((trx) => endFreeze(trx, other, "STAFF", now)),
  ],
  [
    "a new freeze, and the limit that it stops",
    "credit_limit",
    /credit_limit_pkey/,
    written(async (trx) => {
      await findLimit(trx, other);
      await addFreeze(trx, other, { id: other, cause: "STAFF", sinceAt: now, endsAt: null });
    }),
  ],
  ["limits to refresh", "credit_limit", /credit_limit_refresh/, () => limitsToRefresh(database, soon, 100)],
  ["temporary limits that ended", "credit_limit", /credit_limit_/, () => endedTemporaryLimits(database, soon, 100)],
  [
    "a refresh that comes sooner",
    "credit_limit",
    /credit_limit_pkey/,
    written((trx) => refreshSooner(trx, other, { at: now, cause: "LATE" })),
  ],
  ["the newest scores", "credit_limit_score", /credit_limit_score_/, () => newestScores(database, someone, 12)],
  ["the score of a day", "credit_limit_score", /credit_limit_score_/, () => scoreOn(database, someone, now)],
  [
    "the changes of a limit",
    "credit_limit_change",
    /credit_limit_change_/,
    () => listChanges(database, someone, undefined, 20),
  ],
  [
    "the newest temporary limit",
    "credit_limit_change",
    /credit_limit_change_/,
    () => lastTemporaryEnd(database, someone),
  ],
  ["what a bureau said", "credit_limit_bureau", /credit_limit_bureau_pkey/, () => bureauOf(database, someone)],
  ["Plus that runs", "membership_plus", /membership_plus_/, () => findPlus(database, someone)],
  ["Plus to look at", "membership_plus", /membership_plus_check/, () => duePlus(database, soon, 100)],
  [
    "a loan's reduction",
    "membership_reduction",
    /membership_reduction_pkey/,
    () => findReduction(database, someone, other),
  ],
  [
    "the newest reductions",
    "membership_reduction",
    /membership_reduction_pkey/,
    () => listReductions(database, someone, 20),
  ],
  [
    "a month's budget",
    "membership_budget",
    /membership_budget_pkey/,
    () => remainingBudgetOf(database, "2026-11-01", 1),
  ],
  ["the shops of an owner", "merchant_shop", /merchant_shop_/, () => shopsOf(database, someone)],
  ["a shop", "merchant_shop", /merchant_shop_pkey/, () => findShop(database, someone, other)],
  ["others with the same link", "merchant_shop", /merchant_shop_link/, () => othersWithLink(database, shop)],
  ["shops whose time is over", "merchant_shop", /merchant_shop_expires/, () => overShops(database, soon, 100)],
  ["a link to fill in", "fill_link", /fill_link_pkey/, () => findFillLink(database, someone, other)],
  ["the open link to fill in", "fill_link", /fill_link_/, () => openLink(database, someone)],
  ["the newest links to fill in", "fill_link", /fill_link_made/, () => newestLinks(database, someone, 10)],
  ["links to fill in that ran out", "fill_link", /fill_link_due/, () => overLinks(database, soon, 100)],
  [
    "links of a number",
    "fill_link",
    /fill_link_number/,
    () => countLinks(database, { borrowerId: someone, numberMark: "none", daySince: now, monthSince: now }),
  ],
  ["what was asked for", "restructure_ask", /restructure_ask_pkey/, () => asksOf(database, someone)],
  ["the offers of a borrower", "restructure_offer", /restructure_offer_/, () => restructureOffersOf(database, someone)],
  ["an offer", "restructure_offer", /restructure_offer_/, () => findRestructureOffer(database, someone, other)],
  ["offers that ran out", "restructure_offer", /restructure_offer_expires/, () => expiredOffers(database, soon, 100)],
  ["the promises of a loan", "servicing_promise", /servicing_promise_/, () => repaymentPromisesOf(database, loanOf)],
  ["promises to judge", "servicing_promise", /servicing_promise_due/, () => promisesDue(database, "2026-12-01", 100)],
  [
    "a borrower's contacts",
    "servicing_contact",
    /servicing_contact_/,
    () => contactAttemptsOf(database, { borrowerId: someone }, { max: 20 }),
  ],
  [
    "the contacts of a loan",
    "servicing_contact",
    /servicing_contact_/,
    () => contactAttemptsOf(database, loanOf, { max: 20 }),
  ],
  ["a contact", "servicing_contact", /servicing_contact_id/, () => findContact(database, other)],
  [
    "applications in several states by their submission",
    "underwriting_case",
    /Index Scan.* using underwriting_case_undecided/,
    () => listCaseRows(database, { states: ["OPEN", "WAITING", "PROPOSED"], order: "NEWEST", page: { max: 21 } }),
  ],
  [
    "how many applications wait",
    "underwriting_case",
    /Limit.*Index Only Scan using underwriting_case_waiting/s,
    () => countApplications(database, "WAITING"),
  ],
  [
    "how many steps wait for a person",
    "servicing_case",
    /Limit.*Index Only Scan using servicing_case_open/s,
    () => countServicingCases(database),
  ],
  ["the work on loans", "servicing_case", /servicing_case_id/, () => casesOf(database, [other])],
  ["the steps of a loan", "servicing_taken", /servicing_taken_/, () => stepsTaken(database, loanOf)],
  ["messages of a week", "servicing_taken", /servicing_taken_/, () => messagesSince(database, someone, now)],
];

it.each(questions)("%s: found by an index among many rows", async (_what, table, index, ask) => {
  const plans = await plansOf(database, table, ask);
  expect(plans).toMatch(index);
  expect(plans).not.toMatch(new RegExp(`Seq Scan on "?${table}\\b`));
});

it("counts work that waits no further than a page says, since when the oldest waits", async () => {
  const [applications, steps] = await Promise.all([
    countApplications(database, "WAITING"),
    countServicingCases(database),
  ]);
  expect([applications.count, steps.count]).toEqual([maxCounted, maxCounted]);
  expect(applications.oldestAt).toEqual(
    (
      await database
        .selectFrom("underwriting_case")
        .select(({ fn }) => fn.min("submittedAt").as("oldest"))
        .where("state", "=", "WAITING")
        .executeTakeFirstOrThrow()
    ).oldest,
  );
});
