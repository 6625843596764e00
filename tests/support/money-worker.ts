/**
 * A process that moves money until it is killed: pays loans out, opens ways to pay, lets the sandbox's payers pay, and does
 * the jobs and sweeps that follow. What it does next it finds out from the rows alone. Started by the fault tests as
 * `money-worker.ts <mode>`; prints `working` when it is under way, and one line of JSON at the end of the other modes.
 */
import type { SandboxClock } from "#server/process/clock.ts";
import { transact } from "#server/database.server.ts";
import { account, auditAll, balanceOf, openHolds } from "#server/ledger/index.ts";
import { runUntilIdle } from "#server/work/sweeps.ts";
import { pause } from "#server/work/timers.ts";
import { startDisbursement } from "#features/credit/disbursement/server/index.ts";
import { billOf } from "#features/credit/repayment/server/index.ts";
import { virtualAccountAt } from "../../src/features/credit/repayment/server/payment-methods.ts";
import { signedLoan } from "./loan.ts";
import { openWorkerApp } from "./worker-app.ts";

const [, , mode = "work", count = "0"] = process.argv;
const { installation, services } = await openWorkerApp();
const { database } = services;
const sandbox = services.outside.sandbox!.bank;
const clock = services.clock as SandboxClock;
/** Payments for a loan in order (rupiah): the last one is more than the loan needs. */
const enoughRupiah = 1_180_000;
const payments = [393_333, 200_000, 193_333, 400_000];

async function seed(loans: number): Promise<void> {
  await services.sweeps.runAllDue(services);
  await sandbox.setHostility({
    lostPpm: 200_000,
    duplicatePpm: 300_000,
    delayedPpm: 200_000,
    outOfOrderPpm: 200_000,
    forgedPpm: 100_000,
    answerLostPpm: 150_000,
    orderLostPpm: 150_000,
  });
  for (let number = 0; number < loans; number++) await signedLoan({ services });
  console.log(JSON.stringify({ loans }));
}

interface LoanKey {
  borrowerId: string;
  id: string;
}
const loansIn = async (states: string[]): Promise<LoanKey[]> =>
  (await database.selectFrom("loan").select(["borrowerId", "id"]).where("state", "in", states).execute()).map(
    (row) => ({ borrowerId: row.borrowerId, id: row.id }),
  );

/** Works for ever, several things at once; time runs fast. */
async function work(): Promise<void> {
  await installation.startWork();
  console.log("working");
  for (;;) {
    // The database may be away for a while; what comes next is in its rows.
    await workOnce().catch(() => pause(50));
  }
}

async function workOnce(): Promise<void> {
  await clock.advance(5_000);
  const [signed, active] = await Promise.all([loansIn(["SIGNED"]), loansIn(["ACTIVE"])]);
  const some = <Item>(items: Item[]): Item[] =>
    Array.from({ length: Math.min(6, items.length) }, () => items[services.random.integer(items.length)]!);
  await Promise.allSettled([
    ...some(signed).flatMap((loan) => [begin(loan), begin(loan)]),
    ...some(active).map(pay),
    services.sweeps.runAllDue(services),
  ]);
}

const begin = ({ borrowerId, id }: LoanKey): Promise<boolean> =>
  transact(database, (trx) => startDisbursement(services, trx, borrowerId, id));

/** The payer's next payment; what he has paid is in his bank's books. Two at once may pay the same one twice, as people do. */
async function pay({ borrowerId }: LoanKey): Promise<void> {
  const { virtualAccountNumber } = await virtualAccountAt(services, borrowerId, "014");
  const made = await database
    .selectFrom("sandbox_payment")
    .select("amountRupiah")
    .where("reference", "=", virtualAccountNumber)
    .execute();
  const paidRupiah = made.reduce((sum, row) => sum + row.amountRupiah, 0);
  const amountRupiah = payments[made.length] ?? 400_000;
  if (paidRupiah < enoughRupiah) await sandbox.pay({ virtualAccountNumber, amountRupiah });
}

/** Finishes the rest without faults: the bank answers again, pollers catch up. */
async function finish(): Promise<void> {
  await sandbox.setHostility({});
  // Jobs of killed processes come back when their heartbeat is missed; the pollers do not wait for them.
  for (let round = 0; round < 60; round++) {
    for (const loan of await loansIn(["SIGNED"])) await begin(loan);
    for (const loan of await loansIn(["ACTIVE"])) await pay(loan);
    await clock.advance(61_000);
    await runUntilIdle(services);
    const open = await loansIn(["SIGNED", "DISBURSING", "ACTIVE"]);
    if (open.length === 0) break;
  }
  await clock.advance(61_000);
  await runUntilIdle(services);
  const open = await loansIn(["SIGNED", "DISBURSING", "ACTIVE"]);
  const told = await Promise.all(
    open.map(async ({ borrowerId, id }) => ({
      transfers: await database
        .selectFrom("bank_transfer")
        .select(["state", "waitsFor", "attempts"])
        .where("subjectId", "=", id)
        .execute(),
      bill: await billOf(services, database, borrowerId, id),
    })),
  );
  console.log(JSON.stringify({ open: told }));
}

/** Compares the bank's books with ours, loan by loan. */
async function verify(): Promise<void> {
  const problems: string[] = [];
  let operations = 0;
  const loans = await database.selectFrom("loan").select(["borrowerId", "id", "principalRupiah", "state"]).execute();
  for (const loan of loans) {
    const transfers = await database
      .selectFrom("bank_transfer")
      .select(["id", "state"])
      .where("subjectId", "=", loan.id)
      .execute();
    const atBank =
      transfers.length === 0
        ? []
        : await database
            .selectFrom("sandbox_transfer")
            .select("amountRupiah")
            .where(
              "transferId",
              "in",
              transfers.map((row) => row.id),
            )
            .where("state", "=", "SETTLED")
            .execute();
    if (atBank.length !== 1) problems.push(`${loan.id} was paid out ${atBank.length} times`);
    const request = await database
      .selectFrom("payment_request")
      .select("reference")
      .where("loanId", "=", loan.id)
      .executeTakeFirst();
    const paid = request
      ? await database
          .selectFrom("sandbox_payment")
          .select("amountRupiah")
          .where("reference", "=", request.reference)
          .execute()
      : [];
    const paidRupiah = paid.reduce((sum, row) => sum + row.amountRupiah, 0);
    const bill = await billOf(services, database, loan.borrowerId, loan.id);
    if (bill?.paidRupiah !== paidRupiah)
      problems.push(`${loan.id}: the bank holds ${paidRupiah}, we hold ${bill?.paidRupiah}`);
    const balance = await balanceOf(database, account("BORROWER_BALANCE", loan.borrowerId));
    if (balance !== (bill?.overpaidRupiah ?? 0))
      problems.push(`${loan.id}: the balance is ${balance}, overpaid were ${bill?.overpaidRupiah}`);
    operations += transfers.length + paid.length;
  }
  const { findings } = await auditAll(database, services.clock.now());
  const holds = (await openHolds(database, services.clock.now())).length;
  const unhandled = (
    await database.selectFrom("partner_event").select("eventId").where("handledAt", "is", null).execute()
  ).length;
  console.log(
    JSON.stringify({
      problems,
      findings,
      holds,
      unhandled,
      operations,
      paidOff: loans.filter((loan) => loan.state === "PAID_OFF").length,
      loans: loans.length,
    }),
  );
}

if (mode === "seed") await seed(Number(count));
else if (mode === "finish") await finish();
else if (mode === "verify") await verify();
else await work();
if (mode !== "work") {
  await installation.stop();
  process.exit(0);
}
