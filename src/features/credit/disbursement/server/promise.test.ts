import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { signedLoan, type MadeLoan } from "#tests/support/loan.ts";
import { freezeLimit, unfreezeLimit } from "../../limit/server/freezing.ts";
import { startDisbursement } from "./index.ts";
import { countFailedDisbursements } from "./staff.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
await app.settle();

const minute = 60_000;
const start = ({ borrowerId, loanId }: MadeLoan) =>
  transact(database, (trx) => startDisbursement(services, trx, borrowerId, loanId));
const after = async (minutes: number): Promise<void> => {
  clock.advance(minutes * minute);
  await app.settle();
};
const heard = async ({ mobileNumber }: MadeLoan): Promise<string[]> =>
  (await app.client().get(`/api/sandbox/messages?to=${mobileNumber}`)).body.items
    .map(({ text }: { text: string }) => text)
    .filter((text: string) => /pencairan|belum sampai|belum kami kirim|belum memastikannya/i.test(text));

it("is shown to staff after twenty minutes and explained to its borrower after thirty, once", async () => {
  const loan = await signedLoan(app);
  await start(loan);
  await app.settle();
  // It was sent, and the bank has not answered.
  await database
    .updateTable("bank_transfer")
    .set({ nextInquiryAt: new Date(clock.now().getTime() + 600 * minute) })
    .where("subjectId", "=", loan.loanId)
    .execute();
  await database.deleteFrom("sandbox_transfer").execute();
  await after(19);
  expect(await countFailedDisbursements(services)).toMatchObject({ count: 0 });
  await after(2);
  expect(await countFailedDisbursements(services)).toMatchObject({ count: 1 });
  expect(await heard(loan)).toEqual([]);
  await after(10);
  expect(await heard(loan)).toEqual([expect.stringContaining("sudah kami kirim, tetapi bank belum memastikannya")]);
  await after(60);
  expect(await heard(loan)).toHaveLength(1);
});

it("that the bank refused says so, and one that arrived says nothing", async () => {
  const [refused, paid] = [await signedLoan(app, { accountNumber: "9900000002" }), await signedLoan(app)];
  for (const loan of [refused, paid]) await start(loan);
  await app.pass(30);
  await after(31);
  expect(await heard(refused)).toEqual([expect.stringContaining("bank menolak transfernya")]);
  expect(await heard(paid)).toEqual([]);
});

it("waits while staff look into the borrower for fraud, says that checks take longer, and leaves when they are over", async () => {
  const loan = await signedLoan(app);
  await transact(database, (trx) => freezeLimit(services, trx, loan.borrowerId, { cause: "FRAUD_REVIEW" }));
  await start(loan);
  await after(31);
  expect((await loan.read()).state).toBe("SIGNED");
  expect(await heard(loan)).toEqual([expect.stringContaining("karena pemeriksaan di pihak kami belum selesai")]);
  await transact(database, (trx) => unfreezeLimit(services, trx, loan.borrowerId, "FRAUD_REVIEW"));
  await app.pass(120);
  expect((await loan.read()).state).toBe("ACTIVE");
});
