/** Borrowers with everything that a loan asks for, and loans in the state that a test begins with; written as the domains write them. */
import type { Transaction } from "#server/database.server.ts";
import { transact } from "#server/database.server.ts";
import type { Language } from "#shared/texts.ts";
import { addBorrower } from "#features/account/login/server/store.ts";
import { addAccount } from "#features/account/bank-account/server/store.ts";
import { writePerson } from "#features/account/identity/server/store.ts";
import { lockProfile, writeProfile } from "#features/account/profile/server/store.ts";
import { claimNumber } from "#features/account/verification/server/index.ts";
import { reserveLimit, setCreditLimit } from "#features/credit/limit/server/index.ts";
import { findLoan, submitLoan, termsFor, transition, type LoanRow } from "#features/credit/loan/server/index.ts";
import type { TestApp } from "./app.ts";

export interface RipeBorrower {
  borrowerId: string;
  bankAccountId: string;
  mobileNumber: string;
}

/** A borrower with number, identity, profile, account and a limit of 5 million. */
export async function ripeBorrower(
  app: TestApp,
  options: { language?: Language; fullName?: string } = {},
): Promise<RipeBorrower> {
  const { services } = app;
  const { random } = services;
  const borrowerId = random.uuid();
  const mobileNumber = `0812${String(random.integer(100_000_000)).padStart(8, "0")}`;
  const fullName = options.fullName ?? "Budi Santoso";
  return transact(services.database, async (trx) => {
    await addBorrower(trx, {
      borrowerId,
      language: options.language ?? "id",
      brand: "tunai",
      invitationCode: null,
      now: services.clock.now(),
    });
    await claimNumber(services, trx, borrowerId, mobileNumber);
    await writePerson(services, trx, borrowerId, {
      fullName,
      nik: `317101170595${String(random.integer(9_998) + 1).padStart(4, "0")}`,
      birthDate: "1995-05-17",
      birthPlace: "Jakarta",
      sex: "MALE",
    });
    await writeAnswers(app, trx, borrowerId);
    await setCreditLimit(services, trx, borrowerId, 5_000_000, "FIRST_ASSESSMENT");
    const account = {
      bankCode: "014",
      accountNumber: String(random.integer(9_000_000_000) + 1_000_000_000),
      accountName: fullName.toUpperCase(),
    };
    const added = await addAccount(services, trx, borrowerId, { ...account, nameMatch: "SAME", isMain: true });
    if (added === "KNOWN") throw new Error("A fresh borrower has no account yet.");
    return { borrowerId, bankAccountId: added.id, mobileNumber };
  });
}

/** Writes a whole profile: an income of 8 million. */
export async function writeAnswers(
  { services }: Pick<TestApp, "services">,
  trx: Transaction,
  borrowerId: string,
): Promise<void> {
  const row = await lockProfile(services, trx, borrowerId);
  await writeProfile(services, trx, borrowerId, {
    ...row,
    completedAt: services.clock.now(),
    zone: "WIB",
    answers: {
      personal: {
        education: "S1",
        civilStatus: 20,
        loanPurpose: "EDUCATION",
        relationship: "SIBLING",
        owedElsewhereRupiah: 0,
      },
      home: { villageCode: "31.71.01.1001", street: "Jl. Merdeka No. 1", rt: "001", rw: "002" },
      work: {
        industry: "TRADE",
        companyName: "PT Maju",
        companyAddress: "Jl. Sudirman No. 2, Jakarta",
        companyPhone: "0215000000",
        workingMonths: 36,
        monthlyIncomeRupiah: 8_000_000,
        salaryDay: 25,
      },
    },
  });
}

/** A loan of 1,000,000 for 90 days that was just approved: 24 hours to sign it. */
export async function approvedLoan(
  app: TestApp,
  borrower: Pick<RipeBorrower, "borrowerId" | "bankAccountId">,
  signSeconds = 86_400,
): Promise<LoanRow> {
  const { services } = app;
  const { borrowerId, bankAccountId } = borrower;
  const loanId = services.random.uuid();
  const now = services.clock.now();
  const terms = await termsFor(services, { principalRupiah: 1_000_000, tenorDays: 90 });
  return transact(services.database, async (trx) => {
    await submitLoan(services, trx, { borrowerId, loanId, terms, purpose: "EDUCATION", bankAccountId });
    await reserveLimit(services, trx, borrowerId, loanId, terms.principalRupiah);
    await transition(services, trx, {
      borrowerId,
      loanId,
      from: ["SUBMITTED"],
      to: "APPROVED",
      actor: "SYSTEM",
      cause: "RULES_CLEAR",
      change: { decidedAt: now, signDeadline: new Date(now.getTime() + signSeconds * 1000) },
    });
    const loan = await findLoan(trx, borrowerId, loanId);
    if (!loan) throw new Error("A loan that was just written is not there.");
    return loan;
  });
}
