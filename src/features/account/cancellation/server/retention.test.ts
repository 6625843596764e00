/**
 * Data of an erased borrower under a retention rule: listed by one person, opened after the approval of two, destroyed
 * at its end, and certified.
 */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { repaying } from "#tests/support/repaying.ts";
import { receivePayment } from "../../../credit/repayment/server/payments.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;
const { accountAt, bill, key, running } = repaying(app);
const [maker, checker, third] = [random.uuid(), random.uuid(), random.uuid()];
const as = (staffId: string) => app.staff(staffId, ["auditor"]);
const reason = "Permintaan pengadilan nomor 12/2026.";

/** A borrower who repaid a loan, closed the account, and was erased. */
async function forgotten() {
  const { client: owner, ...loan } = await running();
  const reference = await accountAt(owner);
  const amountRupiah = (await bill(loan)).payoffRupiah;
  const payment = { paymentId: `p-${loan.loanId}`, rail: "VIRTUAL_ACCOUNT" as const, reference, amountRupiah };
  await transact(database, (trx) => receivePayment(services, trx, { ...payment, paidAt: clock.now() }));
  const client = await app.loggedIn(loan.borrowerId, "CANCEL");
  const response = await client.post("/api/account-closure", { reasons: ["PRIVACY"], acceptLost: true }, key());
  clock.advance(72 * 3_600_000);
  await app.settle();
  return { borrowerId: loan.borrowerId, closureId: response.body.closureId as string };
}
const list = async (staffId: string, number: string) => (await as(staffId)).get(`/api/staff/retention/${number}`);
const read = async (staffId: string, borrowerId: string, itemId: string, more = "") =>
  (await as(staffId)).get(`/api/staff/retention/${borrowerId}/items/${itemId}${more}`);
const propose = async (borrowerId: string) =>
  (await as(maker)).post(`/api/staff/retention/${borrowerId}/reading`, { reason }, key());
const check = async (staffId: string, proposalId: string) =>
  (await as(staffId)).post(`/api/staff/checks/${proposalId}/check`, { approve: true }, key());

it("is opened by whoever proposed it, for a day, once another person has allowed it; each opening is in the trail", async () => {
  const { borrowerId, closureId } = await forgotten();
  expect((await list(maker, random.uuid())).body.status.code).toBe("RETENTION_UNKNOWN");
  const found = await list(maker, closureId);
  expect(found.body).toMatchObject({ borrowerId, readableUntil: null, proposalId: null });
  expect((await list(maker, borrowerId)).body.items).toEqual(found.body.items);
  const { items } = found.body as { items: { itemId: string; kindText: string; rule: string; hasFile: boolean }[] };
  expect(items.filter(({ kindText }) => /^[A-Z_]+$/.test(kindText))).toEqual([]);
  const books = items.find(({ rule }) => rule === "BOOKS")!;
  expect((await read(maker, borrowerId, books.itemId)).body.status.code).toBe("READING_NOT_ALLOWED");

  const { proposalId } = (await propose(borrowerId)).body;
  expect((await propose(borrowerId)).body.status.code).toBe("PROPOSAL_OPEN");
  expect((await list(maker, borrowerId)).body.proposalId).toBe(proposalId);
  expect((await check(maker, proposalId)).body.status.code).toBe("MAKER_IS_CHECKER");
  expect((await read(maker, borrowerId, books.itemId)).body.status.code).toBe("READING_NOT_ALLOWED");
  expect((await check(checker, proposalId)).status).toBe(200);

  for (const { itemId, hasFile } of items) {
    const opened = await read(maker, borrowerId, itemId);
    expect([opened.status, opened.body.hasFile]).toEqual([200, hasFile]);
    // In readable text, without ISO instants and JSON objects.
    expect(JSON.stringify(opened.body.fields)).not.toMatch(/\dT\d\d:\d\d|\{\\"/);
    expect((await read(maker, borrowerId, itemId, "/file")).status).toBe(hasFile ? 200 : 404);
  }
  // The approval counts only for the proposer: neither for the checker nor for a third person.
  for (const other of [checker, third])
    expect((await read(other, borrowerId, books.itemId)).body.status.code).toBe("READING_NOT_ALLOWED");
  expect((await (await app.staff(third, ["support"])).get(`/api/staff/retention/${borrowerId}`)).status).toBe(403);
  const trail = (await (await as(checker)).get(`/api/staff/audit?borrowerId=${borrowerId}`)).text;
  expect(trail).toContain("Membuka data tersimpan");
  clock.advance(24 * 3_600_000);
  expect((await read(maker, borrowerId, books.itemId)).body.status.code).toBe("READING_NOT_ALLOWED");
});

it("that has ended is destroyed, and a second certificate says so once nothing is left", async () => {
  const { borrowerId, closureId } = await forgotten();
  const certificate = async () => (await app.client().get(`/api/account-closure/certificate/${closureId}`)).body;
  const file = (part: string) => app.client().get(`/api/account-closure/certificate/${closureId}/file?part=${part}`);
  expect(await certificate()).toMatchObject({ retentionEndedAt: null, hasEndFile: false });
  expect((await file("END")).status).toBe(404);
  // Each rule ends on its own day: the second certificate is issued after the last of them.
  const ends = await database
    .selectFrom("retention_item")
    .select(["id", "until"])
    .where("borrowerId", "=", borrowerId)
    .orderBy("until")
    .execute();
  const [first, last] = [ends[0]!, ends.at(-1)!];
  await database
    .updateTable("retention_item")
    .set({ until: clock.now() })
    .where("borrowerId", "=", borrowerId)
    .where("id", "<>", last.id)
    .execute();
  await services.sweeps.runAllDue(services);
  expect(first.id).not.toBe(last.id);
  clock.advance(3_600_000);
  await app.settle();
  expect(await certificate()).toMatchObject({ retentionEndedAt: null, hasEndFile: false });
  await database
    .updateTable("retention_item")
    .set({ until: clock.now() })
    .where("borrowerId", "=", borrowerId)
    .execute();
  clock.advance(3_600_000);
  await app.settle();
  const over = await certificate();
  expect(over).toMatchObject({ kept: [], hasEndFile: true, hasFile: true });
  expect(over.retentionEndedAt).not.toBeNull();
  const [end, erasure] = [await file("END"), await file("ERASURE")];
  expect([end.status, erasure.status]).toEqual([200, 200]);
  const row = await database
    .selectFrom("account_closure")
    .select(["certificateKey", "endCertificateKey"])
    .where("id", "=", closureId)
    .executeTakeFirstOrThrow();
  expect(row.endCertificateKey).not.toBe(row.certificateKey);
  const stored = await services.outside.storage.get(row.endCertificateKey!);
  expect(await services.outside.signature.validate(stored!.bytes)).toMatchObject({ valid: true });
  expect((await list(maker, closureId)).body.items).toEqual([]);
  expect((await propose(borrowerId)).body.status.code).toBe("RETENTION_UNKNOWN");
});
