/**
 * "Not me" against outgoing money: a withdrawal is ordered before the account freezes or never, and waiting ones are
 * sent only after the release. // Spec account 2, rewards 3
 */
import { expect, it } from "vitest";
import { releaseBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf, balanceOf } from "#server/ledger/index.ts";
import { testApp } from "#tests/support/app.ts";
import { contesting } from "#tests/support/contesting.ts";
import { rewarded, type Rewarded } from "#tests/support/wallet.ts";
import { transfersFor } from "../../../credit/disbursement/server/store.ts";
import { orderWithdrawal } from "./withdrawals.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
await app.settle();
const { noticed } = contesting(app);

const key = () => ({ "Idempotency-Key": services.random.uuid() });
const withdraw = ({ client, bankAccountId }: Rewarded) =>
  client.post("/api/wallet/withdraw", { amountRupiah: 50_000, bankAccountId }, key());
const withdrawals = ({ borrowerId }: Rewarded) =>
  database
    .selectFrom("wallet_withdrawal")
    .select(["id", "state", "requestedAt"])
    .where("borrowerId", "=", borrowerId)
    .execute();
const money = async ({ borrowerId }: Rewarded) => [
  await balanceOf(database, account("WALLET", borrowerId)),
  await availableOf(database, account("WALLET", borrowerId)),
];
const statusOf = async ({ borrowerId }: Rewarded) =>
  (
    await database
      .selectFrom("borrower")
      .select("status")
      .where("borrowerId", "=", borrowerId)
      .executeTakeFirstOrThrow()
  ).status;

it("of forty withdrawals and an objection at once one withdrawal stands or none, and it leaves after the release alone", async () => {
  for (let round = 0; round < 2; round++) {
    const one = await rewarded(app, 90_000);
    const { reader } = await noticed(one.borrowerId);
    const objection = round % 2 === 0 ? 0 : 39;
    const sent = await Promise.all(
      Array.from({ length: 41 }, (_, index) =>
        index === objection ? reader.post("/api/security/contest", {}) : withdraw(one),
      ),
    );
    // A busy database may refuse a request; none ends with an internal error.
    expect(sent.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
    expect(await statusOf(one)).toBe("BLOCKED");
    const ordered = sent.filter(({ status, body }) => status === 200 && body.withdrawalId);
    const rows = await withdrawals(one);
    expect([rows.length, ordered.length]).toEqual([ordered.length, Math.min(ordered.length, 1)]);
    // However long it takes: nothing is sent while the account is frozen.
    await app.pass(180, 30);
    const held = rows.length === 1 ? 50_000 : 0;
    // Transfers sent before the freeze stay sent; all others wait.
    for (const { id } of rows) {
      const [transfer] = await transfersFor(database, one.borrowerId, "WALLET", id);
      const isPaid = transfer!.state === "SETTLED";
      expect(["QUEUED", "SETTLED"]).toContain(transfer!.state);
      expect(await money(one)).toEqual([isPaid ? 40_000 : 90_000, 40_000]);
    }
    if (rows.length === 0) expect(await money(one)).toEqual([90_000, 90_000]);
    await transact(database, (trx) => releaseBorrower(services, trx, one.borrowerId));
    await app.pass(300, 30);
    expect(await money(one)).toEqual([90_000 - held, 90_000 - held]);
    expect((await withdrawals(one)).map(({ state }) => state)).toEqual(rows.map(() => "SUCCEEDED"));
  }
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
}, 180_000);

it("a withdrawal that waits for its turn while the account freezes is not ordered any more", async () => {
  const one = await rewarded(app, 90_000);
  const { reader } = await noticed(one.borrowerId);
  let isLetGo = (): void => {};
  const held = new Promise<void>((done) => (isLetGo = done));
  let isHolding = (): void => {};
  const holding = new Promise<void>((done) => (isHolding = done));
  // The account is being frozen: its row is written but not committed.
  const freezing = transact(database, async (trx) => {
    await trx
      .updateTable("borrower")
      .set({ status: "BLOCKED", statusCause: "CONTESTED" })
      .where("borrowerId", "=", one.borrowerId)
      .execute();
    isHolding();
    await held;
  });
  await holding;
  const { borrowerId, bankAccountId } = one;
  const ordering = transact(database, (trx) =>
    orderWithdrawal(services, trx, { borrowerId, bankAccountId, amountRupiah: 50_000, language: "id" }),
  ).then(
    () => "ordered",
    (error: { code?: string }) => error.code,
  );
  // It continues as far as possible until the freeze is committed.
  await Promise.race([ordering, new Promise((done) => setTimeout(done, 400))]);
  isLetGo();
  await freezing;
  expect(await ordering).toBe("NOT_LOGGED_IN");
  expect(await withdrawals(one)).toEqual([]);
  expect(await money(one)).toEqual([90_000, 90_000]);
  expect((await reader.post("/api/security/contest", {})).status).toBeLessThan(500);
}, 60_000);

it("forty transfers that begin while the account freezes have left before, or wait", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => rewarded(app, 60_000)));
  const links = await Promise.all(people.map(({ borrowerId }) => noticed(borrowerId)));
  for (const one of people) expect((await withdraw(one)).status).toBe(200);
  await Promise.all([
    ...Array.from({ length: 6 }, () => services.jobs.drain()),
    ...links.map(({ reader }) => reader.post("/api/security/contest", {})),
  ]);
  await app.pass(180, 30);
  for (const one of people) {
    expect(await statusOf(one)).toBe("BLOCKED");
    const [row] = await withdrawals(one);
    const [transfer] = await transfersFor(database, one.borrowerId, "WALLET", row!.id);
    const isPaid = row!.state === "SUCCEEDED";
    expect([row!.state, transfer!.state]).toEqual(isPaid ? ["SUCCEEDED", "SETTLED"] : ["PENDING", "QUEUED"]);
    expect(await money(one)).toEqual(isPaid ? [10_000, 10_000] : [60_000, 10_000]);
  }
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
}, 180_000);
