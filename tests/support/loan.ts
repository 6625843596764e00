/** Loans for tests of what happens after the signature: a borrower with a phone, a bank account and a signed loan. */
import { transact } from "#server/database.server.ts";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { setCreditLimit, reserveLimit } from "#features/credit/limit/server/index.ts";
import { startDisbursement } from "#features/credit/disbursement/server/index.ts";
import { loanPurpose } from "#features/credit/disbursement/server/loan-purpose.ts";
import type { TransferRow } from "#features/credit/disbursement/server/store.ts";
import {
  findLoan,
  lenderForNewLoans,
  priceTerms,
  standardProduct,
  type LoanRow,
} from "#features/credit/loan/server/index.ts";
import { pause } from "#server/work/timers.ts";
import { dateInWib } from "#shared/dates.ts";
import { addAccount } from "../../src/features/account/bank-account/server/store.ts";
import { sweepSandboxFunds } from "../../src/features/credit/loan/server/funds.ts";
import { insertLoan } from "../../src/features/credit/loan/server/store.ts";
import type { TestApp } from "./app.ts";

let made = 0;

export interface LoanInput {
  amountRupiah?: number;
  tenorDays?: number;
  /** One of the sandbox's magic accounts; any other is paid. */
  accountNumber?: string;
  borrowerId?: string;
}

export interface MadeLoan {
  borrowerId: string;
  loanId: string;
  mobileNumber: string;
  /** As it stands now. */
  read(): Promise<LoanRow>;
}

/** A loan whose agreement is sealed: the next thing is to pay it out. */
export async function signedLoan({ services }: Pick<TestApp, "services">, options: LoanInput = {}): Promise<MadeLoan> {
  const number = ++made;
  const {
    amountRupiah = 1_000_000,
    tenorDays = 90,
    accountNumber = `12345${String(number).padStart(5, "0")}`,
  } = options;
  const mobileNumber = `0813${String(process.pid % 1000).padStart(3, "0")}${String(number).padStart(5, "0")}`;
  const now = services.clock.now();
  const loanId = services.random.uuid();
  const borrowerId = await transact(services.database, async (trx) => {
    const id = options.borrowerId ?? (await seedBorrower(services, trx, { mobileNumber }));
    const account = await addAccount(services, trx, id, {
      bankCode: "014",
      accountNumber,
      accountName: "SITI RAHAYU",
      nameMatch: "SAME",
      isMain: options.borrowerId === undefined,
    });
    await setCreditLimit(services, trx, id, 10_000_000, "FIRST_ASSESSMENT");
    await reserveLimit(services, trx, id, loanId, amountRupiah);
    const terms = priceTerms(standardProduct, {
      principalRupiah: amountRupiah,
      tenorDays,
      disbursedOn: dateInWib(now),
    });
    await insertLoan(trx, {
      borrowerId: id,
      id: loanId,
      number: `T-${process.pid}-${number}`,
      state: "SIGNED",
      productKey: terms.productKey,
      principalRupiah: amountRupiah,
      tenorDays,
      terms,
      purpose: "EDUCATION",
      bankAccountId: account === "KNOWN" ? "" : account.id,
      lenderId: (await lenderForNewLoans(trx)).id,
      submittedAt: now,
      decidedAt: now,
      signDeadline: null,
      signedAt: now,
      disbursedOn: null,
      endedAt: null,
      endReason: null,
      mayApplyAgainOn: null,
    });
    return id;
  });
  return {
    borrowerId,
    loanId,
    mobileNumber,
    async read() {
      const loan = await findLoan(services.database, borrowerId, loanId);
      if (!loan) throw new Error("The loan is gone.");
      return loan;
    },
  };
}

/** Pays a signed loan out now, booked as its transfer's arrival books it, without the bank between: for tests of many loans. */
export async function lend({ services }: Pick<TestApp, "services">, borrowerId: string, loanId: string): Promise<void> {
  const transfer = { id: services.random.uuid(), borrowerId, subjectId: loanId } as TransferRow;
  await sweepSandboxFunds(services);
  await transact(services.database, async (trx) => {
    await loanPurpose.begin(services, trx, transfer);
    await loanPurpose.settled(services, trx, transfer, services.clock.now());
  });
}

/** A loan that has been paid out so. */
export async function lentLoan(app: Pick<TestApp, "services">, options: LoanInput = {}): Promise<MadeLoan> {
  const loan = await signedLoan(app, options);
  await lend(app, loan.borrowerId, loan.loanId);
  return loan;
}

/** A loan that has been paid out today. */
export async function activeLoan(app: TestApp, options: LoanInput = {}): Promise<MadeLoan> {
  // The sandbox lender's money must be there first.
  await app.services.sweeps.runAllDue(app.services);
  const loan = await signedLoan(app, options);
  await transact(app.services.database, (trx) => startDisbursement(app.services, trx, loan.borrowerId, loan.loanId));
  await app.settle();
  app.clock.advance(5_000);
  await app.settle();
  // On a busy machine a try of a job may fail by a time-out; its next one comes after a real second or two.
  for (let tries = 0; tries < 20 && (await loan.read()).state === "DISBURSING"; tries++) {
    await pause(500);
    await app.settle();
  }
  const { state } = await loan.read();
  if (state !== "ACTIVE") throw new Error(`The loan was not paid out: it is ${state}.`);
  return loan;
}
