/**
 * Proposals older than their common table: the migrations move open and ended ones, with their sealed texts readable;
 * and the previous release continues on views of the older tables. // docs/decisions/232
 */
import { columnOf } from "#server/postgres/column-names.ts";
import { copyFile, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, inject, it } from "vitest";
import { openDatabase, transact, type Database } from "#server/database.server.ts";
import { rotateKeyring } from "#server/keys/keyring.ts";
import { openKeys } from "#server/keys/keys.server.ts";
import { resealRows } from "#server/keys/resealing.ts";
import { migrate } from "#server/postgres/migrate.ts";
import { listProposals } from "#server/four-eyes/proposal-store.ts";
import { readableKinds, viewProposals, type ProposalView } from "#server/four-eyes/proposal-view.ts";
import { decideProposal } from "#server/four-eyes/proposals.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import type { Services } from "#server/services.ts";
import { testApp } from "./support/app.ts";
import { inDatabase, run } from "./support/database-server.ts";
import { whenOver } from "./support/when-over.ts";

const app = await testApp();
const { keys, random, clock } = app.services;
const source = join(import.meta.dirname, "../migrations");
const files = (await readdir(source)).filter((name) => name.endsWith(".sql")).toSorted();
const now = clock.now();
const [maker, checker] = [random.uuid(), random.uuid()];
const admin: StaffSession = {
  id: "s",
  staffId: random.uuid(),
  name: "Ratna",
  roles: ["admin"],
  deviceToken: null,
  createdAt: now,
};
let made = 0;

/** A database at the state before the migration, filled, then migrated to its end. */
async function carriedOver(
  migration: string,
  fill: (database: Database) => Promise<unknown>,
): Promise<{ services: Services; database: Database }> {
  const name = `carried_${process.pid}_${++made}`;
  const maintenance = inDatabase(inject("templateConnection"), "postgres");
  await run(maintenance, `create database ${name}`);
  const connection = inDatabase(maintenance, name);
  const older = await mkdtemp(join(tmpdir(), "tunai-older-"));
  await mkdir(older, { recursive: true });
  for (const file of files.slice(0, files.indexOf(migration))) await copyFile(join(source, file), join(older, file));
  await migrate({ connection, folder: older });
  const database = openDatabase({ connection, log: () => {} });
  whenOver(async () => {
    await database.destroy();
    await run(maintenance, `drop database ${name}`);
    await rm(older, { recursive: true, force: true });
  });
  await fill(database);
  await migrate({ connection, folder: source });
  return { database, services: { ...app.services, database } };
}

/** Everything that was moved, as an administrator sees it: by its id. */
async function seen(services: Services, group: string): Promise<Map<string, ProposalView>> {
  const kinds = readableKinds(services, admin, group).map(({ kind }) => kind);
  const page = { kinds, after: undefined, most: 100 };
  const rows = [
    ...(await listProposals(services.database, { ...page, isOpen: true })),
    ...(await listProposals(services.database, { ...page, isOpen: false })),
  ];
  const views = await viewProposals(services, services.database, rows, admin);
  return new Map(views.map((view) => [view.proposal.id, view]));
}

/** One row for each state of the older table, the first one open. */
async function rowsOf<Row extends object>(
  states: readonly string[],
  row: (id: string, state: string, index: number) => Row,
): Promise<{ ids: string[]; rows: Row[] }> {
  const ids = states.map(() => random.uuid());
  return { ids, rows: states.map((state, index) => row(ids[index]!, state, index)) };
}

const columnsOf = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([field, value]) => [columnOf(field), value as unknown]));
const insert = async (database: Database, table: string, rows: readonly object[]): Promise<void> => {
  for (const row of rows)
    await sql`insert into ${sql.table(table)} select * from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(columnsOf(row))}::jsonb)`.execute(
      database,
    );
};

it("money by hand comes over with its words, its receiver and its parts", async () => {
  const payee = { bankCode: "014", accountNumber: "4440001111", accountName: "SITI" };
  const { ids, rows } = await rowsOf(["PROPOSED", "CONFIRMED", "REFUSED", "PROPOSED"], (id, state, index) => ({
    id,
    deed: index === 3 ? "LENDER_DEPOSIT" : "RETURN_UNMATCHED",
    subjectId: `pay_${index}`,
    amountRupiah: 20_000_000,
    facts: { reference: `ref-${index}`, rail: "QRIS" },
    payeeSealed:
      index === 3
        ? null
        : keys.seal(JSON.stringify(payee), { table: "money_proposal", column: "payeeSealed", row: id }),
    // One from before reasons were sealed.
    reason: index === 3 ? "In clear." : null,
    reasonSealed:
      index === 3 ? null : keys.seal("Sealed.", { table: "money_proposal", column: "reasonSealed", row: id }),
    reasonKey: index === 3 ? null : "INSTALLATION",
    countsWith: "account:x",
    state,
    makerId: maker,
    makerDevice: "d",
    madeAt: now,
    checkerId: state === "PROPOSED" ? null : checker,
    checkedAt: state === "PROPOSED" ? null : now,
  }));
  const { services, database } = await carriedOver("20261123-0101-treasury-proposal.sql", (older) =>
    insert(older, "money_proposal", rows),
  );
  const views = await seen(services, "money");
  expect(ids.map((id) => [views.get(id)?.proposal.kind, views.get(id)?.proposal.state, views.get(id)?.reason])).toEqual(
    [
      ["money.return_unmatched", "OPEN", "Sealed."],
      ["money.return_unmatched", "CONFIRMED", "Sealed."],
      ["money.return_unmatched", "REFUSED", "Sealed."],
      ["money.lender_deposit", "OPEN", "In clear."],
    ],
  );
  expect(views.get(ids[0]!)).toMatchObject({
    proposal: { secret: payee, subjectId: "pay_0", makerId: maker, makerDevice: "d", madeAt: now },
    togetherRupiah: 20_000_000,
  });
  expect(views.get(ids[3]!)?.togetherRupiah).toBe(60_000_000);
  expect(views.get(ids[1]!)?.proposal).toMatchObject({ checkerId: checker, endedAt: now, payload: { rail: "QRIS" } });

  // A key rotation seals them again for their new place.
  rotateKeyring(app.services.config.secretsDir);
  const newer = { ...services, keys: openKeys({ folder: app.services.config.secretsDir, random }) };
  expect(await resealRows(database, newer.keys, ["k1"])).toBe(6);
  expect((await seen(newer, "money")).get(ids[0]!)).toMatchObject({ reason: "Sealed.", proposal: { secret: payee } });

  // The previous release sees and ends them as before, and proposes beside this one.
  const before = await sql<{
    id: string;
    state: string;
    deed: string;
    reason: string | null;
  }>`select * from money_proposal order by id`.execute(database);
  expect(before.rows.map(({ id, state, deed }) => [id, state, deed])).toEqual(
    rows.map(({ id, state, deed }) => [id, state, deed]).toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
  );
  await sql`select id from money_proposal where id = ${ids[0]} for update`.execute(database);
  await sql`update money_proposal set state = 'REFUSED', checker_id = ${checker}, checked_at = ${now} where id = ${ids[0]} and state = 'PROPOSED'`.execute(
    database,
  );
  expect((await seen(services, "money")).get(ids[0]!)?.proposal).toMatchObject({
    state: "REFUSED",
    checkerId: checker,
  });
  const [next, twice] = [random.uuid(), random.uuid()];
  for (const id of [next, twice])
    await sql`insert into money_proposal (id, deed, subject_id, amount_rupiah, facts, counts_with, reason, state, maker_id, made_at)
      values (${id}, 'LENDER_DEPOSIT', 'stmt', 1, '{}', 'lender:x', 'Because.', 'PROPOSED', ${maker}, ${now}) on conflict do nothing returning id`.execute(
      database,
    );
  const after = await seen(services, "money");
  expect([after.get(next)?.reason, after.has(twice)]).toEqual(["Because.", false]);
  await transact(database, (trx) => decideProposal(services, trx, admin, { proposalId: next, approve: false }));
  expect((await seen(services, "money")).get(next)?.proposal.state).toBe("REFUSED");
});

it("settlements of failed payouts come over with the amount of their transfer", async () => {
  const [borrowerId, bankAccountId] = [random.uuid(), random.uuid()];
  const { ids, rows } = await rowsOf(["PROPOSED", "CONFIRMED", "REFUSED"], (id, state, index) => ({
    borrowerId,
    id,
    transferId: random.uuid(),
    deed: (["OTHER_ACCOUNT", "SAME_ACCOUNT", "CANCEL"] as const)[index],
    bankAccountId: index === 0 ? bankAccountId : null,
    reason: index === 1 ? "In clear." : null,
    reasonSealed:
      index === 1 ? null : keys.seal("Sealed.", { table: "disbursement_settlement", column: "reasonSealed", row: id }),
    reasonKey: index === 1 ? null : "INSTALLATION",
    state,
    makerId: maker,
    madeAt: now,
    checkerId: state === "PROPOSED" ? null : checker,
    checkedAt: state === "PROPOSED" ? null : now,
  }));
  const { services, database } = await carriedOver("20261123-0102-disbursement-proposal.sql", async (older) => {
    await insert(older, "bank_transfer", [
      {
        borrowerId,
        id: rows[0]!.transferId,
        purpose: "LOAN",
        subjectId: random.uuid(),
        bankAccountId,
        amountRupiah: 1_500_000,
        remark: "x",
        state: "FAILED",
        attempts: 1,
        needsStaff: true,
        orderedAt: now,
        endedAt: now,
      },
    ]);
    await insert(older, "disbursement_settlement", rows);
  });
  const views = await seen(services, "payout");
  expect(ids.map((id) => [views.get(id)?.proposal.state, views.get(id)?.reason])).toEqual([
    ["OPEN", "Sealed."],
    ["CONFIRMED", "In clear."],
    ["REFUSED", "Sealed."],
  ]);
  expect(views.get(ids[0]!)?.proposal).toMatchObject({
    payload: { deed: "OTHER_ACCOUNT", bankAccountId },
    subjectId: rows[0]!.transferId,
    borrowerId,
    amountRupiah: 1_500_000,
  });
  expect(views.get(ids[1]!)?.proposal).toMatchObject({ amountRupiah: null, checkerId: checker });

  const ofTransfer =
    await sql`select id, deed, state from disbursement_settlement where transfer_id = ${rows[0]!.transferId} for update`.execute(
      database,
    );
  expect(ofTransfer.rows).toEqual([{ id: ids[0], deed: "OTHER_ACCOUNT", state: "PROPOSED" }]);
  await sql`update disbursement_settlement set state = 'REFUSED', checker_id = ${checker}, checked_at = ${now} where id = ${ids[0]} and state = 'PROPOSED'`.execute(
    database,
  );
  const add = async (transferId: string) => {
    const added =
      await sql`insert into disbursement_settlement (borrower_id, id, transfer_id, deed, reason, state, maker_id, made_at)
      values (${borrowerId}, ${random.uuid()}, ${transferId}, 'CANCEL', 'Because.', 'PROPOSED', ${maker}, ${now}) on conflict do nothing returning id`.execute(
        database,
      );
    return added.rows.length;
  };
  // A confirmed one is settled; the same may be proposed again after a refusal.
  expect([await add(rows[1]!.transferId), await add(rows[0]!.transferId), await add(rows[0]!.transferId)]).toEqual([
    0, 1, 0,
  ]);
});

it("configuration values come over with their version and both notes", async () => {
  const { ids, rows } = await rowsOf(["OPEN", "PUBLISHED", "REJECTED", "TAKEN_BACK"], (id, state, index) => ({
    id,
    name: `sample.${index}`,
    state,
    baseVersion: index,
    value: `value ${index}`,
    isPublic: index === 0,
    note: index === 0 ? "" : "Because of the season.",
    makerId: maker,
    makerDevice: "d",
    proposedAt: now,
    checkerId: state === "OPEN" ? null : state === "TAKEN_BACK" ? maker : checker,
    checkedAt: state === "OPEN" ? null : now,
    reason: state === "REJECTED" ? "Not yet." : "",
    version: state === "PUBLISHED" ? 2 : null,
  }));
  const { services, database } = await carriedOver("20261123-0103-configuration-proposal.sql", (older) =>
    insert(older, "config_proposal", rows),
  );
  const views = await seen(services, "configuration");
  expect(
    ids.map((id) => {
      const { proposal, reason, checkReason } = views.get(id)!;
      return [proposal.state, proposal.result, reason, checkReason, proposal.checkerId];
    }),
  ).toEqual([
    ["OPEN", null, null, null, null],
    ["CONFIRMED", { version: 2 }, "Because of the season.", null, checker],
    ["REFUSED", null, "Because of the season.", "Not yet.", checker],
    ["TAKEN_BACK", null, "Because of the season.", null, null],
  ]);
  expect(views.get(ids[0]!)?.proposal).toMatchObject({
    subjectId: "sample.0",
    payload: { name: "sample.0", baseVersion: 0, value: "value 0", isPublic: true },
    makerDevice: "d",
  });
  const before = await sql<Record<string, unknown>>`select * from config_proposal order by name for update`.execute(
    database,
  );
  expect(before.rows.map((row) => ({ ...row }))).toMatchObject(
    rows.map(({ proposedAt: _at, checkedAt: _checked, ...row }) => row),
  );
  await sql`update config_proposal set state = 'PUBLISHED', checker_id = ${checker}, checked_at = ${now}, reason = 'Fine.', version = 1 where id = ${ids[0]}`.execute(
    database,
  );
  const ended = (await seen(services, "configuration")).get(ids[0]!);
  expect([ended?.proposal.state, ended?.proposal.result, ended?.checkReason]).toEqual([
    "CONFIRMED",
    { version: 1 },
    "Fine.",
  ]);
});

it("contents come over with their drafts", async () => {
  const text = { title: "T", summary: "", markdown: "M" };
  const head = { section: "", topic: "", order: "", published: "", until: "", picture: "" };
  const draft = { texts: { id: text, en: text, zh: text }, head };
  const { ids, rows } = await rowsOf(["OPEN", "PUBLISHED", "REJECTED", "TAKEN_BACK"], (id, state, index) => ({
    id,
    collection: "faq",
    key: `answer-${index}`,
    kind: index === 2 ? "WITHDRAW" : "PUBLISH",
    state,
    baseVersion: index,
    draft,
    note: "Because.",
    makerId: maker,
    makerDevice: null,
    proposedAt: now,
    checkerId: state === "OPEN" ? null : state === "TAKEN_BACK" ? maker : checker,
    checkedAt: state === "OPEN" ? null : now,
    reason: state === "REJECTED" ? "Not yet." : "",
    version: state === "PUBLISHED" ? 2 : null,
  }));
  const { services, database } = await carriedOver("20261123-0104-content-proposal.sql", (older) =>
    insert(older, "content_proposal", rows),
  );
  const views = await seen(services, "content");
  expect(
    ids.map((id) => {
      const { proposal, reason, checkReason } = views.get(id)!;
      return [proposal.state, proposal.result, proposal.subjectId, reason, checkReason, proposal.checkerId];
    }),
  ).toEqual([
    ["OPEN", null, "faq/answer-0", "Because.", null, null],
    ["CONFIRMED", { version: 2 }, "faq/answer-1", "Because.", null, checker],
    ["REFUSED", null, "faq/answer-2", "Because.", "Not yet.", checker],
    ["TAKEN_BACK", null, "faq/answer-3", "Because.", null, null],
  ]);
  expect(views.get(ids[2]!)?.proposal.payload).toEqual({
    collection: "faq",
    key: "answer-2",
    kind: "WITHDRAW",
    baseVersion: 2,
    draft,
  });
  const before = await sql<Record<string, unknown>>`select * from content_proposal order by key for update`.execute(
    database,
  );
  expect(before.rows).toMatchObject(rows.map(({ proposedAt: _at, checkedAt: _checked, ...row }) => row));
  await sql`update content_proposal set state = 'TAKEN_BACK', checker_id = ${maker}, checked_at = ${now} where id = ${ids[0]}`.execute(
    database,
  );
  expect((await seen(services, "content")).get(ids[0]!)?.proposal).toMatchObject({
    state: "TAKEN_BACK",
    checkerId: null,
  });
});

it("unmatched money for a loan comes over with the amount of its receipt", async () => {
  const [borrowerId, loanId] = [random.uuid(), random.uuid()];
  const { ids, rows } = await rowsOf(["PROPOSED", "CONFIRMED", "REFUSED"], (id, state, index) => ({
    id,
    receiptId: `pay_${index}`,
    borrowerId,
    loanId,
    reason: index === 1 ? "In clear." : null,
    reasonSealed:
      index === 1 ? null : keys.seal("Sealed.", { table: "payment_assignment", column: "reasonSealed", row: id }),
    reasonKey: index === 1 ? null : "INSTALLATION",
    state,
    makerId: maker,
    madeAt: now,
    checkerId: state === "PROPOSED" ? null : checker,
    checkedAt: state === "PROPOSED" ? null : now,
  }));
  const receipt = (index: number) => ({
    provider: "p",
    paymentId: `p-${index}`,
    id: `pay_${index}`,
    rail: "QRIS",
    reference: "r",
    amountRupiah: 70_000,
    paidAt: now,
    receivedAt: now,
    state: "UNMATCHED",
    unmatchedCause: "UNKNOWN_REFERENCE",
  });
  const { services, database } = await carriedOver("20261123-0105-repayment-proposal.sql", async (older) => {
    await insert(older, "payment_receipt", [receipt(0), receipt(3)]);
    await insert(older, "payment_assignment", rows);
  });
  const views = await seen(services, "payment");
  expect(ids.map((id) => [views.get(id)?.proposal.state, views.get(id)?.reason])).toEqual([
    ["OPEN", "Sealed."],
    ["CONFIRMED", "In clear."],
    ["REFUSED", "Sealed."],
  ]);
  expect(views.get(ids[0]!)?.proposal).toMatchObject({
    subjectId: "pay_0",
    borrowerId,
    amountRupiah: 70_000,
    payload: { loanId },
  });
  const before = await sql<
    Record<string, unknown>
  >`select id, receipt_id, loan_id, state from payment_assignment order by receipt_id for update`.execute(database);
  expect(before.rows).toEqual(rows.map(({ id, receiptId, loanId, state }) => ({ id, receiptId, loanId, state })));
  await sql`update payment_assignment set state = 'REFUSED', checker_id = ${checker}, checked_at = ${now} where id = ${ids[0]} and state = 'PROPOSED'`.execute(
    database,
  );
  const next = random.uuid();
  await sql`insert into payment_assignment (id, receipt_id, borrower_id, loan_id, reason, state, maker_id, made_at)
    values (${next}, 'pay_3', ${borrowerId}, ${loanId}, 'Because.', 'PROPOSED', ${maker}, ${now}) on conflict do nothing returning id`.execute(
    database,
  );
  const after = await seen(services, "payment");
  expect(after.get(ids[0]!)?.proposal.state).toBe("REFUSED");
  expect(after.get(next)).toMatchObject({ reason: "Because.", togetherRupiah: 70_000, proposal: { state: "OPEN" } });
});
