/**
 * The books as finance reads them: the trial balance equals the audit's sums, accounts are paged, bank statements are
 * compared with them.
 */
import { sql } from "kysely";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import {
  account,
  auditAll,
  balanceOf,
  chart,
  foldLedgerDays,
  post,
  postingsOf,
  sealAll,
  type Transfer,
  writtenOffOn,
} from "#server/ledger/index.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { sumRupiah } from "#shared/money.ts";
import { plansOf } from "#tests/support/plans.ts";
import { repaying } from "#tests/support/repaying.ts";
import { testApp } from "#tests/support/app.ts";
import type { JournalPosting, TrialBalance } from "../contract.ts";
import { listLines, unmatchedOurs, unmatchedTheirs } from "./store.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;
const { running, pay } = repaying(app);
const finance = () => app.staff("0190c000-0000-7000-8000-000000000001", ["finance"]);
const key = () => ({ "Idempotency-Key": random.uuid() });
const base = "/api/staff/accounting";
const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) => [
  status,
  body.status?.code,
];
const at = async (day: string, hour = 1) => {
  clock.moveTo(instantOf(day, "WIB", { hour }));
  await app.settle();
};
const trial = async (query = ""): Promise<TrialBalance> => {
  const { status, body, text } = await (await finance()).get(`${base}/trial-balance${query}`);
  expect(status, text).toBe(200);
  return body;
};
await app.settle();

/** The auditor's sums of each kind of account. */
async function auditedSums(asset: string) {
  await sealAll(database, clock.now());
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
  const { rows } = await sql<{ account: string; debits: number; credits: number }>`
    select a.kind as account, sum(k.debits)::bigint as debits, sum(k.credits)::bigint as credits
    from ledger_checkpoint k join ledger_account a on a.id = k.account_id where a.asset = ${asset}
    group by a.kind having sum(k.debits) + sum(k.credits) > 0 order by a.kind`.execute(database);
  return rows;
}

it("The trial balance equals the audit's sums, for the open day and for days that are closed.", async () => {
  const loan = await running();
  await running();
  await at("2026-12-21", 9);
  await pay(loan, await app.loggedIn(loan.borrowerId), "FIRST", "accounting-1");
  const isWhole = async (balance: TrialBalance) => {
    const audited = await auditedSums("RUPIAH");
    expect(
      balance.items
        .map(({ account: name, closingRupiah, normal }) => [name, normal === "DEBIT" ? closingRupiah : -closingRupiah])
        .filter(([, net]) => net !== 0)
        .toSorted(),
    ).toEqual(
      audited
        .map(({ account: name, debits, credits }) => [name, debits - credits])
        .filter(([, net]) => net !== 0)
        .toSorted(),
    );
    expect(balance.debitRupiah).toBe(balance.creditRupiah);
    const escrow = balance.items.find(({ account: name }) => name === "ESCROW")!;
    expect(escrow.closingRupiah).toBe(await balanceOf(database, account("ESCROW")));
  };
  const open = await trial();
  expect(open).toMatchObject({ from: "2026-12-21", to: "2026-12-21", isClosed: false });
  await isWhole(open);
  // Past hours are aggregated by then; the figures of the open day do not change, and a later payment is added.
  await at("2026-12-21", 13);
  const hours = await database.selectFrom("ledger_hour").select("beganAt").distinct().execute();
  expect(hours.map(({ beganAt }) => beganAt)).toContainEqual(instantOf("2026-12-21", "WIB", { hour: 9 }));
  expect(await trial()).toEqual(open);
  await pay(loan, await app.loggedIn(loan.borrowerId), "ALL", "accounting-later");
  const later = await trial();
  expect(later.debitRupiah).toBeGreaterThan(open.debitRupiah);
  await isWhole(later);
  await at("2027-01-01");
  const stored = await database.selectFrom("ledger_hour").select("beganAt").execute();
  expect(stored.filter(({ beganAt }) => beganAt < instantOf("2026-12-29", "WIB"))).toEqual([]);
  const [month, day, before] = [
    await trial("?month=2026-12"),
    await trial("?day=2026-12-21"),
    await trial("?month=2026-11"),
  ];
  expect(month).toMatchObject({ from: "2026-12-01", to: "2026-12-31", isClosed: true });
  // Today's balances begin with those of the past month, and balance.
  const now = await trial();
  const openings = Object.fromEntries(now.items.map((row) => [row.account, row.openingRupiah]));
  for (const row of month.items) expect(openings[row.account] ?? 0, row.account).toBe(row.closingRupiah);
  await isWhole(now);
  // A closed day shows the same figures as while it was open.
  expect({ ...day, isClosed: false }).toEqual(later);
  // Months are continuous: the closing balance of one is the opening balance of the next.
  const closings = Object.fromEntries(before.items.map((row) => [row.account, row.closingRupiah]));
  for (const row of month.items) expect(row.openingRupiah, row.account).toBe(closings[row.account] ?? 0);
  // Its days add up to the month.
  const moved = { debit: 0, credit: 0 };
  for (let on = "2026-12-01"; on <= "2026-12-31"; on = addDays(on, 1)) {
    const one = await trial(`?day=${on}`);
    moved.debit += one.debitRupiah;
    moved.credit += one.creditRupiah;
  }
  expect(moved).toEqual({ debit: month.debitRupiah, credit: month.creditRupiah });
  const csv = await (await finance()).get(`${base}/trial-balance/csv?month=2026-12`);
  const { data, errors } = Papa.parse<string[]>(csv.text, { skipEmptyLines: true });
  expect(errors).toEqual([]);
  expect(data.slice(1).map((row) => [row[2], Number(row[7])])).toEqual(
    month.items.map((row) => [row.account, row.closingRupiah]),
  );
  expect((await trial("?asset=POINTS")).debitRupiah).toBe((await trial("?asset=POINTS")).creditRupiah);
  expect(codeOf(await (await finance()).get(`${base}/trial-balance?month=2026`))[1]).toBe("INPUT_INVALID");
});

it("An account is read page by page, by days, and as a file.", async () => {
  const list = async (query: string) => (await (await finance()).get(`${base}/postings?${query}`)).body;
  const all = await list("account=ESCROW&limit=100");
  expect(all).toMatchObject({ normal: "DEBIT", balanceRupiah: await balanceOf(database, account("ESCROW")) });
  const net = ({ debitRupiah, creditRupiah }: JournalPosting) => (debitRupiah ?? 0) - (creditRupiah ?? 0);
  expect(sumRupiah(all.items.map(net))).toBe(all.balanceRupiah);
  const paged: JournalPosting[] = [];
  for (let cursor = ""; ;) {
    const { items, nextCursor } = await list(`account=ESCROW&limit=1${cursor}`);
    paged.push(...items);
    if (nextCursor === null) break;
    cursor = `&cursor=${nextCursor}`;
  }
  expect(paged).toEqual(all.items);
  const day = await list("account=ESCROW&from=2026-12-21&to=2026-12-21");
  expect(day.items).toHaveLength(2);
  expect(day.items[0]).toMatchObject({ kind: "REPAYMENT", valueDate: "2026-12-21", creditRupiah: null });
  expect((await list("account=ESCROW&from=2026-12-22")).items).toEqual([]);
  expect(codeOf(await (await finance()).get(`${base}/postings?account=NOTHING`))).toEqual([404, "ACCOUNT_UNKNOWN"]);
  expect(codeOf(await (await finance()).get(`${base}/postings?account=escrow`))[1]).toBe("INPUT_INVALID");
  const file = await (
    await finance()
  ).post(`${base}/postings/csv`, { account: "ESCROW", reason: "Untuk pemeriksaan bulanan" });
  const strange = { account: "NOTHING", reason: "Untuk pemeriksaan bulanan" };
  const refused = await (
    await finance()
  ).post(`${base}/postings/csv`, strange, { Referer: "/staff/accounting/account?account=NOTHING" });
  expect(codeOf(refused)).toEqual([404, "ACCOUNT_UNKNOWN"]);
  const { data } = Papa.parse<string[]>(file.text, { skipEmptyLines: true });
  expect(data).toHaveLength(all.items.length + 1);
});

/** Transfers on escrow as a bank would see them. */
const deposits = (from: number, count: number, day: string): Transfer[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `lender_deposit_BANK-${from + index}`,
    kind: "LENDER_DEPOSIT",
    debit: account("ESCROW"),
    credit: account("LENDER_AVAILABLE", "INSTITUTION_1"),
    amount: 1_000_000 + (from + index) * 7,
    reference: `lender_deposit_BANK-${from + index}`,
    valueDate: day,
  }));
const book = (transfers: readonly Transfer[]) => transact(database, (trx) => post(trx, clock.now(), transfers));
const line = (day: string, reference: string, amount: number) => `${day},${reference},${amount}`;
const upload = async (rows: readonly string[], more: { format?: string; account?: string; head?: string } = {}) => {
  const { format = "STANDARD_CSV", account: bank = "ESCROW", head = "date,reference,amount" } = more;
  const form = new FormData();
  form.set("account", bank);
  form.set("format", format);
  form.set("file", new File([[head, ...rows].join("\r\n")], "statement.csv", { type: "text/csv" }));
  return (await finance()).send("POST", `${base}/statements`, form, { Referer: "/staff/accounting/reconciliation" });
};
const linesIn = async (state: string) =>
  (await (await finance()).get(`${base}/lines?limit=100&state=${state}`)).body.items;

it("A thousand lines are matched, ours only or theirs only; the same file twice counts once.", async () => {
  await at("2027-01-05", 9);
  await book(deposits(0, 960, "2027-01-05"));
  // Identified by none of our ids, but unique by its amount.
  await book([{ ...deposits(2_000, 1, "2027-01-05")[0]!, id: "by_hand", reference: "by_hand", amount: 77_777 }]);
  const matching = deposits(0, 950, "2027-01-05").map(({ id, amount }) =>
    line("2027-01-05", id.replace("lender_deposit_", ""), amount),
  );
  const foreign = Array.from({ length: 49 }, (_, index) => line("2027-01-05", `FEE-${index}`, -6_500));
  const file = [...matching, ...foreign, line("2027-01-06", "CASH AT COUNTER", 77_777)];
  expect(file).toHaveLength(1_000);
  await at("2027-01-06", 9);
  const [first, second] = await Promise.all([upload(file), upload(file)]);
  expect([first.status, second.status], first.text + second.text).toEqual([200, 200]);
  const outcomes = [first.body, second.body].toSorted((a, b) => a.known - b.known);
  expect(outcomes).toMatchObject([
    { lines: 1_000, known: 0, matched: 951, theirsOnly: 49, oursOnly: 10 },
    { lines: 1_000, known: 1_000, matched: 0, theirsOnly: 0, oursOnly: 0 },
  ]);
  const open = await linesIn("OPEN");
  const sides = open.map(({ side }: { side: string }) => side);
  expect([
    sides.filter((side: string) => side === "THEIRS").length,
    sides.filter((side: string) => side === "OURS").length,
  ]).toEqual([49, 10]);
  const { rows } = await sql<{ count: number; transfers: number }>`
    select count(*)::int as count, count(distinct transfer_id)::int as transfers from accounting_line
    where state = 'MATCHED' and side = 'THEIRS'`.execute(database);
  expect(rows).toEqual([{ count: 951, transfers: 951 }]);
  // Equal lines of a file are separate movements.
  const { statements } = (await (await finance()).get(`${base}/lines`)).body;
  expect(statements).toHaveLength(2);

  // A transfer that only we had arrives with the next day's file: the work item is done.
  await at("2027-01-07", 9);
  const late = deposits(950, 10, "2027-01-05").map(({ amount }, index) =>
    line("2027-01-06", `bank-${950 + index}`, amount),
  );
  expect((await upload(late)).body).toMatchObject({ lines: 10, matched: 10, theirsOnly: 0, oursOnly: 0 });
  expect((await linesIn("OPEN")).filter(({ side }: { side: string }) => side === "OURS")).toEqual([]);
});

it("A line that is matched keeps its transfer; a later one of its amount is only ours until the bank tells of it.", async () => {
  const transferOf = async (reference: string) =>
    (
      await database
        .selectFrom("accounting_line")
        .select("transferId")
        .where("side", "=", "THEIRS")
        .where("reference", "=", reference)
        .executeTakeFirst()
    )?.transferId;
  expect(await transferOf("CASH AT COUNTER")).toBe("by_hand");
  await book([{ ...deposits(2_001, 1, "2027-01-07")[0]!, id: "by_hand_2", reference: "by_hand_2", amount: 77_777 }]);
  expect((await upload([line("2027-01-07", "FEE-LAST", -6_500)])).body).toMatchObject({ matched: 0, oursOnly: 1 });
  expect(await transferOf("CASH AT COUNTER")).toBe("by_hand");
});

it("A payment and a payout are known by the bank's own reference.", async () => {
  await at("2027-01-10", 9);
  const loan = await running();
  const payout = await database
    .selectFrom("bank_transfer")
    .selectAll()
    .where("subjectId", "=", loan.loanId)
    .executeTakeFirstOrThrow();
  await pay(loan, await app.loggedIn(loan.borrowerId), "FIRST", "accounting-2");
  const { amountRupiah: paid } = await database
    .selectFrom("payment_receipt")
    .select("amountRupiah")
    .where("paymentId", "=", "accounting-2")
    .executeTakeFirstOrThrow();
  const today = dateInWib(clock.now());
  const [year, month, day] = today.split("-");
  const made = await upload(
    [
      `${day}/${month}/${year};accounting-2;;${paid}`,
      `${day}/${month}/${year};${payout.providerReference ?? payout.id};${payout.amountRupiah},00;`,
    ],
    { format: "DEBIT_CREDIT_CSV", head: "Tanggal;Referensi;Debit;Kredit" },
  );
  expect(made.body, made.text).toMatchObject({ lines: 2, matched: 2, theirsOnly: 0 });
  const found = await database
    .selectFrom("accounting_line")
    .select("matchedBy")
    .where("bookedOn", "=", today)
    .where("side", "=", "THEIRS")
    .execute();
  expect(found).toEqual([{ matchedBy: "REFERENCE" }, { matchedBy: "REFERENCE" }]);
});

it("A line is taken, settled with a note, and opened again; a matched one is not.", async () => {
  const [open] = await linesIn("OPEN");
  const work = async (lineId: string, state: string, note = "Biaya bank, dicatat manual.") =>
    (await finance()).post(
      `${base}/lines/${lineId}`,
      { state, note },
      { ...key(), Referer: `/staff/accounting/reconciliation/${lineId}` },
    );
  expect((await work(open.lineId, "IN_WORK")).body).toEqual({ state: "IN_WORK" });
  const shown = (await (await finance()).get(`${base}/lines/${open.lineId}`)).body;
  expect(shown).toMatchObject({ state: "IN_WORK", note: "Biaya bank, dicatat manual.", staffId: expect.any(String) });
  const stored = await database
    .selectFrom("accounting_line")
    .select("noteSealed")
    .where("id", "=", open.lineId)
    .executeTakeFirstOrThrow();
  expect(stored.noteSealed).not.toContain("Biaya");
  expect((await work(open.lineId, "SETTLED")).status).toBe(200);
  expect((await linesIn("SETTLED")).map(({ lineId }: { lineId: string }) => lineId)).toEqual([open.lineId]);
  expect((await work(open.lineId, "OPEN")).status).toBe(200);
  expect(codeOf(await work(open.lineId, "SETTLED", "x"))[1]).toBe("INPUT_INVALID");
  const [matched] = await linesIn("MATCHED");
  expect(codeOf(await work(matched.lineId, "SETTLED"))).toEqual([409, "LINE_MATCHED"]);
  expect(codeOf(await work(random.uuid(), "SETTLED"))).toEqual([404, "LINE_UNKNOWN"]);
  expect(
    (
      await (
        await app.staff(random.uuid(), ["auditor"])
      ).post(`${base}/lines/${open.lineId}`, { state: "OPEN", note: "Catatan" }, key())
    ).status,
  ).toBe(403);
});

it("A file that is not right is refused with the lines that are wrong, and nothing of it is kept.", async () => {
  const count = async () =>
    (await sql<{ lines: number }>`select count(*)::int as lines from accounting_line`.execute(database)).rows[0]!.lines;
  const before = await count();
  const good = line("2027-01-05", "A-1", 5);
  const refused = async (rows: readonly string[], more: Parameters<typeof upload>[1] = {}) => {
    const { body } = await upload(rows, more);
    return [body.status?.code, body.status?.detail];
  };
  expect(await refused([])).toEqual(["FILE_EMPTY", expect.any(String)]);
  expect((await refused([good], { head: "tanggal,reference,amount" }))[1]).toContain("date, reference, amount");
  expect(await refused([good, "2027-01-05,A-2", good])).toEqual(["LINE_CELLS", expect.stringContaining("Baris 3:")]);
  expect(await refused([good, line("2027-13-05", "A-2", 5), line("2031-01-01", "A-3", 5)])).toEqual([
    "LINE_DATE",
    expect.stringContaining("Baris 3, 4:"),
  ]);
  expect(await refused([good, line("2027-01-05", "A-2", 0.5)])).toEqual([
    "LINE_AMOUNT",
    expect.stringContaining("Baris 3:"),
  ]);
  expect(await refused([good, line("2027-01-05", "", 5)])).toEqual([
    "LINE_REFERENCE",
    expect.stringContaining("Baris 3:"),
  ]);
  expect((await refused([good], { format: "MT940" }))[0]).toBe("FORMAT_UNKNOWN");
  expect((await refused(Array.from({ length: 20_001 }, (_, index) => line("2027-01-05", `L-${index}`, 1))))[0]).toBe(
    "FILE_LONG",
  );
  const form = new FormData();
  form.set("account", "ESCROW");
  form.set("format", "STANDARD_CSV");
  form.set("file", new File([new Uint8Array([0xff, 0xfe, 0x00])], "x.csv"));
  const binary = await (
    await finance()
  ).send("POST", `${base}/statements`, form, { Referer: "/staff/accounting/reconciliation" });
  expect(codeOf(binary)).toEqual([422, "FILE_NOT_TEXT"]);
  expect(await count()).toBe(before);
});

it("Every read goes by an index, however many transfers and lines there are.", async () => {
  await sql`
    insert into ledger_transfer (id, phase, asset, debit_account_id, credit_account_id, amount, kind, reference, value_date, posted_at)
    select 'many_' || n, 'PLAIN', 'RUPIAH', 'ESCROW', 'LENDER_AVAILABLE/INSTITUTION_1', 1, 'LENDER_DEPOSIT', 'many_' || n,
      '2027-01-20', '2027-01-11T00:00:00Z'::timestamptz + n * interval '60 seconds'
    from generate_series(1, 40000) n`.execute(database);
  await sql`
    insert into accounting_line (id, account, side, booked_on, amount, reference, statement_id, nth, state, matched_by, transfer_id, changed_at)
    select gen_random_uuid(), 'ESCROW', 'THEIRS', '2027-01-11'::date + n / 1000, n, 'M-' || n, gen_random_uuid(), 0, 'MATCHED', 'AMOUNT', 'many_' || n, now()
    from generate_series(1, 20000) n`.execute(database);
  await sql`analyze ledger_transfer`.execute(database);
  await sql`analyze accounting_line`.execute(database);
  clock.moveTo(instantOf("2027-02-10", "WIB", { hour: 1 }));
  while ((await foldLedgerDays(services)) > 0);
  const today = dateInWib(clock.now());
  const page = { account: "ESCROW", max: 50 };
  const plans = [
    await plansOf(database, "ledger_transfer", () => postingsOf(database, page, today)),
    await plansOf(database, "ledger_transfer", () =>
      postingsOf(database, { ...page, from: "2027-01-12", to: "2027-01-13" }, today),
    ),
    await plansOf(database, "ledger_transfer", () => postingsOf(database, { ...page, before: 500 }, today)),
    await plansOf(database, "ledger_transfer", () => trial("?day=2027-02-10")),
    await plansOf(database, "ledger_transfer", () =>
      writtenOffOn(database, { from: "2027-01-01", to: "2027-01-31" }, { cursor: undefined, max: 50 }),
    ),
    await plansOf(database, "ledger_transfer", () => unmatchedOurs(database, "ESCROW", "2027-01-05", "2027-01-05")),
    await plansOf(database, "accounting_line", () => unmatchedTheirs(database, "ESCROW", "2027-01-05", "2027-01-08")),
    await plansOf(database, "accounting_line", () => listLines(database, "OPEN", { after: undefined, max: 50 })),
    await plansOf(database, "accounting_line", () =>
      listLines(database, "MATCHED", { after: { on: "2027-01-12", id: random.uuid() }, max: 50 }),
    ),
  ];
  expect(plans.join("\n")).not.toMatch(/Seq Scan on (ledger_transfer|accounting_line)/);
  expect(plans.join("\n")).toContain("ledger_transfer_write_off");
  // The chart contains every account of the books.
  const unknown = await database.selectFrom("ledger_day").select("accountKind").distinct().execute();
  expect(unknown.filter(({ accountKind }) => !(accountKind in chart))).toEqual([]);
});
