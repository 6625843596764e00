/** Gathers the facts for the rules: from the application, the profile, the bureau, and other applications. */
import { findBorrowersByAccount, findBankAccount } from "#features/account/bank-account/server/index.ts";
import { accountsSharingEmail, verifiedEmailIndexOf } from "#features/account/email/server/index.ts";
import { findBorrowersByNik, identityOf, type VerifiedIdentity } from "#features/account/identity/server/index.ts";
import { borrowerContact } from "#features/account/login/server/index.ts";
import { freshReport } from "#features/account/platform-check/server/index.ts";
import {
  foreignRecordsOf,
  mothersNameForBureau,
  profileOf,
  statedIncomesOf,
} from "#features/account/profile/server/index.ts";
import { creditScore } from "#features/credit/limit/server/index.ts";
import {
  applicantsAmong,
  openLoansAmong,
  productsToday,
  quoteOfTerms,
  type LoanRow,
} from "#features/credit/loan/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import type { BureauAnswer, BureauReport } from "#server/outside/bureau/port.ts";
import type { Services } from "#server/services.ts";
import type { ApplicationFacts } from "./rules.ts";
import { hasMark, othersWithMark } from "./store.ts";

/** Spec 3: civil status married. */
const married = 10;
/** The window of the rule on shared devices. */
export const deviceDays = 30;

/** A fact is missing although the application was complete when it was submitted: staff decide the case. */
export class FactsMissing extends Error {
  override readonly name = "FactsMissing";
}

/**
 * The report of a check within the last 24 hours, or a new one from the bureau: the case's id makes a repeated inquiry
 * the same one. Outside of any transaction.
 */
export async function askBureau(services: Services, borrowerId: string, caseId: string): Promise<BureauAnswer> {
  const fresh = await freshReport(services, services.database, borrowerId);
  if (fresh) return fresh;
  const { identity, mobileNumber } = await personOf(services, borrowerId);
  const { nik, fullName, birthDate } = identity;
  const mothersName = await mothersNameForBureau(services, services.database, borrowerId);
  const order = { reportId: caseId, nik, fullName, birthDate, mobileNumber };
  return services.outside.bureau.report(mothersName === null ? order : { ...order, mothersName });
}

async function personOf(
  services: Services,
  borrowerId: string,
): Promise<{ identity: VerifiedIdentity; mobileNumber: string }> {
  const identity = await identityOf(services, services.database, borrowerId);
  const contact = await borrowerContact(services, services.database, borrowerId);
  if (!identity || !contact) throw new FactsMissing("identity or number");
  return { identity, mobileNumber: contact.mobileNumber };
}

/** Everything the rules look at. @throws FactsMissing */
export async function gatherApplicationFacts(
  services: Services,
  reader: Reader,
  loan: LoanRow,
  bureau: BureauReport | null,
): Promise<ApplicationFacts> {
  const { borrowerId } = loan;
  const identity = await identityOf(services, reader, borrowerId);
  const profile = await profileOf(services, reader, borrowerId);
  if (!identity || !profile) throw new FactsMissing("identity or profile");
  const [product] = (await productsToday(services, reader)).filter(({ key }) => key === loan.productKey);
  const instalments = quoteOfTerms(loan.terms).instalments.map((row) => row.totalRupiah);
  return {
    birthDate: identity.birthDate,
    isMarried: profile.civilStatus === married,
    monthlyIncomeRupiah: profile.monthlyIncomeRupiah,
    owedElsewhereRupiah: profile.owedElsewhereRupiah,
    nikMatchesBirth: identity.nikMatchesBirth,
    principalRupiah: loan.principalRupiah,
    largestInstalmentRupiah: Math.max(...instalments),
    minimumRupiah: product?.minimumRupiah ?? loan.principalRupiah,
    stepRupiah: product?.stepRupiah ?? loan.principalRupiah,
    bureau,
    duplicates: await duplicatesOf(services, reader, loan, identity.nik),
    statedIncomes: await statedIncomesOf(services, reader, borrowerId),
    isIncomeByLink: profile.isIncomeByLink,
    foreignRecords: await foreignRecordsOf(services, reader, borrowerId),
    ownScore: (await services.ask(creditScore)(reader, borrowerId, services.clock.now())).score,
    has: {
      email: (await verifiedEmailIndexOf(reader, borrowerId)) !== null,
      device: await hasMark(reader, borrowerId, "DEVICE", deviceWindow(services)),
      account: (await findBankAccount(services, reader, borrowerId, loan.bankAccountId)) !== null,
    },
  };
}

const deviceWindow = ({ clock }: Services): Date => new Date(clock.now().getTime() - deviceDays * 86_400_000);

async function duplicatesOf(
  services: Services,
  reader: Reader,
  loan: LoanRow,
  nik: string,
): Promise<ApplicationFacts["duplicates"]> {
  const { borrowerId } = loan;
  // An account that was begun and left, because its number was lost, is no duplicate: only who has applied counts.
  const applicants = (ids: string[]): Promise<string[]> =>
    applicantsAmong(
      reader,
      ids.filter((id) => id !== borrowerId),
    );
  const sameNik = await applicants(await findBorrowersByNik(services, reader, nik));
  const account = await findBankAccount(services, reader, borrowerId, loan.bankAccountId);
  const sameAccount = account
    ? await applicants(await findBorrowersByAccount(services, reader, account.bankCode, account.accountNumber))
    : [];
  return {
    nik: sameNik.length,
    nikOpen: (await openLoansAmong(reader, sameNik)).length > 0,
    phone: await othersWithMark(reader, borrowerId, "PHONE", new Date(0)),
    account: sameAccount.length,
    device: await othersWithMark(reader, borrowerId, "DEVICE", deviceWindow(services)),
    email: await accountsSharingEmail(reader, borrowerId),
  };
}
